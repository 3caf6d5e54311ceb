import { type Context, Elysia, type ElysiaConfig } from 'elysia'
import { ElysiaAuth, type ElysiaAuthConfig, type ElysiaRequestAuth } from 'latchkey/elysia'
import { publicHeaders } from 'latchkey/testing'

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

  function setCacheHeaders({ request, set }: Pick<Context, 'request' | 'set'>) {
    if (request.headers.get('x-cache') === 'public') Object.assign(set.headers, publicHeaders)
  }

  async function readEmail(context: Pick<Context, 'request' | 'set'> & { auth: ElysiaRequestAuth }) {
    const { auth, set } = context
    setCacheHeaders(context)
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
    .get(
      '/account',
      ({ request, session, set }) => {
        setCacheHeaders({ request, set })
        return String(session.user?.email)
      },
      { auth: true },
    )
    .get('/sign-in', ({ auth, query }) => auth.signIn({ provider: 'credentials', fields: query }))
    .get('/sign-out', ({ auth }) => auth.signOut())
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
