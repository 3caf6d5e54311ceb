import { encode } from 'latchkey/jwt'
import {
  ada,
  createTestApp,
  credentials,
  getLocation,
  origin,
  runRoundTrip,
  secret,
  sessionCookie,
} from '../../support/app.js'
import { grace } from '../../support/malicious-provider.js'
import { type Gesture, SoftAuthenticator } from '../../support/soft-authenticator.js'
import { assuranceScenarios } from './assurance-scenarios.js'
import type { Row } from './table.js'
import { type Scenario, sendOrdinaryRequest, type TestEnvironment } from './test-environment.js'

const megabyte = 'x'.repeat(1_000_000)
const foreign = 'https://evil.example/'
const csrfCookie = '__Host-authjs.csrf-token'
const throwError = () => Promise.reject(new Error('broken'))
const limited = { throttling: { account: { limit: 1 }, emails: { account: { limit: 1 } } } }
const jwtSessions = { session: { strategy: 'jwt' } } as const

const asIs: Scenario = { send: ({ visit }, { method, path }) => visit.request(method, path) }

const post = (
  { visit }: TestEnvironment,
  { path }: Row,
  body: string,
  type = 'application/x-www-form-urlencoded',
) => visit.post(path, body, { headers: { 'content-type': type } })

const withQuery =
  (query: string) =>
  (world: TestEnvironment, row: Row): Promise<Response> =>
    sendOrdinaryRequest(world, { ...row, path: `${row.path}?${query}` })

const withCookie =
  (name: string, value: string) =>
  (world: TestEnvironment, row: Row): Promise<Response> => {
    world.visit.jar.set(origin, `${name}=${value}; Secure; Path=/`)
    return sendOrdinaryRequest(world, row)
  }

/** A provider callback with a change to its URL. */
const completeCallback = async (
  { visit, op }: TestEnvironment,
  { method }: Row,
  change: (back: URL) => void,
): Promise<Response> => {
  const back = op.authorize(visit.getLocation(await visit.signIn('op')))
  change(back)
  return method === 'POST' ? visit.post(back) : visit.get(back, { from: op.issuer })
}

/** The provider in a path. */
const getLastSegment = (path: string) => path.split('/').at(-1) ?? ''

