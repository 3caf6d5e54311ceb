import { type Context, Elysia, type ElysiaConfig } from 'elysia'
import { ElysiaAuth, type ElysiaAuthConfig, type ElysiaRequestAuth } from 'latchkey/elysia'

/** How the app of the contract behaves. */
export interface ContractAppSetup {
  /** The `Set-Cookie` lines that the app adds to each response. */
  readonly cookies: readonly string[]
  /** Whether a hook before Latchkey reads bodies. */
  readonly parsesBodies?: boolean
}

/** Creates the app of the integration contract. */
export function createContractApp(
  config: ElysiaAuthConfig,
  { cookies, parsesBodies = false }: ContractAppSetup,
  options: ElysiaConfig<''> = {},
) {
  const { auth } = ElysiaAuth(config)

  async function readEmail({ auth, set }: Pick<Context, 'set'> & { auth: ElysiaRequestAuth }) {
    set.headers['set-cookie'] = [...cookies]
    const session = await auth.getSession()
    return session?.user?.email ?? 'visitor'
  }

  const app = new Elysia(options)
  if (parsesBodies)
    app.onRequest(async ({ request }) => {
      await request.clone().text()
    })
  return app
    .onError(({ code }) => (code === 'UNKNOWN' ? 'Something went wrong.' : undefined))
    .use(auth)
    .get('/ok', readEmail)
    .get('/redirect', async context => {
      await readEmail(context)
      // On Node, `redirect` needs an absolute URL.
      context.set.status = 302
      context.set.headers.location = '/ok'
      return ''
    })
    .get('/unauthorized', async context => {
      await readEmail(context)
      return context.status(401, 'No.')
    })
    .get('/error', async context => {
      await readEmail(context)
      throw new Error('broken')
    })
    .get('/stream', async context => streamText(await readEmail(context)))
    .get('/immutable', async ({ auth }) => {
      await auth.getSession()
      return Response.redirect('https://app.example/ok')
    })
    .get('/account', ({ session }) => String(session.user?.email), { auth: true })
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
