import { createTRPCClient, httpBatchLink, httpBatchStreamLink, httpLink, TRPCClientError } from '@trpc/client'
import { TRPCError } from '@trpc/server'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { createHTTPHandler } from '@trpc/server/adapters/standalone'
import { getSession } from 'latchkey/node'
import { signInAs } from 'latchkey/testing'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { serve } from '../support/serve.js'
import type { AppRouter } from './trpc-route.js'

const env = vi.hoisted(() => {
  const values = {
    AUTH_GITHUB_ID: 'client',
    AUTH_GITHUB_SECRET: 'client secret',
    AUTH_SECRET: 'a secret of more than 32 characters!',
    AUTH_TRUST_HOST: 'true',
    DATABASE_URL: 'file::memory:',
  }
  for (const [name, value] of Object.entries(values)) vi.stubEnv(name, value)
  return values
})

const origin = 'https://app.example.com'
const links = { httpLink, httpBatchLink, httpBatchStreamLink }
const { adapter, config, createContext, throwAsTRPCError } = await import('./trpc.js')
const { protectedProcedure, publicProcedure, router } = await import('./trpc-procedures.js')
const { whileSignedIn } = await import('./trpc-subscriptions.js')

const appRouter = router({
  greet: publicProcedure.query(({ ctx }) => `Hello ${ctx.session?.user?.name ?? 'visitor'}`),
  email: protectedProcedure.query(({ ctx }) => ctx.session.user?.email),
  fail: publicProcedure.query(() => {
    throw new TRPCError({ code: 'BAD_REQUEST' })
  }),
  rename: protectedProcedure.mutation(({ ctx }) => `renamed by ${ctx.session.user?.name}`),
  ticks: protectedProcedure.subscription(({ ctx }) => whileSignedIn(ctx, tick(), 20)),
})

async function* tick() {
  for (let count = 1; ; count++) {
    yield count
    await new Promise(resolve => setTimeout(resolve, 5))
  }
}

beforeEach(() => {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  vi.spyOn(console, 'error').mockReturnValue()
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

function handle(request: Request): Promise<Response> {
  return fetchRequestHandler({ endpoint: '/trpc', req: request, router: appRouter, createContext })
}

/** Signs a user in. The session is extended at the next read, because it is a day old. */
async function signIn(url = origin): Promise<Record<string, string>> {
  const user = { name: 'Ada', email: `${crypto.randomUUID()}@example.com` }
  const { headers } = await signInAs(config, { user, url })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 3_600_000 })
  onTestFinished(() => void vi.useRealTimers())
  return { ...headers }
}

/** Creates a client of tRPC, and records the responses. */
function openClient(link: keyof typeof links, headers: Record<string, string> = {}) {
  const responses: Response[] = []
  const client = createTRPCClient<typeof appRouter>({
    links: [
      links[link]({
        url: `${origin}/trpc`,
        headers,
        async fetch(url, init) {
          const { body, method, headers: sent } = init as RequestInit
          const response = await handle(new Request(url, { body, method, headers: sent } as RequestInit))
          responses.push(response)
          return response
        },
      }),
    ],
  })
  const countSessionCookies = () =>
    responses.map(
      ({ headers: { getSetCookie }, headers: sent }) =>
        getSetCookie.call(sent).filter(line => line.includes('session-token')).length,
    )
  return { client, responses, countSessionCookies }
}

/** Returns the code of the error of a call. */
async function readCode(call: Promise<unknown>): Promise<unknown> {
  const error = await call.then(
    () => null,
    (cause: unknown) => cause,
  )
  return error instanceof TRPCClientError ? error.data?.code : error
}

describe.each(Object.keys(links) as (keyof typeof links)[])('the tRPC recipe with %s', link => {
  test('reads the session, and extends it once per request', async () => {
    const { client, responses, countSessionCookies } = openClient(link, await signIn())
    const read = vi.spyOn(adapter, 'getSessionAndUser')
    const [greeting, email] = await Promise.all([client.greet.query(), client.email.query()])
    expect([greeting, email]).toEqual(['Hello Ada', expect.stringContaining('@example.com')])
    expect(responses).toHaveLength(link === 'httpLink' ? 2 : 1)
    expect(read).toHaveBeenCalledTimes(responses.length)
    expect(countSessionCookies()[0]).toBe(1)
    for (const { headers } of responses) expect(headers.get('cache-control')).toContain('no-store')
  })

  test('extends it also if a procedure fails', async () => {
    const { client, countSessionCookies } = openClient(link, await signIn())
    expect(await readCode(client.fail.query())).toBe('BAD_REQUEST')
    expect(countSessionCookies()).toEqual([1])
  })

  test('rejects visitors of protected procedures only', async () => {
    const { client } = openClient(link)
    const [greeting, code] = await Promise.all([client.greet.query(), readCode(client.email.query())])
    expect([greeting, code]).toEqual(['Hello visitor', 'UNAUTHORIZED'])
  })

  test('answers an outage with SERVICE_UNAVAILABLE and keeps the cookie', async () => {
    const headers = await signIn()
    const { client, responses } = openClient(link, headers)
    vi.spyOn(adapter, 'getSessionAndUser').mockRejectedValue(new Error('The database is down.'))
    const codes = await Promise.all([readCode(client.email.query()), readCode(client.greet.query())])
    expect(codes).toEqual(['SERVICE_UNAVAILABLE', 'SERVICE_UNAVAILABLE'])
    for (const response of responses) expect(response.headers.getSetCookie()).toEqual([])
    vi.restoreAllMocks()
    expect(await openClient(link, headers).client.greet.query()).toBe('Hello Ada')
  })

  test.each([
    [origin, 'renamed by Ada'],
    ['https://other.example.com', 'FORBIDDEN'],
  ])('allows mutations of its own pages only: from %s', async (from, expected) => {
    const { client } = openClient(link, { ...(await signIn()), origin: from })
    const result = await client.rename.mutate().catch((error: TRPCClientError<typeof appRouter>) => error)
    expect(result instanceof TRPCClientError ? result.data?.code : result).toBe(expected)
  })
})

