import * as reference from '@auth/core'
import { Auth } from '../../dist/index.js'
import { respond } from '../candidates/baseline.js'
import { createProviders, createRequest, email, readEmail, secret } from '../candidates/request-fixture.js'

const config = { secret, trustHost: true, providers: createProviders(4) }
const alwaysUpdating = { ...config, session: { updateAge: 0 } }

export const measures = [
  {
    title: 'GET session, JWT strategy',
    note: `Each call makes a \`Request\` with the cookies of a signed-in browser (session, CSRF token and callback URL) and gets
a \`Response\`, through \`Auth()\` of either package with the same configuration and the same cookies. @auth/core seals a new
token at every read; Latchkey does so once per \`session.updateAge\`, and its second line shows it with an \`updateAge\` of 0.
The floor makes the same request, reads its cookie header, opens the token with \`node:crypto\` under a key derived once,
and answers its JSON.

better-auth has no token that is a session. What comes closest is \`auth.handler\` on \`get-session\` without a database,
with the session cached in a cookie for as long as it lives (\`session.cookieCache\`): \`jwe\` encrypts it as Auth.js does
(\`A256CBC-HS512\`), \`compact\`, the default, signs it only. It gets the cookies that its own sign-up set.`,
    expected: email,
    contenders: {
      floor: () => ({ run: () => respond(createRequest('session')), read: readEmail }),
      Latchkey: () => ({ run: () => Auth(createRequest('session'), config), read: readEmail }),
      'Latchkey, issuing anew': () => ({
        run: () => Auth(createRequest('session'), alwaysUpdating),
        read: readEmail,
      }),
      '@auth/core': () => ({ run: () => reference.Auth(createRequest('session'), config), read: readEmail }),
      'better-auth, jwe': () => createBetterAuthCandidate('jwe'),
      'better-auth, compact': () => createBetterAuthCandidate('compact'),
    },
    ratios: { '× floor': () => 'floor', '× Latchkey': () => 'Latchkey' },
    targets: [
      { of: 'Latchkey', to: 'floor', most: 2 },
      { of: '@auth/core', to: 'Latchkey', least: 15 },
    ],
  },
]

async function createBetterAuthCandidate(strategy) {
  const betterAuth = await import('../candidates/better-auth.js')
  const { auth, cookie } = await betterAuth.createCookieCacheSite(strategy)
  return { run: () => auth.handler(betterAuth.createRequest(cookie)), read: readEmail }
}
