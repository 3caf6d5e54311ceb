import type { AuthConfig } from 'latchkey'
import Passkey from 'latchkey/providers/passkey'
import { createAuth, toRequestHead } from 'latchkey/server'
import { signInAs } from 'latchkey/testing'
import { skipNotifications, twoFactor } from 'latchkey/two-factor'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  computeCode,
  createAda,
  createTwoFactorApp,
  importedSecret,
  json,
  readJson,
  signIn,
  submit,
} from '../plugins/two-factor/two-factor-app.js'
import { completeRoundTrip, createTestApp, credentials, origin } from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'
import { requestOptions, send } from '../support/passkey-app.js'
import { SoftAuthenticator } from '../support/soft-authenticator.js'
import { createTestStore, type TestStore, toStoreOptions } from '../support/test-store.js'
import type { Visitor } from '../support/visitor.js'
import { openStepUpPage, requireAuth } from './step-up-app.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const op = createMaliciousProvider()
const oauthEndpoints = {
  authorization: `${op.issuer}/authorize`,
  token: `${op.issuer}/token`,
  userinfo: `${op.issuer}/userinfo`,
}
const mail = captureEmails().provider

/** Each sign-in method: its provider, and what a sign-in with it proves. */
const signInMethods = {
  oauth: {
    provider: { ...op.provider(), id: 'oauth', type: 'oauth', ...oauthEndpoints } as never,
    amr: ['fed'],
  },
  oidc: { provider: op.provider({ id: 'oidc' }), amr: ['fed'] },
  trusted: { provider: op.provider({ id: 'trusted', trustedAssurance: { amr: ['mfa'] } }), amr: ['fed'] },
  link: { provider: { ...mail, id: 'link' }, amr: ['email'] },
  code: { provider: { ...mail, id: 'code', oneTimeCode: true }, amr: ['email'] },
  password: { provider: { ...credentials, id: 'password', amr: ['pwd'] }, amr: ['pwd'] },
  unknown: { provider: { ...credentials, id: 'unknown' }, amr: [] },
  form: { provider: { ...credentials, id: 'form', credentials: {}, amr: ['pwd'] }, amr: ['pwd'] },
  passkey: { provider: Passkey(), amr: ['swk', 'user', 'mfa'] },
} satisfies Record<string, { provider: AuthConfig['providers'][number]; amr: string[] }>

type MethodName = keyof typeof signInMethods
const names = Object.keys(signInMethods) as MethodName[]

/** One or two methods, all methods, and all but one. */
const configurations: readonly (readonly MethodName[])[] = [
  ...names.map(name => [name]),
  ...names.flatMap((one, index) => names.slice(index + 1).map(two => [one, two])),
  ...names.map(left => names.filter(name => name !== left)),
  names,
]

const secondFactors = ['no plugin', 'no app', 'app', 'app, and a remembered browser'] as const

const levels = [undefined, 'aal1', 'mfa', 'aal2', 'phr'] as const
const requirements = levels.flatMap(acr => [{ acr }, { acr, maxAge: 900 }]).slice(1)

/** What a user of the configuration could prove at most: written apart from the code that it tests. */
function isReachable(
  configured: readonly MethodName[],
  hasPlugin: boolean,
  acr: (typeof levels)[number],
): boolean {
  const amr = configured.flatMap(name => (name === 'trusted' ? ['fed', 'mfa'] : signInMethods[name].amr))
  const hasAny = (...values: string[]) => values.some(value => amr.includes(value))
  if (acr === 'phr') return hasAny('swk')
  if (acr === 'aal2') return hasAny('mfa') || (hasPlugin && hasAny('pwd', 'fed'))
  if (acr === 'mfa') return hasAny('mfa') || (hasPlugin && hasAny('pwd', 'fed', 'email'))
  return hasPlugin || amr.length > 0
}

interface Cell {
  readonly configured: readonly MethodName[]
  readonly used: MethodName
  readonly secondFactor: (typeof secondFactors)[number]
}

