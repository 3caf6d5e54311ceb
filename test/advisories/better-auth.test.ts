/**
 * The advisories of better-auth that apply to an authentication library for apps, and its security fixes without an advisory.
 * The titles begin with the id of the advisory, or with the number of the pull request.
 *
 * @module
 */
import { inspect } from 'node:util'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { expect } from 'vitest'
import {
  ada,
  createTappedAdapter,
  createTestApp,
  credentials,
  getLocation,
  origin,
  runRoundTrip,
  sessionCookie,
} from '../support/app.js'
import { createMaliciousProvider, grace } from '../support/malicious-provider.js'
import { createOlderProvider } from './older-provider.js'
import { testAdvisory } from './test-advisory.js'

type Check = 'pkce' | 'state' | 'nonce'

/** URLs that resolve to another origin if only their first characters are checked. */
const disguised = [
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\/\\/evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\r\n/evil.example',
  '/.//evil.example',
  '/%09/evil.example',
  ' //evil.example',
]

/** Returns the origin that a browser opens for the redirect of a response. */
function getTargetOrigin(response: Response): string {
  return new URL(getLocation(response) ?? '', origin).origin
}

testAdvisory('GHSA-hjpm-7mrm-26w8', 'a disguised URL is not a path', async () => {
  const { open } = createTestApp({ providers: [credentials] })
  const achieved: string[] = []
  for (const callbackUrl of disguised) {
    const target = getTargetOrigin(await open().signInWithCredentials({ ...ada, callbackUrl }))
    if (target !== origin) achieved.push(`${JSON.stringify(callbackUrl)} redirects to ${target}`)
  }
  const honest = await open().signInWithCredentials({ ...ada, callbackUrl: '/welcome' })
  expect(getLocation(honest)).toBe(`${origin}/welcome`)
  return achieved
})

testAdvisory(
  'GHSA-36rg-gfq2-3h56',
  'a foreign callback URL is rejected in every parameter that has one',
  async () => {
    const foreign = 'https://evil.example/x'
    const { open } = createTestApp({ providers: [credentials] })
    const input = async (path: string, fields: object, json = false) => {
      const visit = open()
      await visit.signInWithCredentials(ada)
      const csrfToken = await visit.getCsrfToken()
      return visit.post(path, { ...ada, csrfToken, ...fields }, { json })
    }
    const cookie = async () => {
      const visit = open()
      visit.jar.set(origin, `__Secure-authjs.callback-url=${encodeURIComponent(foreign)}; Path=/; Secure`)
      return visit.signInWithCredentials(ada)
    }
    const query = `callbackUrl=${encodeURIComponent(foreign)}&redirectTo=${encodeURIComponent(foreign)}`
    const responses = {
      form: await input('/auth/callback/credentials', { callbackUrl: foreign, redirectTo: foreign }),
      json: await input('/auth/callback/credentials', { callbackUrl: foreign }, true),
      query: await input(`/auth/callback/credentials?${query}`, {}),
      'sign-out': await input('/auth/signout', { callbackUrl: foreign }),
      'sign-out query': await input(`/auth/signout?${query}`, {}),
      cookie: await cookie(),
    }
    return Object.entries(responses)
      .filter(([, response]) => getTargetOrigin(response) !== origin)
      .map(([name, response]) => `${name} redirects to ${getTargetOrigin(response)}`)
  },
)

testAdvisory('GHSA-9x4v-xfq5-m8x5', 'the query of a page is not markup', async () => {
  const { open } = createTestApp({ providers: [credentials] })
  const payload = '"><img src=x onerror=alert(1)>'
  const achieved: string[] = []
  for (const page of ['error', 'signin', 'signout', 'verify-request']) {
    for (const name of ['error', 'error_description', 'callbackUrl', 'provider', 'email', 'code']) {
      const response = await open().get(`/auth/${page}?${new URLSearchParams({ [name]: payload })}`)
      const html = response.headers.get('content-type')?.startsWith('text/html') === true
      if (html && (await response.text()).includes('<img src=x')) achieved.push(`${page}: ${name}`)
    }
  }
  expect(await (await open().get('/auth/error?error=AccessDenied')).text()).toMatch(/access denied/i)
  return achieved
})

