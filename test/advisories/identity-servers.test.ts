/**
 * The advisories of identity servers whose logic also exists in an authentication library for apps. The titles begin with the id of
 * the advisory.
 *
 * @module
 */
import { inspect } from 'node:util'
import { customFetch } from 'latchkey'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { expect } from 'vitest'
import {
  ada,
  createTestApp,
  credentials,
  getLocation,
  origin,
  runRoundTrip,
  sessionCookie,
} from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'
import type { Visitor } from '../support/visitor.js'
import { createOlderProvider } from './older-provider.js'
import { testAdvisory } from './test-advisory.js'

testAdvisory(
  'GHSA-wc43-73w7-x2f5',
  'a configured `max_age` is verified: a sign-in at the provider that is older is rejected',
  async () => {
    const op = createMaliciousProvider()
    const authorization = { params: { scope: 'openid profile email', max_age: 300 } }
    const { open } = createTestApp({ op, providers: [op.provider({ authorization })] })
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      missing: undefined,
      old: now - 3_600,
      'as text': String(now),
      'of the future': now + 3_600,
    }
    const achieved: string[] = []
    for (const [name, auth_time] of Object.entries(claims)) {
      const visit = open()
      op.lies = { claims: { auth_time } }
      await runRoundTrip(visit, op)
      if (await visit.getSession()) achieved.push(`signed in with an \`auth_time\` that is ${name}`)
    }
    op.lies = { claims: { auth_time: now - 60 } }
    const honest = open()
    await runRoundTrip(honest, op)
    expect(await honest.getSession()).not.toBeNull()
    return achieved
  },
)

testAdvisory(
  'GHSA-grfp-q2mm-hfp6',
  'the id of a provider and the callback path are case-sensitive',
  async () => {
    const achieved: string[] = []
    const [op, other] = [createOlderProvider(), createMaliciousProvider({ issuer: 'https://other.example' })]
    const { open } = createTestApp({ op, providers: [op.provider(), other.provider({ id: 'Op' })] })
    for (const path of ['/auth/callback/OP', '/auth/callback/Op', '/auth/CALLBACK/op', '/Auth/callback/op']) {
      const visit = open()
      const back = op.authorize(visit.getLocation(await visit.signIn('op')))
      expect(back.pathname).toBe('/auth/callback/op')
      back.pathname = path
      await visit.get(back, { from: op.issuer })
      if (await visit.getSession()) achieved.push(`${path} signs in`)
    }
    const honest = open()
    await runRoundTrip(honest, op)
    expect(await honest.getSession()).not.toBeNull()
    return achieved
  },
)

testAdvisory(
  'GHSA-qvp4-rpmr-xwrr',
  'the answer to one request is not reused for another, and a path with dots leads to no other action',
  async () => {
    const achieved: string[] = []
    const adapter = MemoryAdapter()
    const { op, open } = createTestApp({ adapter })
    const [visit, other] = [open(), open()]
    await runRoundTrip(visit, op, { as: { sub: 'a', email: 'a@corp.example' } })
    await runRoundTrip(other, op, { as: { sub: 'b', email: 'b@corp.example' } })
    const copy = visit.cloneWithCookies()
    const sessions = await Promise.all([visit, other, visit, other].map(each => each.getSession()))
    const emails = sessions.map(session => Object(session?.['user']).email)
    if (emails.join() !== 'a@corp.example,b@corp.example,a@corp.example,b@corp.example')
      achieved.push(`sessions of ${emails}`)

    for (const path of ['/auth/csrf/..%2fsignout', '/auth/csrf/%2e%2e%2fsignout', '/auth/csrf/..;/signout']) {
      await visit.post(new URL(origin + path), { csrfToken: 'x' }, { from: 'https://evil.example' })
      if (!(await visit.getSession())) achieved.push(`${path} signs out`)
    }
    await visit.signOut()
    if (await copy.getSession()) achieved.push('the session is valid after the sign-out')
    expect(await other.getSession()).not.toBeNull()
    return achieved
  },
)

