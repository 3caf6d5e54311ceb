import * as authjs from '@auth/core'
import { MemoryAdapter } from '../../dist/adapters/memory.js'
import { Auth, skipThrottling } from '../../dist/index.js'
import { createEmailSignIn, redeemMagicLink } from '../candidates/baseline-sign-in.js'
import { secret } from '../candidates/request-fixture.js'
import { createForm, createVisitorRequest, readSessionCookie, takeCookies } from '../candidates/visitor.js'
import { untimed } from '../runners/in-process.js'

export const measures = [
  {
    title: 'Sign-in with a magic link',
    chart: 'Sign-in, magic link',
    note: `\`POST signin\` with an email address, and the link of the email in the same browser, until the session cookie is set (JWT strategy). Each
user has an account, and an address of their own. The email is not sent. Both packages use \`MemoryAdapter\`. \`Latchkey\` has the default limits of attempts, as in production:
it counts the request for its client and its email address in the record store of the adapter, and the sign-in remembers the browser in a sealed
cookie. The next line has them off, because @auth/core has none. The baseline does the same work with \`node:crypto\` and a
\`Map\`. better-auth is left out, because it cannot use the same adapter.`,
    expected: true,
    candidates: {
      baseline: () => createCandidate(createEmailSignIn, redeemMagicLink),
      Latchkey: () => createAuthCandidate(Auth, { trustedProxies: 1 }),
      'Latchkey, limits off': () => createAuthCandidate(Auth, { throttling: skipThrottling }),
      '@auth/core': () => createAuthCandidate(authjs.Auth),
    },
    ratios: { '× baseline': () => 'baseline', '× Latchkey': () => 'Latchkey' },
    targets: [
      { goal: 'sign-in with a magic link', of: 'Latchkey', to: 'baseline', most: 3 },
      { goal: 'the same, @auth/core over Latchkey', of: '@auth/core', to: 'Latchkey', least: 3 },
      {
        goal: 'the same, limits of attempts on over off',
        of: 'Latchkey',
        to: 'Latchkey, limits off',
        most: 1.25,
      },
    ],
  },
]

async function createAuthCandidate(auth, options) {
  const adapter = MemoryAdapter()
  let send
  const provider = {
    id: 'email',
    name: 'Email',
    type: 'email',
    maxAge: 86_400,
    sendVerificationRequest: ({ url }) => send(url),
  }
  const config = {
    secret,
    trustHost: true,
    adapter,
    session: { strategy: 'jwt' },
    providers: [provider],
    ...options,
  }
  const respond = request => auth(request, config)
  const createRespond = sendLink => {
    send = sendLink
    return respond
  }
  const addUser = user => adapter.createUser({ ...user, emailVerified: new Date() })
  const candidate = createCandidate(createRespond, respond, addUser)
  return { ...candidate, clean: () => removeAll(adapter) }
}

/** The last date that JavaScript has. */
const endOfTime = new Date(8.64e15)

/** The adapter finds a user by the email address among all users. */
async function removeAll(adapter) {
  for (const { id } of await adapter.listUsers({ limit: 1000 })) await adapter.deleteUser(id)
  await adapter.records.deleteExpiredRecords(endOfTime)
}

/**
 * Each call signs in another user from another address, so that no limit is reached. Calls are made one after the other, so the links are in
 * the order of the responses.
 */
function createCandidate(createRequestLink, redeem, addUser = () => {}) {
  const links = []
  const requestLink = createRequestLink(url => links.push(url))
  let [started, finished] = [0, 0]
  return {
    prepare() {
      const number = started++
      const email = `ada-${number}@example.com`
      // It is stored at once.
      addUser({ id: `user-${number}`, name: 'Ada Lovelace', email })
      return createForm('signin/email', { email }, toAddress(number))
    },
    steps: [
      request => requestLink(request),
      untimed(response => createVisitorRequest(links.shift(), takeCookies(response), toAddress(finished++))),
      request => redeem(request),
    ],
    read: readSessionCookie,
  }
}

function toAddress(number) {
  return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
}
