import { gzipSync } from 'node:zlib'
import { customFetch } from 'latchkey'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  createMaliciousProvider,
  grace,
  type Lies,
  type MaliciousProvider,
} from '../support/malicious-provider.js'
import {
  expectAccepted,
  expectRejected,
  type ProviderBehavior,
  type RejectedBehavior,
  responseModes,
  runSignIn,
  testRejected,
} from '../support/relying-party.js'
import { serve } from '../support/serve.js'

/** Reads the profile from userinfo instead of the ID token. */
const options = { idToken: false }

function rejectUserinfo(userinfo: NonNullable<Lies['userinfo']>, cause: RegExp): RejectedBehavior {
  return { lies: { userinfo }, options, cause, requests: ['discovery', 'token', 'jwks', 'userinfo'] }
}

function respondWithText(text: string): NonNullable<Lies['userinfo']> {
  return () => new Response(text, { headers: { 'content-type': 'application/json' } })
}

function findUserinfoRequest({ requests }: MaliciousProvider) {
  return requests.find(({ endpoint }) => endpoint === 'userinfo')
}

test.each(responseModes)(
  'RP-11 oidcc-client-test-userinfo-bearer-header: the access token is in the Authorization header only (%s)',
  async mode => {
    const { op } = await expectAccepted({ options }, mode)
    const request = findUserinfoRequest(op)
    expect(request?.headers.get('authorization')).toMatch(/^Bearer [\w-]{32}$/)
    expect(request?.url.href).toBe(op.endpoints.userinfo)
  },
)

testRejected({
  'RP-12 oidcc-client-test-userinfo-invalid-sub: the subject differs from that of the ID token':
    rejectUserinfo(answer => ({ ...answer, sub: 'another-user' }), /"sub" property/),
})

test.each(responseModes)(
  'RP-14 oidcc-client-test-scope-userinfo-claims: the claims of the requested scopes fill the session (%s)',
  async mode => {
    const { visit } = await expectAccepted({ options }, mode)
    const { name, email, picture: image } = grace
    expect((await visit.getSession())?.['user']).toMatchObject({ name, email, image })
  },
)

test.each(responseModes)(
  'RP-16 oidcc-client-test-userinfo-bearer-body: the access token is not in the body (%s)',
  async mode => {
    const { op } = await expectAccepted({ options }, mode)
    expect(findUserinfoRequest(op)).toMatchObject({ method: 'GET' })
    expect([...(findUserinfoRequest(op)?.body ?? [])]).toEqual([])
  },
)

const claimSources: Record<string, object> = {
  'RP-32 oidcc-client-test-aggregated-claims: a claim from another token is not used': {
    JWT: 'eyJhbGciOiJub25lIn0.eyJlbWFpbCI6ImFkbWluQGV4YW1wbGUuY29tIn0.',
  },
  'RP-33 oidcc-client-test-distributed-claims: the URL of a claim is not requested': {
    endpoint: 'https://internal.example/claims',
    access_token: 'token',
  },
}

describe.each(responseModes)('with response_mode %s', mode => {
  test.each(Object.entries(claimSources))('%s', async (_, source) => {
    const userinfo: Lies['userinfo'] = ({ email: _, ...answer }) => ({
      ...answer,
      _claim_names: { email: 'other' },
      _claim_sources: { other: source },
    })
    const { op, visit } = await expectAccepted({ lies: { userinfo }, options }, mode)
    expect(op.listRequestedEndpoints()).toEqual(['discovery', 'token', 'jwks', 'userinfo'])
    expect(await visit.getSession()).toMatchObject({ user: { name: grace.name } })
    expect(JSON.stringify(await visit.getSession())).not.toContain('admin@')
  })
})

