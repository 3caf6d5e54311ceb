import * as authjs from '@auth/core'
import { Auth } from '../../dist/index.js'
import { respond } from '../candidates/baseline.js'
import { createProviders, createRequest, email, readEmail, secret } from '../candidates/request-fixture.js'

const config = { secret, trustHost: true, providers: createProviders(4) }
const alwaysUpdating = { ...config, session: { updateAge: 0 } }

export const measures = [
  {
    title: 'GET session, JWT strategy',
    chart: 'GET session',
    note: `Each call creates a \`Request\` with the cookies of a signed-in browser (session, CSRF token and callback URL) and gets a
\`Response\` from \`Auth()\` of each package, with the same configuration and the same cookies. @auth/core issues a new token at
every read. Latchkey does so once per \`session.updateAge\`; its second line has an \`updateAge\` of 0. The baseline creates the same
request, reads its cookie header, decrypts the token with \`node:crypto\` and a key derived once, and responds with JSON.

better-auth has no session tokens. The closest equivalent is \`auth.handler\` on \`get-session\` without a database, with the session
cached in a cookie for its whole lifetime (\`session.cookieCache\`). \`jwe\` encrypts it like Auth.js (\`A256CBC-HS512\`), \`compact\`,
the default, only signs it. It gets the cookies that its own sign-up set.`,
    expected: email,
    candidates: {
      baseline: () => ({ run: () => respond(createRequest('session')), read: readEmail }),
      Latchkey: () => ({ run: () => Auth(createRequest('session'), config), read: readEmail }),
      'Latchkey, reissuing': () => ({
        run: () => Auth(createRequest('session'), alwaysUpdating),
        read: readEmail,
      }),
      '@auth/core': () => ({ run: () => authjs.Auth(createRequest('session'), config), read: readEmail }),
      'better-auth, jwe': () => createBetterAuthCandidate('jwe'),
      'better-auth, compact': () => createBetterAuthCandidate('compact'),
    },
    ratios: { '× baseline': () => 'baseline', '× Latchkey': () => 'Latchkey' },
    targets: [
      { goal: 'GET session, cookies of a browser', of: 'Latchkey', to: 'baseline', most: 1.15 },
      { of: '@auth/core', to: 'Latchkey', least: 15 },
    ],
  },
]

async function createBetterAuthCandidate(strategy) {
  const betterAuth = await import('../candidates/better-auth.js')
  const { auth, cookie } = await betterAuth.createCookieCacheSite(strategy)
  return { run: () => auth.handler(betterAuth.createRequest(cookie)), read: readEmail }
}
