import { encode } from 'latchkey/jwt'
import { describe, expect, test } from 'vitest'
import {
  completeRoundTrip,
  createTestApp,
  getLocation,
  origin,
  runRoundTrip,
  secret,
  sessionCookie,
} from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'

const configuration = `${origin}/auth/error?error=Configuration`
const expiredSignIn = `${origin}/auth/signin?error=OAuthCallbackError`

/** An honest and a malicious provider, each as OpenID Connect and as OAuth provider. */
function setUp() {
  const honest = createMaliciousProvider()
  const evil = createMaliciousProvider({ issuer: 'https://evil.example' })
  const providers = [
    honest.provider(),
    evil.provider({ id: 'evil' }),
    honest.plainProvider(),
    evil.plainProvider({ id: 'evil-plain' }),
    honest.provider({ id: 'twin' }),
  ]
  return { honest, evil, ...createTestApp({ op: honest, providers }) }
}

const ids = ['op', 'evil', 'plain', 'evil-plain', 'twin']
const pairs = ids.flatMap(begun => ids.filter(id => id !== begun).map(ended => ({ begun, ended })))

describe('a callback for another provider', () => {
  test.each(pairs)(
    'from "$begun" to "$ended" is rejected before the code is sent',
    async ({ begun, ended }) => {
      const { honest, evil, open, log } = setUp()
      const visit = open()
      const url = visit.getLocation(await visit.signIn(begun))
      const back = (begun.startsWith('evil') ? evil : honest).authorize(url)
      back.pathname = `/auth/callback/${ended}`
      expect(getLocation(await visit.get(back))).toBe(expiredSignIn)
      expect(log.types()).toEqual(['InvalidCheck'])
      expect([...honest.listRequestedEndpoints(), ...evil.listRequestedEndpoints()]).not.toContain('token')
      expect(await visit.getSession()).toBeNull()
    },
  )

  test('consumes the flow', async () => {
    const { honest, open } = setUp()
    const visit = open()
    const back = honest.authorize(visit.getLocation(await visit.signIn('op')))
    const astray = new URL(back)
    astray.pathname = '/auth/callback/twin'
    await visit.get(astray)
    expect(getLocation(await visit.get(back))).toBe(expiredSignIn)
  })
})

describe('RFC 9207: the issuer of the callback', () => {
  const ask = async (iss: string | null, promised = true) => {
    const { honest, open } = setUp()
    honest.lies.discovery = answer => ({
      ...answer,
      authorization_response_iss_parameter_supported: promised,
    })
    honest.lies.authorization = answer => (iss === null ? answer.delete('iss') : answer.set('iss', iss))
    const visit = open()
    const back = await runRoundTrip(visit, honest)
    return {
      where: getLocation(back),
      asked: honest.listRequestedEndpoints(),
      session: await visit.getSession(),
    }
  }

  test.each([
    'https://evil.example',
    'https://op.example/',
    'https://OP.example',
    'https://op.example%2F',
    'http://op.example',
    'null',
  ])('must be that of the provider: %s is rejected, advertised or not', async iss => {
    for (const promised of [true, false]) {
      const { where, asked, session } = await ask(iss, promised)
      expect(where).toBe(configuration)
      expect(asked).not.toContain('token')
      expect(session).toBeNull()
    }
  })

  test('can be missing only if the provider does not advertise it', async () => {
    expect((await ask(null, true)).where).toBe(configuration)
    expect((await ask(null, true)).asked).not.toContain('token')
    expect((await ask(null, false)).where).toBe(origin)
  })

  test('is verified in error responses', async () => {
    const { honest, open } = setUp()
    honest.lies.authorization = answer => answer.set('iss', 'https://evil.example')
    const visit = open()
    expect(getLocation(await runRoundTrip(visit, honest, { error: 'access_denied' }))).toBe(configuration)
  })
})

test('a malicious provider that redirects to the honest one does not receive its code', async () => {
  const { honest, evil, open } = setUp()
  const visit = open()
  const asked = visit.getLocation(await visit.signIn('evil'))
  const actions = new URL(`${honest.endpoints.authorize}?${asked.searchParams}`)
  const back = honest.authorize(actions)
  expect(getLocation(await visit.get(back))).toBe(configuration)
  expect(evil.listRequestedEndpoints()).not.toContain('token')
  expect(await visit.getSession()).toBeNull()
})

describe('tokens and cookies of one purpose are rejected for another', () => {
  test('no other cookie is accepted as a session or check cookie', async () => {
    const { honest, open } = setUp()
    const visit = open()
    await runRoundTrip(visit, honest)
    const away = await visit.signIn('op')
    const values = visit.jar.cookies()
    expect(values.length).toBeGreaterThanOrEqual(4)
    for (const { name, value } of values.filter(({ name }) => name !== sessionCookie)) {
      const thief = open()
      thief.jar.set(origin, `${sessionCookie}=${value}; Secure; Path=/`)
      expect(await thief.getSession(), name).toBeNull()
    }
    const flow = values.find(({ name }) => name.includes('authjs.state'))?.name ?? ''
    for (const { name, value } of values.filter(({ name }) => name !== flow)) {
      const thief = open()
      thief.jar.set(origin, `${flow}=${value}; Secure; Path=/`)
      expect(getLocation(await completeRoundTrip(thief, honest, away)), name).toBe(expiredSignIn)
    }
  })

  test('a check cookie in the format of Auth.js is rejected under the name of a Latchkey check cookie', async () => {
    const { honest, open } = setUp()
    const visit = open()
    const away = await visit.signIn('op')
    const salt = '__Secure-authjs.state'
    const token = { value: new URL(getLocation(away) ?? '').searchParams.get('state'), provider: 'op' }
    const legacy = await encode({ token, secret, salt })
    for (const { name } of visit.jar.cookies().filter(({ name }) => name.startsWith(`${salt}.`)))
      visit.jar.set(origin, `${name}=${legacy}; Secure; Path=/`)
    await completeRoundTrip(visit, honest, away)
    expect(await visit.getSession()).toBeNull()
  })
})
