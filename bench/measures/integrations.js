import { sessionOf } from '../../dist/core/facade.js'
import { getSession as ofExpress } from '../../dist/integrations/express.js'
import { getSession as ofNode } from '../../dist/integrations/node.js'
import { getSession as ofSolidStart } from '../../dist/integrations/solid-start.js'
import { integrationOfNext } from '../contenders/next.js'
import { cookie, email, origin, secret, someProviders } from '../contenders/visitor.js'

const config = { secret, trustHost: true, providers: someProviders(4) }
const { default: NextAuth } = await integrationOfNext()
const { auth } = NextAuth(config)
const { host } = new URL(origin)
const headers = { host, cookie }

/** As Node and Express hand one over: nothing is parsed yet. */
const nodeRequest = () => ({
  headers: { ...headers },
  socket: { encrypted: true },
  url: '/',
  originalUrl: '/',
})
/** What `getServerSideProps` of Next is given. */
const pageContext = () => ({ req: nodeRequest(), res: { headersSent: false, appendHeader() {} } })
const webRequest = () => new Request(`${origin}/`, { headers })

const integrations = {
  'latchkey/node': reading(nodeRequest, ofNode),
  'latchkey/express': reading(nodeRequest, ofExpress),
  'latchkey/solid-start': reading(webRequest, ofSolidStart),
  'latchkey/next': reading(pageContext, context => auth(context)),
}

export const measures = [
  {
    title: 'The session of a page, JWT strategy',
    note: `\`getSession\` of each integration (of Next \`auth\`, in the pages router), beside what all of them lead to, with the request as
the framework hands it over; what the framework itself takes is not in it.`,
    expected: email,
    together: true,
    contenders: { 'the core': reading(webRequest, sessionOf), ...integrations },
    ratios: { '× the core': () => 'the core' },
    targets: Object.keys(integrations).map(of => ({ of, to: 'the core', most: 1.3 })),
  },
]

function reading(prepare, getSession) {
  return () => ({ prepare, run: request => getSession(request, config), read: ({ user }) => user.email })
}