/** Every failure of docs/reference/errors.md, by its description there. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  'an unknown action': asIs,
  'an HTTP method that no action accepts': asIs,
  'an HTTP method that this action does not accept': {},
  'an unknown provider': {},
  'no provider in the path': {},
  'malformed percent-encoding in the path': asIs,
  'malformed percent-encoding in the query': { send: withQuery('callbackUrl=%zz&%=%ff') },
  'malformed percent-encoding in a cookie': { send: withCookie('__Secure-authjs.callback-url', '%zz%') },
  'malformed percent-encoding in the body': { send: (world, row) => post(world, row, 'csrfToken=%zz&%=%ff') },
  'a JSON content type and a body that is not JSON': {
    send: (world, row) => post(world, row, '{"csrfToken', 'application/json'),
  },
  'a body of 1 MB': { send: (world, row) => post(world, row, `a=${megabyte}`) },
  'a cookie of 1 MB': {
    send: ({ visit }, { path }) => visit.get(path, { headers: { cookie: `${sessionCookie}=${megabyte}` } }),
  },
  'no CSRF token': { send: ({ visit }, { path }) => visit.post(path, ada) },
  'the CSRF token of another browser': {
    send: async ({ visit }, { path }) => {
      await visit.getCsrfToken()
      return visit.post(path, { csrfToken: await createTestApp().open().getCsrfToken(), ...ada })
    },
  },
  'a CSRF cookie of another secret': {
    send: async ({ visit }, { path }) => {
      const other = createTestApp({ secret: `another ${secret}` }).open()
      const csrfToken = await other.getCsrfToken()
      const value = other.jar.get(csrfCookie)?.value
      visit.jar.set(origin, `${csrfCookie}=${value}; Secure; Path=/`)
      return visit.post(path, { csrfToken, ...ada })
    },
  },
  'a form on another site': {
    send: async ({ visit }, { path }) =>
      visit.post(path, { csrfToken: await visit.getCsrfToken(), ...ada }, { from: 'https://evil.example' }),
  },
  'a `callbackUrl` of another origin in the query': {
    send: (world, row) =>
      row.path === '/auth/callback/op'
        ? completeCallback(world, row, back => back.searchParams.set('callbackUrl', foreign))
        : withQuery(`callbackUrl=${foreign}`)(world, row),
  },
  'a `callbackUrl` of another origin in the body': {
    send: async ({ visit }, { path }) =>
      visit.post(path, { csrfToken: await visit.getCsrfToken(), ...ada, callbackUrl: foreign }),
  },
  'a `callbackUrl` of another origin in the cookie': {
    send: withCookie('__Secure-authjs.callback-url', foreign),
  },
  'no flow cookie, or one over 15 minutes old': {
    send: (world, row) => completeCallback(world, row, () => world.visit.jar.clear()),
  },
  'the flow cookie of another browser': {
    send: async ({ visit, op }) => {
      await visit.signIn('op')
      const other = createTestApp({ op }).open()
      return visit.get(op.authorize(other.getLocation(await other.signIn('op'))), { from: op.issuer })
    },
  },
  'the flow cookie of another provider': {
    send: async ({ visit, op }) => {
      const back = op.authorize(visit.getLocation(await visit.signIn('other')))
      back.pathname = '/auth/callback/op'
      return visit.get(back, { from: op.issuer })
    },
  },
  'a session cookie that was tampered with': {
    config: jwtSessions,
    send: withCookie(sessionCookie, 'tampered'),
  },
  'a session cookie that has expired': {
    config: jwtSessions,
    send: async (world, row) => {
      const sealing = { token: { sub: '1' }, secret, salt: sessionCookie, maxAge: -60 }
      return withCookie(sessionCookie, await encode(sealing))(world, row)
    },
  },
  'no secret': { config: { secret: [] } },
  'an untrusted host, or another configuration error': { config: { trustHost: false } },
  'the provider is down': { lies: { discovery: 'down', token: 'down' } },
  'the provider does not answer within ten seconds': { lies: { discovery: 'slow', token: 'slow' } },
  'the provider returns invalid JSON': { lies: { discovery: 'garbage', token: 'garbage' } },
  'the provider returns a forged ID token': { lies: { signature: 'foreign-key' } },
  'the user denies consent at the provider': {
    send: async ({ visit, op }) => runRoundTrip(visit, op, { error: 'access_denied' }),
  },
  'the account or its email belongs to another user': {
    send: async ({ visit, op, store }) => {
      await store.createUser({ id: 'g', email: String(grace.email), emailVerified: null })
      return runRoundTrip(visit, op)
    },
  },
  'a passkey that is not verified': {
    send: world => runPasskeyCeremony(world, { gesture: { verifiesUser: false } }),
  },
  'a passkey that is not registered': {
    send: world => runPasskeyCeremony(world, { action: 'authenticate' }),
  },
  'a passkey without the cookie of its ceremony': {
    send: world => runPasskeyCeremony(world, { losesCookies: true }),
  },
  'a new passkey for the email of another user': {
    send: world => runPasskeyCeremony(world, { email: ada.email }),
  },
  'an unknown ceremony, or a registration without a user': {},
  'a ceremony at a provider without passkeys': {},
  'wrong credentials': {
    send: ({ visit }) => visit.signInWithCredentials({ ...ada, password: 'wrong' }),
  },
  'too many wrong credentials for an account, with `throttling`': {
    config: limited,
    send: async world => {
      world.break()
      const submitPassword = () => world.visit.signInWithCredentials({ ...ada, password: 'wrong' })
      await submitPassword()
      return submitPassword()
    },
  },
  'too many requests for an account, with `throttling`': {
    config: limited,
    send: async (world, row) => {
      // A magic link is answered as if it was sent.
      const codes = { ...row, path: row.path.replace('signin/mail', 'signin/code') }
      await sendOrdinaryRequest(world, codes)
      return sendOrdinaryRequest(world, codes)
    },
  },
  'an invalid email address, or two in one field': {
    send: ({ visit }, { path }) =>
      visit.signIn(getLastSegment(path), { email: 'ada@example.com,eve@example.com' }),
  },
  'the email cannot be sent': { mailFails: true },
  'a magic link that is used, expired or unknown': {
    send: async (world, { method, path }) => {
      const { visit } = world
      await visit.signIn('mail', ada)
      await visit.get(world.getLatestEmail().url)
      visit.jar.clear('__Secure-authjs.callback-url-finished')
      if (method === 'GET') return visit.get(world.getLatestEmail().url)
      return visit.post(path, { csrfToken: await visit.getCsrfToken(), token: 'unknown', ...ada })
    },
  },
  'a truncated magic link': {},
  'a link that is opened in another browser': {
    send: async ({ visit, getLatestEmail, openOtherVisitor }) => {
      await visit.signIn('mail', ada)
      return openOtherVisitor().get(getLatestEmail().url)
    },
  },
  'a wrong code': {
    send: async ({ visit }, { path }) => {
      await visit.signIn('code', ada)
      return visit.post(path, { csrfToken: await visit.getCsrfToken(), token: 'wrong' })
    },
  },
  'a wrong code for the fifth time, or the code of another browser': {
    send: async ({ visit, getLatestEmail, openOtherVisitor }, { path }) => {
      await visit.signIn('code', ada)
      const other = openOtherVisitor()
      const token = getLatestEmail().token
      const foreign = await other.post(path, { csrfToken: await other.getCsrfToken(), token })
      const submitGuess = async () =>
        visit.post(path, { csrfToken: await visit.getCsrfToken(), token: 'wrong' })
      for (let wrong = 1; wrong < 5; wrong++) await submitGuess()
      const fifth = await submitGuess()
      return getLocation(fifth) === getLocation(foreign) ? fifth : foreign
    },
  },
  '`authorize` throws an error that is not an `AuthError`': {
    config: { providers: [{ ...credentials, authorize: throwError }] },
  },
  'the `signIn` callback refuses, or throws': { config: { callbacks: { signIn: throwError } } },
  'the `jwt` or `session` callback throws': { config: { callbacks: { session: throwError } } },
  'the `redirect` callback throws': {
    config: { callbacks: { redirect: throwError } },
    send: withQuery('callbackUrl=/a'),
  },
  'the store fails': { storeFails: true },
  'HEAD of what GET would change': {},
  ...assuranceScenarios,
}

interface PasskeyVisit {
  readonly action?: 'authenticate' | 'register'
  readonly email?: string
  readonly gesture?: Gesture
  /** The browser loses its cookies before the response. */
  readonly losesCookies?: boolean
}

/** Requests options, runs the ceremony and posts the result. */
async function runPasskeyCeremony({ visit }: TestEnvironment, how: PasskeyVisit): Promise<Response> {
  const { action = 'register', email = 'new@example.com', gesture = {}, losesCookies = false } = how
  const asked = await visit.get(`/auth/webauthn-options/passkey?${new URLSearchParams({ action, email })}`)
  const { options } = (await asked.json()) as { options: { challenge: string } }
  const device = new SoftAuthenticator(origin)
  const data =
    action === 'register' ? device.register(options, gesture) : device.authenticate(options, gesture)
  if (losesCookies) visit.jar.clear()
  return visit.post('/auth/callback/passkey', { action, data })
}