const linkableClaims: Record<string, { claim: unknown; isLinked: boolean }> = {
  'OX-07: `true` is a verified email': { claim: true, isLinked: true },
  'OX-07: 1 is a verified email': { claim: 1, isLinked: true },
  'OX-07: the text "true" is a verified email': { claim: 'true', isLinked: true },
  'OX-07: null is no statement, so the option decides': { claim: null, isLinked: true },
  'OX-07: a missing claim is no statement, so the option decides': { claim: undefined, isLinked: true },
  'OX-07: `false` is an unverified email': { claim: false, isLinked: false },
  'OX-07: the text "false" is an unverified email': { claim: 'false', isLinked: false },
  'OX-07: an empty text is an unverified email': { claim: '', isLinked: false },
  'OX-07: a list is an unverified email': { claim: [true], isLinked: false },
  'OX-07: the text "TRUE" is an unverified email': { claim: 'TRUE', isLinked: false },
}

/** Only a verified email links the account to the user who has the email, although the option allows it. */
describe.each(responseModes)('with response_mode %s', mode => {
  test.each(Object.entries(linkableClaims))('%s', async (_, { claim, isLinked }) => {
    const store = MemoryAdapter()
    const user = { id: 'user-1', email: 'grace@example.com', emailVerified: new Date() }
    await store.createUser(user)
    const behavior: ProviderBehavior = {
      lies: { userinfo: answer => ({ ...answer, email_verified: claim }) },
      options: { ...options, allowDangerousEmailAccountLinking: true },
      config: { adapter: store },
    }
    const { visit, log } = await runSignIn(behavior, mode)
    expect((await visit.getSession()) !== null).toBe(isLinked)
    expect(log.types()).toEqual(isLinked ? [] : ['OAuthAccountNotLinked'])
    const owner = await store.getUserByAccount({ provider: 'op', providerAccountId: 'grace-0001' })
    expect(owner?.id).toBe(isLinked ? user.id : undefined)
  })
})

testRejected({
  'OX-09: HTML': rejectUserinfo('html', /content-type must be application/),
  'OX-09: status 204': rejectUserinfo('empty', /not a conform UserInfo/),
  'OX-09: a redirect': rejectUserinfo('redirect', /not a conform UserInfo/),
  'OX-09: 50 megabytes': rejectUserinfo(
    respondWithText(`{"sub":"grace-0001","pad":"${'x'.repeat(50_000_000)}"}`),
    /larger than 1000000 bytes/,
  ),
  'OX-09: a stream that does not end': rejectUserinfo('huge', /larger than 1000000 bytes/),
  'OX-09: incomplete JSON': rejectUserinfo('garbage', /failed to parse/),
  'OX-09: a list': rejectUserinfo('array', /top level object/),
  'OX-09: a duplicate subject': rejectUserinfo(
    respondWithText('{"sub":"grace-0001","sub":"admin"}'),
    /"sub" property/,
  ),
})

test.each(responseModes)(
  'OX-09: a compressed response of 100 megabytes is rejected (%s)',
  { timeout: 30_000 },
  async mode => {
    const { origin, close } = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      response.end(gzipSync(Buffer.alloc(100_000_000, ' ')))
    })
    onTestFinished(close)
    const op = createMaliciousProvider()
    // Only a response from the network is decompressed.
    const fetchFromNetwork: typeof fetch = (input, init) =>
      String(input).startsWith(origin) ? fetch(input, init) : op.fetch(input, init)
    const behavior: RejectedBehavior = {
      op,
      options: { ...options, userinfo: `${origin}/userinfo`, [customFetch]: fetchFromNetwork },
      cause: /larger than 1000000 bytes/,
      requests: ['discovery', 'token', 'jwks'],
    }
    await expectRejected(behavior, mode)
  },
)

test.each(responseModes)('OX-09: a `__proto__` key does not change the profile (%s)', async mode => {
  const profiles: object[] = []
  const behavior: ProviderBehavior = {
    lies: {
      userinfo: respondWithText(
        '{"sub":"grace-0001","name":"Grace","__proto__":{"email":"admin@example.com","isAdmin":true}}',
      ),
    },
    options,
    config: {
      callbacks: {
        signIn: ({ profile }) => {
          profiles.push(Object.assign({}, profile))
          return true
        },
      },
    },
  }
  const { visit } = await expectAccepted(behavior, mode)
  expect(JSON.stringify(await visit.getSession())).not.toContain('admin@')
  expect(profiles).toHaveLength(1)
  expect(profiles[0]).not.toHaveProperty('isAdmin')
  expect({}).not.toHaveProperty('isAdmin')
})