testAdvisory(
  'GHSA-wmjr-v86c-m9jj',
  'a forged session cookie at sign-out ends no session of another user',
  async () => {
    const adapter = MemoryAdapter()
    const { op, open } = createTestApp({ adapter })
    const victim = open()
    await runRoundTrip(victim, op)
    const token = victim.jar.get(sessionCookie)?.value ?? ''
    const user = await adapter.getUserByEmail(String(grace.email))
    const guesses = [
      token.slice(0, -1),
      `${token}x`,
      token.slice(0, 8),
      user?.id ?? '',
      String(grace.email),
      '*',
    ]
    for (const guess of guesses) {
      const thief = open()
      await runRoundTrip(thief, op, { as: { sub: 'attacker', email: 'attacker@evil.example' } })
      thief.jar.set(origin, `${sessionCookie}=${guess}; Path=/; Secure`)
      thief.jar.set(origin, `${sessionCookie}.0=${guess}; Path=/; Secure`)
      await thief.signOut()
    }
    const achieved = (await victim.getSession()) ? [] : ['the session of the victim ended']
    await victim.signOut()
    expect(await adapter.getSessionAndUser(token)).toBeNull()
    return achieved
  },
)

testAdvisory(
  'GHSA-569q-mpph-wgww',
  'the host and path of the first request do not change later responses',
  async () => {
    const { open } = createTestApp({ providers: [credentials] })
    for (const first of ['https://evil.example/auth/providers', 'https://evil.example/x/auth/signin'])
      await open().get(first, { headers: { 'x-forwarded-host': 'evil.example' } })
    const body = await (await open().get('/auth/providers')).text()
    expect(body).toContain(`${origin}/auth/callback/credentials`)
    const signedIn = await open().signInWithCredentials(ada)
    const isPoisoned = body.includes('evil.example') || getTargetOrigin(signedIn) !== origin
    return isPoisoned ? ['the URLs contain the host of the first request'] : []
  },
)

testAdvisory('GHSA-x732-6j76-qmhm', 'another spelling of a path does not skip the CSRF check', async () => {
  const { open } = createTestApp({ providers: [credentials] })
  const achieved: string[] = []
  const spellings = [
    '//auth/callback/credentials',
    '/auth//callback/credentials',
    '/auth/callback//credentials',
    '/auth/./callback/credentials',
    '/auth/callback/credentials/',
    '/auth/callback/credential%73',
    '/auth/%63allback/credentials',
    '/auth%2fcallback/credentials',
    '/AUTH/callback/credentials',
    '/auth/callback/credentials;x=1',
    '/auth\\callback\\credentials',
  ]
  for (const path of spellings) {
    const visit = open()
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
    await visit.post(new URL(origin + path), ada, { headers })
    if (visit.jar.get(sessionCookie)) achieved.push(`${path} signs in`)
  }
  const honest = open()
  await honest.signInWithCredentials(ada)
  expect(honest.jar.get(sessionCookie)).toBeDefined()
  return achieved
})

testAdvisory('GHSA-xg6x-h9c9-2m83', 'a denied sign-in sets no session cookie', async () => {
  const achieved: string[] = []
  for (const isDenied of [true, false]) {
    const op = createMaliciousProvider()
    const { open } = createTestApp({
      op,
      providers: [op.provider(), credentials],
      callbacks: { signIn: () => !isDenied },
    })
    const [oauth, password] = [open(), open()]
    await runRoundTrip(oauth, op)
    await password.signInWithCredentials(ada)
    const cookies = [oauth, password].flatMap(({ jar }) => jar.get(sessionCookie) ?? [])
    if (isDenied) achieved.push(...cookies.map(({ name }) => `a denied sign-in set ${name}`))
    else expect(cookies).toHaveLength(2)
  }
  return achieved
})

