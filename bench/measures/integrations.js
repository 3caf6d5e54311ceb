import { Context } from 'hono'
import { getSession as getExpressSession } from '../../dist/integrations/express.js'
import { HonoAuth } from '../../dist/integrations/hono.js'
import { getSession as getNodeSession } from '../../dist/integrations/node.js'
import { getSession as getSolidStartSession } from '../../dist/integrations/solid-start.js'
import { createServer, toRequestHead } from '../../dist/server.js'
import { importNextIntegration } from '../candidates/next.js'
import { cookie, createProviders, email, origin, secret } from '../candidates/request-fixture.js'

const config = { secret, trustHost: true, providers: createProviders(4) }
const { default: NextAuth } = await importNextIntegration()
const { auth } = NextAuth(config)
const hono = HonoAuth(config)
const server = createServer(config)
const { host } = new URL(origin)
const headers = { host, cookie }

/** Creates a request of Node and Express, of which nothing is parsed yet. */
const createNodeRequest = () => ({
  headers: { ...headers },
  socket: { encrypted: true },
  url: '/',
  originalUrl: '/',
})
/** Creates the argument of `getServerSideProps` in Next.js. */
const createPageContext = () => ({ req: createNodeRequest(), res: { headersSent: false, appendHeader() {} } })
const createHonoContext = () => new Context(createWebRequest())
const createWebRequest = () => new Request(`${origin}/`, { headers })

const integrations = {
  'latchkey/node': createCandidate(createNodeRequest, getNodeSession),
  'latchkey/express': createCandidate(createNodeRequest, getExpressSession),
  'latchkey/solid-start': createCandidate(createWebRequest, getSolidStartSession),
  'latchkey/next': createCandidate(createPageContext, context => auth(context)),
}

/** Hono itself takes a good part of the time, so the candidates differ in the middleware alone. */
const honoCandidates = {
  'createServer in a handler': createCandidate(createHonoContext, context =>
    respondWithSession(context, () => peekSession(context.req.raw)),
  ),
  'latchkey/hono': createCandidate(createHonoContext, context => {
    let session
    const next = async () => {
      session = await respondWithSession(context, () => context.get('auth').getSession())
    }
    return hono.auth(context, next).then(() => session)
  }),
}

export const measures = [
  {
    title: 'Session of a page, JWT strategy',
    note: `\`getSession\` of each integration (\`auth\` of Next.js, in the pages router), compared with \`peekSession\` of \`createServer\`, which all of
them call. The requests are those of the framework. The time of the framework itself is not included.`,
    expected: email,
    together: true,
    candidates: { createServer: createCandidate(createWebRequest, peekSession), ...integrations },
    ratios: { '× createServer': () => 'createServer' },
    targets: Object.keys(integrations).map(of => ({ of, to: 'createServer', most: 1.3 })),
  },
  {
    title: 'Session of a page in Hono, JWT strategy',
    note: `A handler that reads the session and responds with the email: with \`peekSession\` of \`createServer\`, and with \`c.get('auth')\` behind
the middleware.`,
    expected: email,
    together: true,
    candidates: honoCandidates,
    ratios: { '× createServer': () => 'createServer in a handler' },
    targets: [{ of: 'latchkey/hono', to: 'createServer in a handler', most: 1.3 }],
  },
]

function peekSession(request) {
  return server.peekSession(toRequestHead(request))
}

/** Responds as a handler of Hono that reads the session. */
async function respondWithSession(context, readSession) {
  const session = await readSession()
  context.res = context.text(session.user.email)
  return session
}

function createCandidate(prepare, getSession) {
  return () => ({ prepare, run: request => getSession(request, config), read: ({ user }) => user.email })
}
