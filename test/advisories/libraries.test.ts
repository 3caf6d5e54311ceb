/**
 * The advisories of other authentication libraries: sessions, callbacks, tokens and emails of a client. The titles begin with the id of
 * the advisory.
 *
 * @module
 */
import { inspect } from 'node:util'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { expect } from 'vitest'
import { awayAddresses } from '../attacks/open-redirect-payloads.js'
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

const attacker = 'attacker@evil.example'
const victim = 'victim@corp.example'

testAdvisory(
  'GHSA-2mqv-4j3r-vjvp',
  'a page whose path begins with two slashes does not redirect to another host after the sign-in',
  async () => {
    const { open } = createTestApp({ providers: [credentials] })
    const achieved: string[] = []
    for (const path of ['//evil.example/x', '///evil.example', '/\\evil.example/x', '//evil.example/x?a=//b'])
      for (const callbackUrl of [path, origin + path]) {
        const location = getLocation(await open().signInWithCredentials({ ...ada, callbackUrl })) ?? ''
        const target = new URL(location, origin)
        if (target.origin !== origin) achieved.push(`${callbackUrl} redirects to ${location}`)
      }
    const honest = await open().signInWithCredentials({ ...ada, callbackUrl: `${origin}/x?a=//b` })
    expect(getLocation(honest)).toBe(`${origin}/x?a=//b`)
    return achieved
  },
)

testAdvisory(
  'GHSA-wcgj-f865-c7j7',
  'users whose tokens are requested at the same time receive their own sessions',
  async () => {
    const op = createOlderProvider()
    op.onRequest = async endpoint => {
      if (endpoint === 'token') await new Promise(resolve => setTimeout(resolve, Math.random() * 20))
    }
    const { open } = createTestApp({ op, adapter: MemoryAdapter() })
    const users = Array.from({ length: 40 }, (_, index) => ({
      sub: `user-${index}`,
      email: `user-${index}@corp.example`,
      email_verified: true,
    }))
    const visits = await Promise.all(
      users.map(async as => {
        const visit = open()
        await runRoundTrip(visit, op, { as })
        return { as, session: await visit.getSession() }
      }),
    )
    expect(visits.filter(({ session }) => session)).toHaveLength(users.length)
    return visits
      .filter(({ as, session }) => !inspect(session, { depth: 4 }).includes(`'${as.email}'`))
      .map(({ as, session }) => `${as.email} is signed in as ${inspect(session?.['user'])}`)
  },
)

testAdvisory(
  'GHSA-2ccf-ffrj-m4qw',
  'a CSRF token that the attacker planted or that another browser has does not allow a form on another site',
  async () => {
    const { open } = createTestApp({ providers: [credentials] })
    const achieved: string[] = []
    const attackerVisit = open()
    const attackerToken = await attackerVisit.getCsrfToken()
    const csrfCookie = '__Host-authjs.csrf-token'
    const planted = attackerVisit.jar.get(csrfCookie)?.value ?? ''
    const sibling = 'https://blog.app.example'
    const attempts = [
      ['a token of another browser', 'https://evil.example', null],
      ['a token of another browser', sibling, null],
      ['a planted cookie', 'https://evil.example', `${csrfCookie}=${planted}; Path=/; Secure`],
      ['a planted cookie', sibling, `${csrfCookie}=${planted}; Domain=app.example; Path=/; Secure`],
      ['a cookie without prefix', sibling, `authjs.csrf-token=${planted}; Domain=app.example; Path=/`],
    ] as const
    for (const [name, from, cookie] of attempts)
      for (const isPlantedBefore of [true, false]) {
        const visit = open()
        if (cookie && isPlantedBefore) visit.jar.set(from, cookie)
        await visit.signInWithCredentials(ada)
        if (cookie && !isPlantedBefore) visit.jar.set(from, cookie)
        await visit.post('/auth/signout', { csrfToken: attackerToken }, { from })
        if (!(await visit.getSession())) achieved.push(`${name} signs the victim out from ${from}`)
      }
    const honest = open()
    await honest.signInWithCredentials(ada)
    await honest.signOut()
    expect(await honest.getSession()).toBeNull()
    return achieved
  },
)

