import * as authjs from '@auth/core'
import { getSession as getExpressSession } from '../../dist/integrations/express.js'
import { getSession as getNodeSession } from '../../dist/integrations/node.js'
import { readSession } from '../candidates/read-session.js'
import { cookie, createProviders, email, origin, secret } from '../candidates/request-fixture.js'

const config = { secret, trustHost: true, providers: createProviders(4) }
const { host } = new URL(origin)

export const measures = [
  {
    title: 'Session in a handler, JWT strategy',
    chart: 'Session in a handler, node',
    note: `\`getSession\` of \`latchkey/node\` and \`latchkey/express\` with a request of Node, as an app calls it. The baseline reads the cookie
header and decrypts the token with \`node:crypto\`. @auth/core runs as in \`getSession\` of \`@auth/express\`, which creates a \`Request\` and calls
\`Auth()\`.`,
    expected: email,
    candidates: {
      baseline: () => createCandidate(readSession),
      'Latchkey, latchkey/node': () => createCandidate(request => getNodeSession(request, config)),
      'Latchkey, latchkey/express': () => createCandidate(request => getExpressSession(request, config)),
      '@auth/core': () => createCandidate(readAuthjsSession),
    },
    ratios: { '× baseline': () => 'baseline', '× latchkey/node': () => 'Latchkey, latchkey/node' },
    targets: [
      { goal: 'session in a handler, node', of: 'Latchkey, latchkey/node', to: 'baseline', most: 1.5 },
      { goal: 'session in a handler, Express', of: 'Latchkey, latchkey/express', to: 'baseline', most: 1.5 },
    ],
  },
]

/** Creates a request of Node and Express, of which nothing is parsed yet. */
function createNodeRequest() {
  return { headers: { host, cookie }, socket: { encrypted: true }, url: '/', originalUrl: '/' }
}

function createCandidate(run) {
  return { prepare: createNodeRequest, run, read: ({ user }) => user.email }
}

async function readAuthjsSession({ headers }) {
  const response = await authjs.Auth(
    new Request(`${origin}/auth/session`, { headers: { cookie: headers.cookie } }),
    config,
  )
  return response.json()
}
