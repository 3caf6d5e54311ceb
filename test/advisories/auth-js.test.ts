/**
 * The other advisories of Auth.js (next-auth). The titles begin with the id of the advisory.
 *
 * @module
 */
import { inspect } from 'node:util'
import { expect } from 'vitest'
import {
  ada,
  createTestApp,
  credentials,
  getLocation,
  origin,
  runRoundTrip,
  secret,
  sessionCookie,
} from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'
import { createOlderProvider } from './older-provider.js'
import { testAdvisory } from './test-advisory.js'

testAdvisory(
  'GHSA-f9wg-5f46-cjmw',
  'a callback URL that begins with the own origin does not redirect to another',
  async () => {
    const { open } = createTestApp({ providers: [credentials] })
    const achieved: string[] = []
    for (const rest of [
      '.evil.example',
      '@evil.example',
      '-evil.example/x',
      ':x@evil.example',
      '%40evil.example',
    ]) {
      const response = await open().signInWithCredentials({ ...ada, callbackUrl: origin + rest })
      const target = new URL(getLocation(response) ?? '', origin)
      if (target.origin !== origin) achieved.push(`redirected to ${target}`)
    }
    const honest = await open().signInWithCredentials({ ...ada, callbackUrl: `${origin}/welcome` })
    expect(getLocation(honest)).toBe(`${origin}/welcome`)
    return achieved
  },
)

testAdvisory(
  'GHSA-g5fm-jp9v-2432',
  'a malformed callback URL is answered, and the next request works',
  async () => {
    const { answer } = createTestApp({ providers: [credentials] })
    const achieved: string[] = []
    for (const callbackUrl of ['https://[', 'http://%', 'a'.repeat(64_000), '\ud800', 'https://', '\0']) {
      const query = new URLSearchParams({ callbackUrl })
      const request = new Request(`${origin}/auth/signin?${query}`)
      const status = await answer(request).then(({ status }) => status, String)
      if (typeof status === 'string') achieved.push(`${callbackUrl.slice(0, 20)} throws ${status}`)
    }
    expect((await answer(new Request(`${origin}/auth/signin`))).status).toBe(200)
    return achieved
  },
)

testAdvisory('GHSA-p6mm-27gq-9v3p', 'the logged errors do not contain the client secret', async () => {
  const achieved: string[] = []
  for (const endpoint of ['token', 'userinfo', 'discovery', 'jwks'] as const) {
    const op = createMaliciousProvider()
    op.lies = { [endpoint]: 'status-500' }
    const { open, log } = createTestApp({
      op,
      providers: [op.provider({ idToken: false }), op.plainProvider()],
    })
    await runFailingFlows(() => open(), op)
    expect(log.errors).not.toEqual([])
    const written = inspect(log.errors, { depth: Number.POSITIVE_INFINITY, showHidden: true })
    for (const text of [op.clientSecret, encodeURIComponent(op.clientSecret), secret])
      if (written.includes(text)) achieved.push(`${endpoint}: logged ${text}`)
  }
  return achieved
})

/** Denies the consent, and signs in at a provider with a failing endpoint. Discovery may fail before the redirect. */
async function runFailingFlows(
  open: ReturnType<typeof createTestApp>['open'],
  op: ReturnType<typeof createMaliciousProvider>,
) {
  for (const provider of ['op', 'plain']) {
    for (const choice of [{}, { error: 'access_denied' }]) {
      const visit = open()
      const url = visit.getLocation(await visit.signIn(provider))
      if (url.origin === op.issuer) await visit.get(op.authorize(url, choice), { from: op.issuer })
    }
  }
}

testAdvisory(
  'GHSA-7r7x-4c4q-c4qf',
  'a code that was issued without checks is rejected in a browser without check cookies',
  async () => {
    const achieved: string[] = []
    for (const provider of ['op', 'plain']) {
      const op = createOlderProvider()
      const { open } = createTestApp({ op, providers: [op.provider(), op.plainProvider()] })
      const user = open()
      const url = user.getLocation(await user.signIn(provider))
      for (const name of ['state', 'nonce', 'code_challenge', 'code_challenge_method'])
        url.searchParams.delete(name)
      const back = op.authorize(url)
      const thief = open()
      await thief.get(back)
      if (op.listRequestedEndpoints().includes('token')) achieved.push(`${provider}: the code was sent`)
      if (await thief.getSession()) achieved.push(`${provider}: the attacker is signed in`)

      const honest = open()
      await runRoundTrip(honest, op, { provider })
      expect(await honest.getSession()).toMatchObject({ user: { name: 'Grace Hopper' } })
    }
    return achieved
  },
)

testAdvisory('GHSA-v64w-49xw-qq89', 'a check cookie is not a session', async () => {
  const op = createOlderProvider()
  const checks: ('pkce' | 'state' | 'nonce')[] = ['pkce', 'state', 'nonce']
  const { open } = createTestApp({ op, providers: [op.provider({ checks })] })
  const visit = open()
  await visit.signIn('op')
  const sealed = visit.jar.cookies().filter(({ value }) => value.split('.').length === 5)
  expect(sealed).not.toEqual([])
  const achieved: string[] = []
  for (const { name, value } of sealed) {
    const thief = open()
    thief.jar.set(origin, `${sessionCookie}=${value}; Path=/; Secure`)
    if (await thief.getSession()) achieved.push(`signed in with ${name}`)
  }
  await runRoundTrip(visit, op)
  expect(await visit.getSession()).toMatchObject({ user: { name: 'Grace Hopper' } })
  return achieved
})

testAdvisory(
  'GHSA-xmf8-cvqr-rfgj',
  'getToken returns null for a malformed Authorization header',
  async ({ getToken }) => {
    const values = [
      'Bearer %',
      'Bearer',
      'Bearer  ',
      'Bearer %zz',
      'Bearer %ff',
      'Bearer\t%',
      'Bearer %, Bearer %',
    ]
    const achieved: string[] = []
    for (const authorization of [...values, `Bearer ${'%'.repeat(1_000_000)}`]) {
      const req = new Request(origin, { headers: { authorization } })
      const token = await getToken({ req, secret }).catch(String)
      if (token !== null) achieved.push(`${authorization.slice(0, 20)}: ${inspect(token)}`)
    }
    return achieved
  },
)

testAdvisory(
  'GHSA-x445-f3h2-j279',
  'a sign-in that was started at one provider is not completed at another',
  async () => {
    const achieved: string[] = []
    for (const [begun, ended] of [
      ['op', 'twin'],
      ['twin', 'op'],
      ['plain', 'plain-twin'],
    ] as const) {
      const op = createOlderProvider()
      const checks: ('pkce' | 'state')[] = ['pkce', 'state']
      const { open } = createTestApp({
        op,
        providers: [
          op.provider({ checks }),
          op.provider({ checks, id: 'twin' }),
          op.plainProvider({ checks }),
          op.plainProvider({ checks, id: 'plain-twin' }),
        ],
      })
      const visit = open()
      const back = op.authorize(visit.getLocation(await visit.signIn(begun)))
      back.pathname = `/auth/callback/${ended}`
      await visit.get(back, { from: op.issuer })
      if (op.listRequestedEndpoints().includes('token')) achieved.push(`${ended}: the code was sent`)
      if (await visit.getSession()) achieved.push(`${ended}: signed in`)

      const honest = open()
      await runRoundTrip(honest, op, { provider: begun })
      expect(await honest.getSession()).not.toBeNull()
    }
    return achieved
  },
)
