import * as authjs from '@auth/core'
import { Auth, customFetch, skipThrottling } from '../../dist/index.js'
import { receiveCallback, startSignIn } from '../candidates/baseline-sign-in.js'
import { authorize, clientId, clientSecret, fetchFromProvider, issuer } from '../candidates/oidc-provider.js'
import { secret } from '../candidates/request-fixture.js'
import { createForm, createVisitorRequest, readSessionCookie, takeCookies } from '../candidates/visitor.js'
import { untimed } from '../runners/in-process.js'

const measure = {
  title: 'Sign-in with OpenID Connect',
  chart: 'Sign-in, OpenID Connect',
  note: `\`POST signin\` and the callback with PKCE, \`state\` and \`nonce\`, until the session cookie is set (JWT strategy). The provider runs in the
same process and responds from memory. It signs the ID token (RS256) between the two requests, where it is not timed. The baseline does
the same work with \`node:crypto\`: it verifies the CSRF token, seals and opens the transaction, requests the tokens, verifies the ID token and
issues the session. @auth/core requests the metadata of the provider at both requests, and does not verify the signature of the ID token.
\`Latchkey\` has the default limits of attempts, as in production, and the next line has them off. Both do the same work here: with this provider
alone, nothing counts attempts by account, so no browser is remembered. better-auth is left out, because its sign-in also stores the user and the account.`,
  expected: true,
  candidates: {
    baseline: () => createCandidate(startSignIn, receiveCallback),
    Latchkey: () => createAuthCandidate(Auth, customFetch),
    'Latchkey, limits off': () => createAuthCandidate(Auth, customFetch, { throttling: skipThrottling }),
    '@auth/core': () => createAuthCandidate(authjs.Auth, authjs.customFetch),
  },
  ratios: { '× baseline': () => 'baseline', '× Latchkey': () => 'Latchkey' },
  targets: [
    { goal: 'sign-in with OpenID Connect', of: 'Latchkey', to: 'baseline', most: 2 },
    { goal: 'the same, @auth/core over Latchkey', of: '@auth/core', to: 'Latchkey', least: 4 },
    {
      goal: 'the same, limits of attempts on over off',
      of: 'Latchkey',
      to: 'Latchkey, limits off',
      most: 1.25,
    },
  ],
}

export const measures = [
  measure,
  {
    ...measure,
    title: 'Sign-in with OpenID Connect, elapsed time',
    chart: undefined,
    note: 'The same in elapsed time. Processor time also counts the threads that compile and collect garbage.',
    clock: 'elapsed',
    targets: [
      { goal: 'sign-in with OpenID Connect, elapsed', of: 'Latchkey', to: 'baseline', most: 2 },
      { goal: 'the same, @auth/core over Latchkey, elapsed', of: '@auth/core', to: 'Latchkey', least: 4 },
    ],
  },
]

function createAuthCandidate(auth, fetchSymbol, options) {
  const provider = {
    id: 'harbor',
    name: 'Harbor',
    type: 'oidc',
    issuer,
    clientId,
    clientSecret,
    checks: ['pkce', 'state', 'nonce'],
    [fetchSymbol]: fetchFromProvider,
  }
  const config = { secret, trustHost: true, providers: [provider], ...options }
  const respond = request => auth(request, config)
  return createCandidate(respond, respond)
}

function createCandidate(start, receive) {
  return {
    prepare: () => createForm('signin/harbor', {}),
    steps: [
      request => start(request),
      untimed(response =>
        createVisitorRequest(authorize(response.headers.get('location')), takeCookies(response)),
      ),
      request => receive(request),
    ],
    read: readSessionCookie,
  }
}
