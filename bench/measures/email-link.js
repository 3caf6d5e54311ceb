import * as authjs from '@auth/core'
import { MemoryAdapter } from '../../dist/adapters/memory.js'
import { Auth, skipThrottling } from '../../dist/index.js'
import { createEmailSignIn, redeemMagicLink } from '../candidates/baseline-sign-in.js'
import { email, secret } from '../candidates/request-fixture.js'
import { createForm, createVisitorRequest, readSessionCookie, takeCookies } from '../candidates/visitor.js'
import { untimed } from '../runners/in-process.js'

export const measures = [
  {
    title: 'Sign-in with a magic link',
    chart: 'Sign-in, magic link',
    note: `\`POST signin\` with an email address, and the link of the email in the same browser, until the session cookie is set (JWT strategy). The
user has an account. The email is not sent. Both packages use \`MemoryAdapter\`; the limits of attempts are off, because @auth/core has none. The
baseline does the same work with \`node:crypto\` and a \`Map\`. better-auth is left out, because it cannot use the same adapter.`,
    expected: true,
    candidates: {
      baseline: () => createCandidate(createEmailSignIn, redeemMagicLink),
      Latchkey: () => createAuthCandidate(Auth),
      '@auth/core': () => createAuthCandidate(authjs.Auth),
    },
    ratios: { '× baseline': () => 'baseline', '× Latchkey': () => 'Latchkey' },
    targets: [
      { goal: 'sign-in with a magic link', of: 'Latchkey', to: 'baseline', most: 3 },
      { goal: 'the same, @auth/core over Latchkey', of: '@auth/core', to: 'Latchkey', least: 3 },
    ],
  },
]

async function createAuthCandidate(auth) {
  const adapter = MemoryAdapter()
  await adapter.createUser({ id: 'ada-0001', name: 'Ada Lovelace', email, emailVerified: new Date() })
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
    throttling: skipThrottling,
    providers: [provider],
  }
  const respond = request => auth(request, config)
  const createRespond = sendLink => {
    send = sendLink
    return respond
  }
  return createCandidate(createRespond, respond)
}

/** Calls are made one after the other, so the links are in the order of the responses. */
function createCandidate(createRequestLink, redeem) {
  const links = []
  const requestLink = createRequestLink(url => links.push(url))
  return {
    prepare: () => createForm('signin/email', { email }),
    steps: [
      request => requestLink(request),
      untimed(response => createVisitorRequest(links.shift(), takeCookies(response))),
      request => redeem(request),
    ],
    read: readSessionCookie,
  }
}