/** Signs a user in who has only the method that they use, twenty minutes ago. */
async function openSession({ configured, used, secondFactor }: Cell) {
  const store = createTestStore()
  const plugins = secondFactor === 'no plugin' ? [] : [twoFactor({ notify: skipNotifications })]
  const app = createTestApp({
    ...toStoreOptions(store),
    providers: configured.map(name => signInMethods[name].provider),
    plugins,
    session: { strategy: 'jwt' },
  })
  const user = await store.createUser({
    id: 'ada-1',
    name: 'Ada',
    email: 'ada@example.com',
    emailVerified: new Date(),
  })
  await storeMethod(store, used)
  if (secondFactor.startsWith('app')) await importApp(app.config)
  const { cookies } = await signInAs(app.config, {
    user,
    account: { provider: used },
    amr: signInMethods[used].amr,
    url: origin,
  })
  const jar = new Map(cookies.map(({ name, value }) => [name, value]))
  if (secondFactor === 'app') await passCode(app.config, jar)
  vi.setSystemTime(Date.now() + 1_200_000)
  return { ...app, headers: toHeaders(jar) }
}

type Jar = Map<string, string>

const toHeaders = (jar: Jar) => ({ cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') })

/** Raises the session with a code of the app. */
async function passCode(config: AuthConfig, jar: Jar): Promise<void> {
  const head = toRequestHead(new Request(origin, { headers: toHeaders(jar) }))
  const { data, cookies } = await createApi(config).verify(head, { code: computeCode(importedSecret) })
  expect(data.error).toBeNull()
  for (const { name, value } of cookies) jar.set(name, value)
}

const createApi = (config: AuthConfig) =>
  createAuth({ ...config, plugins: [twoFactor({ notify: skipNotifications })] }).api.twoFactor

async function storeMethod(store: TestStore, used: MethodName): Promise<void> {
  const { type } = signInMethods[used].provider as { type: string }
  if (type === 'oauth' || type === 'oidc')
    await store.linkAccount?.({ userId: 'ada-1', type, provider: used, providerAccountId: 'ada' })
  if (type === 'webauthn')
    await store.createAuthenticator?.({
      userId: 'ada-1',
      credentialID: 'AAAA',
      providerAccountId: 'AAAA',
      credentialPublicKey: 'AAAA',
      counter: 0,
      credentialDeviceType: 'multiDevice',
      credentialBackedUp: true,
    })
}

async function importApp(config: AuthConfig): Promise<void> {
  const secret = { secret: importedSecret, algorithm: 'SHA1', digits: 6, period: 30 } as const
  await createApi(config).importSecret(toRequestHead(new Request(origin)), 'ada-1', secret)
}

type Choices = { methods: { id: string }[]; setups?: { id: string }[]; advice?: string }

describe.each(secondFactors)('with a second factor of the kind %s', secondFactor => {
  test.each(configurations.map(configured => ({ name: configured.join(' + '), configured })))(
    '$name: each requirement has a way forward, or a sentence that says why not',
    async ({ configured }) => {
      for (const used of configured) {
        const { config, answer, headers } = await openSession({ configured, used, secondFactor })
        for (const requirement of requirements) {
          const { acr, maxAge } = requirement
          const query = new URLSearchParams({
            ...(acr && { acr_values: acr }),
            ...(maxAge && { max_age: String(maxAge) }),
          })
          const get = (accept: string) =>
            answer(new Request(`${origin}/auth/step-up?${query}`, { headers: { ...headers, accept } }))
          const response = await get('application/json')
          const where = JSON.stringify({
            used,
            requirement,
            secondFactor,
            configured: config.providers.length,
          })
          expect(response.status, where).toBe(200)
          const { methods, setups = [], advice } = (await response.json()) as Choices
          // Sufficient already: the page redirects back.
          if (methods === undefined) continue
          const isPossible = isReachable(configured, secondFactor !== 'no plugin', acr)
          const hasWay = methods.length > 0 || setups.length > 0 || advice === 'signInAgain'
          expect(hasWay, `${where} ${advice}`).toBe(isPossible)
          expect(advice === 'unreachable', where).toBe(!isPossible)
        }
      }
    },
  )
})

describe('a user who signs in by email and has an authenticator app', () => {
  const setup = (...providers: AuthConfig['providers']) => {
    const emails = captureEmails()
    const app = createTwoFactorApp({ providers: [emails.provider, ...providers], required: () => true })
    return { ...app, getLatestEmail: emails.getLatestEmail }
  }
  type App = ReturnType<typeof setup>

  /** Signs in by email, and sets up the app that is required. */
  async function openWithApp(app: App) {
    await app.store.createUser({
      id: 'ada-1',
      name: 'Ada',
      email: 'ada@example.com',
      emailVerified: new Date(),
    })
    const visit = app.open()
    await visit.signIn('mail', { email: 'ada@example.com' })
    const enrollment = visit.getLocation(await visit.get(app.getLatestEmail().url))
    const pending = String(enrollment.searchParams.get('pending'))
    const { secret } = await readJson(await visit.get(`/auth/two-factor/enroll?pending=${pending}`, json))
    await submit(visit, 'enroll', { pending, code: computeCode(String(secret)) })
    return visit
  }

  const isAllowed = async ({ config }: App, visit: Visitor, acr: 'mfa' | 'aal2' | 'phr') =>
    (await requireAuth(config, visit, { acr })).session !== null

  test('meets `mfa`, and not `aal2`', async () => {
    const app = setup()
    const visit = await openWithApp(app)
    expect(await isAllowed(app, visit, 'mfa')).toBe(true)
    const page = await openStepUpPage(visit, await requireAuth(app.config, visit, { acr: 'aal2' }))
    expect(page.html).toContain('this app has no sign-in method that is sufficient')
    expect(app.log.warnings).toEqual(expect.arrayContaining(['plugin-config', 'step-up-unreachable']))
    expect(app.log.warningMessages.join()).toContain('Users of "mail" who set up an authenticator app')
  })

  test('adds a passkey on the step-up page, and then meets `aal2` and `phr`', async () => {
    const app = setup(Passkey())
    const visit = await openWithApp(app)
    const guarded = await requireAuth(app.config, visit, { acr: 'aal2' })
    const page = await openStepUpPage(visit, guarded)
    expect(page.html).toContain('Add one of these to your account')
    expect(page.html).toContain('data-register')
    expect(page.html).not.toContain('name="stepUp"')
    const device = new SoftAuthenticator(origin)
    const { options } = await requestOptions(visit, { action: 'register' })
    await send(visit, { action: 'register', data: device.register(options) })
    const confirm = await openStepUpPage(visit, guarded)
    const ceremony = await requestOptions(visit, { action: 'authenticate' })
    const data = device.authenticate(ceremony.options)
    await visit.post('/auth/callback/passkey', { action: 'authenticate', data, stepUp: confirm.stepUp })
    expect(await isAllowed(app, visit, 'aal2')).toBe(true)
    expect(await isAllowed(app, visit, 'phr')).toBe(true)
    expect(app.log.warnings).toEqual([])
  })

  test('connects an account on the step-up page, and then meets `aal2`', async () => {
    const app = setup(op.provider())
    const visit = await openWithApp(app)
    const guarded = await requireAuth(app.config, visit, { acr: 'aal2' })
    expect((await openStepUpPage(visit, guarded)).html).toMatch(/Connect <.*OP/)
    await completeRoundTrip(visit, op, await visit.signIn('op'))
    const { stepUp } = await openStepUpPage(visit, guarded)
    op.lies.claims = { auth_time: Math.floor(Date.now() / 1000) }
    await completeRoundTrip(visit, op, await visit.signIn('op', { stepUp }))
    expect(await isAllowed(app, visit, 'aal2')).toBe(true)
  })

  test('confirms with the app before a passkey is added, and not with the email alone', async () => {
    const app = setup(Passkey())
    const visit = await openWithApp(app)
    vi.setSystemTime(Date.now() + 1_200_000)
    const response = await visit.get('/auth/webauthn-options/passkey?action=register')
    expect(response.status).toBe(401)
    const { url } = await readJson(response)
    const page = await readJson(await visit.get(String(url), json))
    expect(page['methods']).toMatchObject([{ id: 'mail' }, { id: 'two-factor' }])
  })
})

test('a user without an authenticator app finds the page that sets it up, and then meets `aal2`', async () => {
  const app = createTwoFactorApp()
  await createAda(app)
  const visit = app.open()
  await signIn(visit)
  const guarded = await requireAuth(app.config, visit, { acr: 'aal2' })
  const page = await openStepUpPage(visit, guarded)
  expect(page.html).toContain('Set up an authenticator app')
  const { secret } = await readJson(await visit.get('/auth/two-factor/enroll', json))
  await submit(visit, 'enroll', { code: computeCode(String(secret)) })
  expect((await requireAuth(app.config, visit, { acr: 'aal2' })).session).not.toBeNull()
})
