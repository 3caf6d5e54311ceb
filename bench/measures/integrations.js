import { sessionOf } from '../../dist/core/server-api.js'
import { getSession as ofExpress } from '../../dist/integrations/express.js'
import { getSession as ofNode } from '../../dist/integrations/node.js'
import { getSession as ofSolidStart } from '../../dist/integrations/solid-start.js'
import { importNextIntegration } from '../candidates/next.js'
import { cookie, createProviders, email, origin, secret } from '../candidates/request-fixture.js'

const config = { secret, trustHost: true, providers: createProviders(4) }
const { default: NextAuth } = await importNextIntegration()
const { auth } = NextAuth(config)
const { host } = new URL(origin)
const headers = { host, cookie }

/** As Node and Express hand one over: nothing is parsed yet. */
const createNodeRequest = () => ({
  headers: { ...headers },
  socket: { encrypted: true },
  url: '/',
  originalUrl: '/',
})
/** What `getServerSideProps` of Next is given. */
const createPageContext = () => ({ req: createNodeRequest(), res: { headersSent: false, appendHeader() {} } })
const createWebRequest = () => new Request(`${origin}/`, { headers })

const integrations = {
  'latchkey/node': createCandidate(createNodeRequest, ofNode),
  'latchkey/express': createCandidate(createNodeRequest, ofExpress),
  'latchkey/solid-start': createCandidate(createWebRequest, ofSolidStart),
  'latchkey/next': createCandidate(createPageContext, context => auth(context)),
}

export const measures = [
  {
    title: 'The session of a page, JWT strategy',
    note: `\`getSession\` of each integration (of Next \`auth\`, in the pages router), beside what all of them lead to, with the request as
the framework hands it over; what the framework itself takes is not in it.`,
    expected: email,
    together: true,
    contenders: { 'the core': createCandidate(createWebRequest, sessionOf), ...integrations },
    ratios: { '× the core': () => 'the core' },
    targets: Object.keys(integrations).map(of => ({ of, to: 'the core', most: 1.3 })),
  },
]

function createCandidate(prepare, getSession) {
  return () => ({ prepare, run: request => getSession(request, config), read: ({ user }) => user.email })
}
