import { getSession as getExpressSession } from '../../dist/integrations/express.js'
import { getSession as getNodeSession } from '../../dist/integrations/node.js'
import { getSession as getSolidStartSession } from '../../dist/integrations/solid-start.js'
import { createServer, toRequestHead } from '../../dist/server.js'
import { importNextIntegration } from '../candidates/next.js'
import { cookie, createProviders, email, origin, secret } from '../candidates/request-fixture.js'

const config = { secret, trustHost: true, providers: createProviders(4) }
const { default: NextAuth } = await importNextIntegration()
const { auth } = NextAuth(config)
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
const createWebRequest = () => new Request(`${origin}/`, { headers })

const integrations = {
  'latchkey/node': createCandidate(createNodeRequest, getNodeSession),
  'latchkey/express': createCandidate(createNodeRequest, getExpressSession),
  'latchkey/solid-start': createCandidate(createWebRequest, getSolidStartSession),
  'latchkey/next': createCandidate(createPageContext, context => auth(context)),
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
]

function peekSession(request) {
  return server.peekSession(toRequestHead(request))
}

function createCandidate(prepare, getSession) {
  return () => ({ prepare, run: request => getSession(request, config), read: ({ user }) => user.email })
}