testAdvisory(
  'GHSA-wxw3-q3m9-c3jr',
  "the attacker's callback URL does not sign in a victim with a pending sign-in",
  async () => {
    const achieved: string[] = []
    const combinations: Check[][] = [
      ['pkce'],
      ['state'],
      ['nonce'],
      ['pkce', 'state'],
      ['pkce', 'state', 'nonce'],
    ]
    for (const checks of combinations) {
      for (const provider of checks.includes('nonce') ? ['op'] : ['op', 'plain']) {
        const op = createOlderProvider()
        const plainChecks = checks.filter(check => check !== 'nonce')
        const { open } = createTestApp({
          op,
          providers: [op.provider({ checks }), op.plainProvider({ checks: plainChecks })],
        })
        const attacker = open()
        const as = { sub: 'attacker', email: 'attacker@evil.example' }
        const trap = op.authorize(attacker.getLocation(await attacker.signIn(provider)), { as })
        const victim = open()
        await victim.signIn(provider)
        await victim.get(trap, { from: 'https://evil.example' })
        if (await victim.getSession()) achieved.push(`${provider} with ${checks}`)

        const honest = open()
        await runRoundTrip(honest, op, { provider })
        expect(await honest.getSession()).not.toBeNull()
      }
    }
    return achieved
  },
)

testAdvisory(
  'GHSA-g38m-r43w-p2q7',
  'an account that was made with an unverified email is not joined by its owner',
  async () => {
    const achieved: string[] = []
    for (const allowDangerousEmailAccountLinking of [true, false]) {
      const op = createOlderProvider()
      const adapter = MemoryAdapter()
      const { open } = createTestApp({
        op,
        adapter,
        providers: [op.provider({ allowDangerousEmailAccountLinking }), op.plainProvider()],
      })
      const claim = { ...grace, sub: 'attacker', email_verified: false }
      await runRoundTrip(open(), op, { provider: 'plain', as: claim })
      await runRoundTrip(open(), op)
      const [attacker, victim] = await Promise.all([
        adapter.getUserByAccount({ provider: 'plain', providerAccountId: 'attacker' }),
        adapter.getUserByAccount({ provider: 'op', providerAccountId: String(grace.sub) }),
      ])
      expect(attacker).not.toBeNull()
      if (attacker?.id === victim?.id) achieved.push(`joined, linking: ${allowDangerousEmailAccountLinking}`)
    }
    return achieved
  },
)

testAdvisory(
  'GHSA-7w99-5wm4-3g79',
  'one callback URL that is opened 16 times at once signs in one browser',
  async () => {
    const op = createOlderProvider()
    const { open } = createTestApp({ op, adapter: MemoryAdapter() })
    const visit = open()
    const back = op.authorize(visit.getLocation(await visit.signIn('op')))
    const strangers = Array.from({ length: 15 }, () => open())
    await Promise.all([visit, ...strangers].map(visitor => visitor.get(back, { from: op.issuer })))
    expect(visit.jar.get(sessionCookie)).toBeDefined()
    const signedIn = strangers.filter(({ jar }) => jar.get(sessionCookie))
    return signedIn.length > 0 ? [`${signedIn.length} sessions in other browsers`] : []
  },
)

testAdvisory('GHSA-5rr4-8452-hf4v', 'an http issuer is not requested', async () => {
  const achieved: string[] = []
  for (const issuer of ['http://169.254.169.254', 'http://10.0.0.1', 'http://localhost.evil.example']) {
    const op = createMaliciousProvider({ issuer })
    await createTestApp({ op }).open().signIn('op')
    if (op.requests.length > 0) achieved.push(`${issuer} was requested`)
  }
  const honest = createTestApp()
  await honest.open().signIn('op')
  expect(honest.op.requests).not.toEqual([])
  return achieved
})

testAdvisory(
  'GHSA-prpr-5gj3-qqhg',
  'an ID token for another client and a provider that was removed sign no user in',
  async () => {
    const adapter = MemoryAdapter()
    const { op, open } = createTestApp({ adapter })
    await runRoundTrip(open(), op)
    const removed = createTestApp({ adapter, providers: [op.provider({ id: 'other' })] }).open()
    const back = op.authorize(removed.getLocation(await removed.signIn('other')))
    back.pathname = '/auth/callback/op'
    await removed.get(back, { from: op.issuer })

    const victim = open()
    op.lies = { claims: { aud: 'another-client' } }
    await runRoundTrip(victim, op)
    return [
      ...((await removed.getSession()) ? ['signed in with a removed provider'] : []),
      ...((await victim.getSession()) ? ['signed in with the ID token of another client'] : []),
    ]
  },
)

