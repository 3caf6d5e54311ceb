import { FetchAuth, type FetchAuthConfig, type FetchRequestAuth } from 'latchkey/fetch'
import { publicHeaders } from '../../../src/testing/integration/integration-under-test.js'
import { type AppSettings, type CreatedApp, readConfig } from './settings.js'

type Handler = (request: Request, ...platform: unknown[]) => Promise<Response>

const apps = new Map<string, Handler>()

/** Serves the apps of the contract. A request to `/create-app` adds one, and other requests name theirs in a header. */
export async function handleRequest(request: Request, ...platform: unknown[]): Promise<Response> {
  if (new URL(request.url).pathname === '/create-app') {
    const id = String(apps.size)
    apps.set(id, createApp(await request.json()))
    return Response.json({ id } satisfies CreatedApp)
  }
  const app = apps.get(request.headers.get('x-app') ?? '')
  return app ? app(request, ...platform) : new Response('Unknown app.', { status: 404 })
}

/** Keeps the program of a Worker awake for the work. Then calls `waitUntil` of the test. */
function bindWaitUntil({ waitUntil: reportDone }: FetchAuthConfig, ctx: unknown): Partial<FetchAuthConfig> {
  if (!reportDone) return {}
  const keepAwake = (work: Promise<unknown>) => {
    if (hasWaitUntil(ctx)) ctx.waitUntil(work)
  }
  // Once the test knows, it may end before the call has returned.
  const report = async () => reportDone(Promise.resolve())
  return { waitUntil: work => keepAwake(work.then(() => report().catch(() => {}))) }
}

function hasWaitUntil(ctx: unknown): ctx is { waitUntil(work: Promise<unknown>): void } {
  return typeof ctx === 'object' && ctx !== null && 'waitUntil' in ctx
}

function createApp(settings: AppSettings): Handler {
  const { cookies, parsesBodies } = settings
  const decoded = readConfig(settings)
  const errors: string[] = []
  const { withAuth } = FetchAuth(
    (_request: Request, ...[, ctx]: readonly unknown[]) => ({
      ...decoded,
      ...bindWaitUntil(decoded, ctx),
      logger: { error: ({ message }) => void errors.push(message), warn: () => {} },
    }),
    { onError: () => new Response('Something went wrong.', { status: 500, headers: toHeaders(cookies) }) },
  )
  const handler: Handler = withAuth((request, auth) => answer(request, auth, toHeaders(cookies)))
  return async (request, ...platform) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/errors') return Response.json(errors)
    if (parsesBodies) await request.clone().text()
    if (request.headers.has('x-consume-body')) await request.text()
    return handler(request, ...platform)
  }
}

function toHeaders(cookies: readonly string[]): Headers {
  return new Headers(cookies.map((line): [string, string] => ['set-cookie', line]))
}

async function answer(request: Request, auth: FetchRequestAuth, headers: Headers): Promise<Response> {
  const { pathname: path, searchParams } = new URL(request.url)
  const cacheHeaders = request.headers.get('x-cache') === 'public' ? publicHeaders : {}
  if (path === '/account')
    return new Response(String((await auth.requireAuth()).user?.email), { headers: cacheHeaders })
  if (path === '/sign-in')
    return auth.signIn({ provider: 'credentials', fields: Object.fromEntries(searchParams) })
  if (path === '/sign-out') return auth.signOut()
  for (const [name, value] of Object.entries(cacheHeaders)) headers.set(name, value)
  const email = (await auth.getSession())?.user?.email ?? 'visitor'
  if (path === '/redirect') {
    headers.set('location', '/ok')
    return new Response(null, { status: 302, headers })
  }
  if (path === '/unauthorized') return new Response('No.', { status: 401, headers })
  if (path === '/error') throw new Error('broken')
  if (path === '/immutable') return Response.redirect('https://app.example/ok')
  if (path === '/stream') return new Response(streamText(email), { headers })
  return new Response(email, { headers })
}

function streamText(text: string): ReadableStream {
  const encoder = new TextEncoder()
  return new ReadableStream({
    start(controller) {
      for (const part of [text.slice(0, 3), text.slice(3)]) controller.enqueue(encoder.encode(part))
      controller.close()
    },
  })
}