testAdvisory(
  'GHSA-97g8-xfvw-q4hg',
  'the value of a session is never used again, also if another user signs in in the same browser',
  async () => {
    const achieved: string[] = []
    const { op, open } = createTestApp({ adapter: MemoryAdapter() })
    const visit = open()
    const former: Visitor[] = []
    const values = new Set<string>()
    for (let round = 0; round < 10; round++) {
      const email = `user-${round}@corp.example`
      await runRoundTrip(visit, op, { as: { sub: String(round), email, email_verified: true } })
      expect(await visit.getSession()).toMatchObject({ user: { email } })
      values.add(visit.jar.get(sessionCookie)?.value ?? '')
      former.push(visit.cloneWithCookies())
      await visit.signOut()
    }
    if (values.size < 10) achieved.push(`${values.size} values for 10 sessions`)
    for (const copy of former) {
      const session = await copy.getSession()
      if (session) achieved.push(`a former session value is that of ${inspect(session['user'])}`)
    }
    return achieved
  },
)

testAdvisory(
  'GHSA-w8gr-xwp4-r9f7',
  'a redirect rule is not fooled by dots, encoding or user names',
  async () => {
    const { open } = createTestApp({ providers: [credentials] })
    const achieved: string[] = []
    const urls = [
      `${origin}/..;/..;/evil.example`,
      `${origin}/%2e%2e;/%252f%252fevil.example`,
      '/..;//evil.example',
      '/%252f%252fevil.example',
      '%252f%252fevil.example',
      `${origin}%252f@evil.example`,
      `https://app.example@evil.example`,
      `https://app.example:443@evil.example/`,
      `https://evil.example#@app.example`,
      `https://evil.example?@app.example`,
      `https://evil.example\\@app.example`,
      `https://evil.example/.app.example`,
      `https://app.example.evil.example`,
      'http://localhost',
      'http://127.0.0.1',
      'http://[::1]',
      'http://127.0.0.1.nip.io',
      'http://localhost.evil.example',
      'http://0x7f000001/',
      'https://app.example:8443/',
      'http://app.example/',
    ]
    for (const callbackUrl of urls) {
      const response = await open().signInWithCredentials({ ...ada, callbackUrl })
      const target = new URL(getLocation(response) ?? '', origin)
      if (target.origin !== origin || target.pathname.startsWith('//'))
        achieved.push(`${callbackUrl} redirects to ${target}`)
    }
    const honest = await open().signInWithCredentials({ ...ada, callbackUrl: `${origin}/a/%2e/b?c=%252f` })
    expect(new URL(getLocation(honest) ?? '').origin).toBe(origin)
    return achieved
  },
)

testAdvisory(
  'GHSA-4gv3-mc9p-5wqc',
  'no action signs in with the artefacts of an unfinished flow',
  async () => {
    const achieved: string[] = []
    const op = createOlderProvider()
    const providers = [op.provider(), op.plainProvider(), credentials]
    const { open } = createTestApp({ op, providers, adapter: MemoryAdapter(), session: { strategy: 'jwt' } })
    const actions = ['signin', 'callback', 'verify-request', 'session', 'webauthn-options', 'csrf', 'signout']
    for (const started of ['op', 'plain', null])
      for (const action of actions)
        for (const provider of ['op', 'plain', 'credentials'])
          for (const method of ['GET', 'POST']) {
            const visit = open()
            const away = started && visit.getLocation(await visit.signIn(started))
            const csrfToken = await visit.getCsrfToken()
            const fields = {
              csrfToken,
              code: 'guess',
              state: away ? (away.searchParams.get('state') ?? '') : 'guess',
              token: 'guess',
              email: 'grace@example.com',
              action: 'authenticate',
              data: '{}',
            }
            const path = `/auth/${action}/${provider}`
            if (method === 'POST') await visit.post(path, fields)
            else await visit.get(`${path}?${new URLSearchParams(fields)}`)
            if (await visit.getSession()) achieved.push(`${method} ${path} after signin/${started}`)
          }
    const honest = open()
    await runRoundTrip(honest, op)
    expect(await honest.getSession()).not.toBeNull()
    return achieved
  },
)