describe('the tRPC recipe on a Node server', () => {
  test('extends the session, and answers an outage with SERVICE_UNAVAILABLE', async () => {
    const listener = createHTTPHandler({
      router: appRouter,
      createContext: async ({ req, res }) => ({
        session: await getSession(req, config, res).catch(throwAsTRPCError),
        isCrossOrigin: req.headers.origin !== undefined,
        readAgain: () => getSession(req, config, null).catch(throwAsTRPCError),
      }),
    })
    const { origin: url, close } = await serve(listener)
    onTestFinished(close)
    const headers = await signIn(url)
    const response = await fetch(`${url}/email`, { headers })
    expect(await response.json()).toMatchObject({ result: { data: expect.stringContaining('@') } })
    expect(response.headers.getSetCookie()).toEqual([expect.stringContaining('session-token=')])
    vi.spyOn(adapter, 'getSessionAndUser').mockRejectedValue(new Error('The database is down.'))
    const failed = await fetch(`${url}/email`, { headers })
    expect([failed.status, failed.headers.getSetCookie()]).toEqual([503, []])
  })
})

describe('the code of the tRPC recipe', () => {
  async function request(handleRequest: typeof handle, path: string, headers: Record<string, string> = {}) {
    return handleRequest(new Request(`${origin}/trpc/${path}`, { headers }))
  }

  test('serves the API to users only', async () => {
    const { handle: handleRoute } = await import('./trpc-route.js')
    const open = (headers: Record<string, string> = {}) =>
      createTRPCClient<AppRouter>({
        links: [
          httpLink({
            url: `${origin}/trpc`,
            headers,
            fetch: (url, init) => handleRoute(new Request(url, init as RequestInit)),
          }),
        ],
      })
    expect(await readCode(open().email.query())).toBe('UNAUTHORIZED')
    expect(await open(await signIn()).email.query()).toContain('@example.com')
  })

  test('serves the messages to users only', async () => {
    vi.stubGlobal('listen', async function* () {
      yield 'hello'
    })
    onTestFinished(() => void vi.unstubAllGlobals())
    const { appRouter: router } = await import('./trpc-messages.js')
    const handleMessages = (req: Request) =>
      fetchRequestHandler({ endpoint: '/trpc', req, router, createContext })
    const accept = 'text/event-stream'
    expect(await (await request(handleMessages, 'messages', { accept })).text()).toContain('UNAUTHORIZED')
    const response = await request(handleMessages, 'messages', { ...(await signIn()), accept })
    expect(await response.text()).toContain('data: "hello"')
  })
})

describe('a subscription of the tRPC recipe', () => {
  async function subscribe(end: (sessionToken: string) => unknown): Promise<string> {
    const headers = await signIn()
    const response = await handle(
      new Request(`${origin}/trpc/ticks`, { headers: { ...headers, accept: 'text/event-stream' } }),
    )
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    for (;;) {
      const { done, value = '' } = (await reader?.read()) ?? { done: true }
      if (done) return text
      text += value
      if (text.includes('data: 3')) await end(headers['cookie']?.match(/session-token=([^;]+)/)?.[1] ?? '')
    }
  }

  test('ends after the session, although values keep coming', async () => {
    const text = await subscribe(token => adapter.deleteSession(token))
    expect(text).toContain('data: 1')
    expect(text).toContain('UNAUTHORIZED')
  })

  test('ends with SERVICE_UNAVAILABLE if the store is down, so that the client tries again', async () => {
    const text = await subscribe(() =>
      vi.spyOn(adapter, 'getSessionAndUser').mockRejectedValue(new Error('The database is down.')),
    )
    expect(text).toContain('SERVICE_UNAVAILABLE')
  })
})