testAdvisory(
  'GHSA-9h47-pqcx-hjr4',
  'neither an unsigned ID token nor the PKCE method "plain" is accepted',
  async () => {
    const op = createMaliciousProvider()
    const { open } = createTestApp({ op })
    op.lies = { signature: 'none' }
    const unsigned = open()
    await runRoundTrip(unsigned, op)

    const downgraded = createMaliciousProvider()
    downgraded.lies = {
      discovery: answer => ({ ...answer, code_challenge_methods_supported: ['plain'] }),
    }
    const visit = createTestApp({ op: downgraded }).open()
    const { searchParams } = visit.getLocation(await visit.signIn('op'))
    return [
      ...((await unsigned.getSession()) ? ['signed in with an unsigned ID token'] : []),
      ...(searchParams.get('code_challenge_method') === 'plain'
        ? ['the verifier was sent as challenge']
        : []),
    ]
  },
)

testAdvisory(
  'better-auth#10095',
  'an ID token with another nonce, or userinfo with another subject, signs no user in',
  async () => {
    const achieved: string[] = []
    const lies = {
      nonce: { claims: { nonce: 'another' } },
      subject: { userinfo: (answer: Record<string, unknown>) => ({ ...answer, sub: 'victim' }) },
      none: {},
    }
    for (const [name, lie] of Object.entries(lies)) {
      const op = createMaliciousProvider()
      const provider = op.provider({ checks: ['nonce', 'pkce'], idToken: false })
      const visit = createTestApp({ op, providers: [provider] }).open()
      op.lies = lie
      await runRoundTrip(visit, op)
      const session = await visit.getSession()
      if (name === 'none') expect(session).not.toBeNull()
      else if (session) achieved.push(`signed in with another ${name}: ${inspect(session['user'])}`)
    }
    return achieved
  },
)

testAdvisory('better-auth#9973', 'a form on another site without cookies signs no user in', async () => {
  const { open } = createTestApp({ providers: [credentials] })
  const achieved: string[] = []
  for (const foreign of ['https://evil.example', 'null']) {
    const visit = open()
    const headers = { origin: foreign, 'sec-fetch-site': 'cross-site' }
    await visit.post('/auth/callback/credentials', ada, { headers })
    if (visit.jar.get(sessionCookie)) achieved.push(`signed in from ${foreign}`)
  }
  const honest = open()
  await honest.signInWithCredentials(ada)
  expect(honest.jar.get(sessionCookie)).toBeDefined()
  return achieved
})

testAdvisory('better-auth#10222', 'no cache stores the session', async () => {
  const { open } = createTestApp({ providers: [credentials] })
  const visit = open()
  await visit.signInWithCredentials(ada)
  const response = await visit.get('/auth/session')
  expect(await response.json()).toMatchObject({ user: { name: 'Ada' } })
  const policy = response.headers.get('cache-control') ?? ''
  return policy.includes('no-store') ? [] : [`Cache-Control: ${policy}`]
})

testAdvisory('better-auth#10668', 'equal subjects at two providers are two users', async () => {
  const [first, second] = [
    createMaliciousProvider(),
    createMaliciousProvider({ issuer: 'https://two.example' }),
  ]
  const adapter = MemoryAdapter()
  const { open } = createTestApp({ adapter, providers: [first.provider(), second.provider({ id: 'two' })] })
  await runRoundTrip(open(), first, { as: { sub: 'same', email: 'one@example.com' } })
  await runRoundTrip(open(), second, { provider: 'two', as: { sub: 'same', email: 'two@example.com' } })
  const users = await Promise.all(
    ['op', 'two'].map(provider => adapter.getUserByAccount({ provider, providerAccountId: 'same' })),
  )
  expect(users.map(user => user?.email)).toEqual(['one@example.com', 'two@example.com'])
  return users[0]?.id === users[1]?.id ? ['both are one user'] : []
})

testAdvisory('better-auth#10125', 'a user whose account cannot be stored is not left behind', async () => {
  const store = MemoryAdapter()
  let isFailing = true
  const { adapter } = createTappedAdapter(store, method => {
    if (isFailing && ['linkAccount', 'createUserWithAccount'].includes(method)) throw new Error('disk full')
  })
  const { op, open } = createTestApp({ adapter })
  await runRoundTrip(open(), op)
  const leftover = await store.getUserByEmail(String(grace.email))
  isFailing = false
  const visit = open()
  await runRoundTrip(visit, op)
  return leftover ? [`left ${leftover.email} behind, later sign-in: ${await visit.getSession()}`] : []
})