testAdvisory(
  'GHSA-vqx2-fgx2-5wq9',
  'a cookie and an Authorization header of two users are not mixed, and the cookie wins',
  async ({ getToken }) => {
    const { open } = createTestApp({ providers: [credentials] })
    const [own, other] = [open(), open()]
    await own.signInWithCredentials({ ...ada, email: victim })
    await other.signInWithCredentials({ ...ada, email: attacker })
    const read = (cookie: string, bearer: string) => {
      const headers = { cookie: `${sessionCookie}=${cookie}`, authorization: `Bearer ${bearer}` }
      return getToken({ req: new Request(origin, { headers }), secret, secureCookie: true })
    }
    const [ownToken, otherToken] = [own, other].map(({ jar }) => jar.get(sessionCookie)?.value ?? '')
    const both = await read(ownToken ?? '', otherToken ?? '')
    expect(both).toMatchObject({ name: 'Ada' })
    const broken = await read(`${ownToken}x`, otherToken ?? '')
    return [
      ...(both?.['email'] === victim ? [] : [`the header won: ${inspect(both)}`]),
      ...(broken ? [`an invalid cookie gives way to the header: ${inspect(broken)}`] : []),
    ]
  },
)

testAdvisory('CVE-2026-31813', 'the issuer of a token is not taken from the token itself', async () => {
  const achieved: string[] = []
  for (const iss of ['https://evil.example', 'https://op.example.evil.example', 'https://op.example/', '']) {
    const op = createMaliciousProvider()
    const visit = createTestApp({ op }).open()
    op.lies = { claims: { iss, jku: 'https://evil.example/keys' }, signature: 'foreign-key' }
    await runRoundTrip(visit, op)
    if (await visit.getSession()) achieved.push(`a token of "${iss}" signs in`)
    const foreign = op.requests.filter(({ url }) => url.origin !== op.issuer)
    achieved.push(...foreign.map(({ url }) => `requested ${url}`))
  }
  const honest = createTestApp()
  const visit = honest.open()
  await runRoundTrip(visit, honest.op)
  expect(await visit.getSession()).not.toBeNull()
  return achieved
})

testAdvisory(
  'GHSA-c5c4-8r6x-56w3',
  'an email claim with two @ does not sign in a user with the address of another domain',
  async () => {
    const achieved: string[] = []
    const claims = [
      'attacker@evil.example@corp.example',
      '"attacker@evil.example"@corp.example',
      'attacker@corp.example@evil.example',
      'attacker@corp.example,x@evil.example',
      'attacker@corp.example\nx@evil.example',
    ]
    for (const email of claims) {
      const { op, open } = createTestApp({ adapter: MemoryAdapter() })
      const visit = open()
      await runRoundTrip(visit, op, { as: { sub: 'attacker', email, email_verified: true } })
      const user = inspect((await visit.getSession())?.['user'])
      if (user.includes('corp.example')) achieved.push(`signed in as ${user}`)
    }
    const { op, open } = createTestApp({ adapter: MemoryAdapter() })
    const honest = open()
    await runRoundTrip(honest, op, { as: { sub: 'honest', email: victim, email_verified: true } })
    expect(await honest.getSession()).toMatchObject({ user: { email: victim } })
    return achieved
  },
)

testAdvisory(
  'GHSA-qqxw-m5fj-f7gv',
  'no redirect of a corpus of more than 600 URLs leaves the origin',
  async () => {
    expect(awayAddresses.length).toBeGreaterThan(600)
    const { open } = createTestApp({ providers: [credentials] })
    const visit = open()
    const csrfToken = await visit.getCsrfToken()
    const achieved: string[] = []
    for (const callbackUrl of awayAddresses) {
      const response = await visit.post('/auth/callback/credentials', { csrfToken, ...ada, callbackUrl })
      const target = new URL(getLocation(response) ?? '', origin)
      if (target.origin !== origin) achieved.push(`${JSON.stringify(callbackUrl)} redirects to ${target}`)
    }
    const honest = await visit.post('/auth/callback/credentials', { csrfToken, ...ada, callbackUrl: '/x' })
    expect(getLocation(honest)).toBe(`${origin}/x`)
    return achieved
  },
)