testAdvisory(
  'GHSA-m297-3jv9-m927',
  'a provider that was disabled does not sign in, also if the sign-in began before',
  async () => {
    const achieved: string[] = []
    const adapter = MemoryAdapter()
    const [op, other] = [createOlderProvider(), createMaliciousProvider({ issuer: 'https://other.example' })]
    const before = createTestApp({ op, adapter, providers: [op.provider(), other.provider({ id: 'other' })] })
    const after = createTestApp({ op, adapter, providers: [other.provider({ id: 'other' })] })
    await runRoundTrip(before.open(), op)

    const pending = before.open()
    const back = op.authorize(pending.getLocation(await pending.signIn('op')))
    const late = after.open({ jar: pending.jar })
    await late.get(back, { from: op.issuer })
    if (await late.getSession()) achieved.push('a pending sign-in is completed')

    const visit = after.open()
    const response = await visit.signIn('op')
    if (getLocation(response)?.startsWith(op.issuer)) achieved.push('a sign-in begins')

    const honest = after.open()
    await runRoundTrip(honest, other, { provider: 'other', as: { sub: 'x', email: 'x@corp.example' } })
    expect(await honest.getSession()).not.toBeNull()
    return achieved
  },
)

testAdvisory(
  'GHSA-7wfc-4796-gmg5',
  'neither a header nor the metadata of a provider makes the server request an internal address',
  async () => {
    const achieved: string[] = []
    const internal = '169.254.169.254'
    const headers = {
      'x-zitadel-forward-host': internal,
      'x-zitadel-public-host': internal,
      'x-zitadel-instance-host': internal,
      forwarded: `host=${internal}`,
      'x-original-host': internal,
    }
    for (const name of ['token_endpoint', 'userinfo_endpoint', 'jwks_uri', null]) {
      const op = createMaliciousProvider()
      op.lies = { discovery: answer => (name ? { ...answer, [name]: `http://${internal}/${name}` } : answer) }
      const requested: string[] = []
      const provider = op.provider({
        idToken: name !== 'userinfo_endpoint',
        [customFetch]: async (input, init) => {
          const { href } = new URL(input instanceof Request ? input.url : input)
          requested.push(href)
          return op.fetch(input, init)
        },
      })
      const { open } = createTestApp({ op, providers: [provider] })
      const visit = open()
      const csrfToken = await visit.getCsrfToken()
      const away = await visit.post('/auth/signin/op', { csrfToken }, { headers })
      if (getLocation(away)?.startsWith(op.issuer))
        await visit.get(op.authorize(visit.getLocation(away)), { from: op.issuer, headers })
      achieved.push(...requested.filter(url => url.includes(internal)).map(url => `requested ${url}`))
      if (name === null) expect(await visit.getSession()).not.toBeNull()
    }
    return achieved
  },
)

testAdvisory('GHSA-6rx5-m2rc-hmf7', 'a redirect URL on a page is not a script', async () => {
  const { open } = createTestApp({ providers: [credentials, createMaliciousProvider().provider()] })
  const achieved: string[] = []
  const scripts = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:alert(1)',
    '"><script>alert(1)</script>',
    "'-alert(1)-'",
    `${origin}/"onmouseover="alert(1)`,
  ]
  for (const script of scripts)
    for (const page of ['signin', 'signout', 'error', 'verify-request']) {
      const visit = open()
      const query = new URLSearchParams({ callbackUrl: script, redirectTo: script, url: script })
      const response = await visit.get(`/auth/${page}?${query}`)
      const html = await response.text()
      if (/(?:href|action|src|value|content)="\s*(?:java\s*script|vbscript|data):/i.test(html))
        achieved.push(`${page} contains ${script} as a URL`)
      if (html.includes('<script>alert') || html.includes('"onmouseover="'))
        achieved.push(`${page} contains ${script} as markup`)
      const target = getLocation(await visit.signInWithCredentials({ ...ada, callbackUrl: script }))
      if (new URL(target ?? '', origin).origin !== origin) achieved.push(`${script} is opened: ${target}`)
    }
  expect(await (await open().get('/auth/signin')).text()).toContain('<form')
  return achieved
})
