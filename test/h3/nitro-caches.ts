import { IncomingMessage, ServerResponse } from 'node:http'
import type { H3One, TestEventOne, TestEventTwo } from './h3-versions.js'

type Handler<Event> = (event: Event) => unknown

/** What the caches of Nitro have in common. */
export interface CacheOptions {
  readonly varies?: readonly string[]
}

interface CachedResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: unknown
}

/**
 * Creates what `defineCachedEventHandler` of Nitro 2 gives to a handler: a request and a response of its own, and the context of the
 * request that came first. `test/frameworks/nuxt-caches.ts` tests the original, which only a build contains. This one keeps everything.
 */
export function createNitroTwoCache({ createEvent }: H3One) {
  return (handler: Handler<TestEventOne>, { varies = [] }: CacheOptions = {}): Handler<TestEventOne> => {
    const entries = new Map<string, CachedResponse>()
    const options = { varies, getKey: () => '', validate: () => true }
    return async event => {
      const { req, res } = event.node
      const key = JSON.stringify([req.url, varies.map(name => req.headers[name])])
      const entry = entries.get(key) ?? (await respond(event))
      entries.set(key, entry)
      res.statusCode = entry.status
      for (const [name, value] of Object.entries(entry.headers)) res.setHeader(name, String(value))
      return entry.body
    }

    async function respond({ context, node: { req } }: TestEventOne): Promise<CachedResponse> {
      const kept = varies.map(name => [name, req.headers[name]])
      const own = Object.assign(new IncomingMessage(req.socket), { url: req.url, method: req.method })
      Object.assign(own, { headers: Object.fromEntries(kept.filter(([, value]) => value !== undefined)) })
      const response = Object.assign(new ServerResponse(own), { end: () => response })
      // Nitro replaces this value, which Node only reads.
      Object.defineProperty(response, 'writableEnded', { value: false, writable: true })
      const inner = Object.assign(createEvent(own, response), {
        context: Object.assign(context, { cache: { options } }),
      })
      const body = (await handler(inner)) ?? ''
      return { status: response.statusCode, headers: response.getHeaders(), body }
    }
  }
}

/**
 * Creates what `defineCachedEventHandler` of Nitro 3 before 3.0.260903-beta gives to a handler: a copy of the request without its context
 * and without the headers that vary. All others stay, also the cookies. It keeps every response, also one that is private.
 */
export function createNitroThreeCache(toResponse: (value: unknown, event: TestEventTwo) => unknown) {
  return (handler: Handler<TestEventTwo>): Handler<TestEventTwo> => {
    let kept: Response | undefined
    return async event => {
      if (!kept) {
        const { url, method, headers } = event.req
        const { runtime } = event.req as Request & { runtime?: unknown }
        const copy = new Request(url, { method, headers: [...headers] })
        Object.assign(event, { req: runtime ? Object.assign(copy, { runtime }) : copy })
        kept = (await toResponse(await handler(event), event)) as Response
      }
      return kept.clone()
    }
  }
}
