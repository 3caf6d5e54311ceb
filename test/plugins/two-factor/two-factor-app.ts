import { createHmac } from 'node:crypto'
import type { Plugin } from 'latchkey/plugins'
import Passkey from 'latchkey/providers/passkey'
import { createAuth, toRequestHead } from 'latchkey/server'
import { type TwoFactorEvent, type TwoFactorOptions, twoFactor } from 'latchkey/two-factor'
import { expect } from 'vitest'
import { type AppSetup, ada, createTestApp, credentials, origin, runRoundTrip } from '../../support/app.js'
import { captureEmails } from '../../support/captured-emails.js'
import { selectStrategies } from '../../support/fire.js'
import { createMaliciousProvider } from '../../support/malicious-provider.js'
import { requestOptions, send } from '../../support/passkey-app.js'
import { SoftAuthenticator } from '../../support/soft-authenticator.js'
import {
  createTestStore,
  findTestStoreName,
  type TestStore,
  toStoreOptions,
} from '../../support/test-store.js'
import type { Visitor } from '../../support/visitor.js'

/** A secret of another system: `12345678901234567890` of RFC 6238 appendix B. */
export const importedSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
/** On other stores than memory, `npm test` keeps the sessions in the store too. */
export const strategies =
  findTestStoreName() === null ? (['jwt', 'database'] as const) : selectStrategies('database')
export const json = { headers: { accept: 'application/json' } }

export const passwordProvider = {
  ...credentials,
  amr: ['pwd'],
  authorize: async ({ email, password }: { email?: unknown; password?: unknown }) =>
    password === ada.password ? { id: 'ada-1', name: 'Ada', email: String(email) } : null,
}

/** Accepts security keys without a PIN. */
const withoutVerification = {
  verifyRegistrationOptions: { requireUserVerification: false },
  verifyAuthenticationOptions: { requireUserVerification: false },
}

/** Options of a test app with two-factor authentication. */
export interface TwoFactorSetup extends AppSetup, Partial<Omit<TwoFactorOptions, 'notify'>> {
  store?: TestStore
}

/** Creates an app with every sign-in method and two-factor authentication. */
export function createTwoFactorApp(setup: TwoFactorSetup = {}) {
  const { store = createTestStore(), issuer, required, rememberDevice, plugins = [], ...more } = setup
  const notices: TwoFactorEvent[] = []
  const emails = captureEmails()
  const op = createMaliciousProvider()
  const plugin = twoFactor({
    issuer,
    ...(required && { required }),
    rememberDevice,
    notify: (_, event) => void notices.push(event),
  })
  const badge: Plugin = {
    id: 'badge',
    actions: {
      '': {
        POST: async ctx => ({ redirect: await ctx.signInUser({ id: 'ada-1', email: ada.email }, []) }),
      },
    },
  }
  const app = createTestApp({
    op,
    ...toStoreOptions(store),
    providers: [passwordProvider, op.provider(), emails.provider, Passkey(withoutVerification)],
    plugins: [badge, plugin, ...plugins],
    ...more,
  })
  const { api } = createAuth({ ...app.config, plugins: [plugin] })
  return { ...app, store, emails: emails.emails, notices, plugin, api: api.twoFactor }
}

export type TwoFactorApp = ReturnType<typeof createTwoFactorApp>

/** A request of server code without a user. */
export const serverHead = toRequestHead(new Request(`${origin}/`))

/** Returns the head of a request with the cookies of a visitor, as server code has it. */
export function toHead({ jar }: Visitor) {
  const cookie = jar
    .cookies()
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ')
  return toRequestHead(new Request(origin, { headers: { cookie } }))
}

/** Computes a code, RFC 6238. `steps` is relative to the current step. */
export function computeCode(secret: string, steps = 0): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps))
  const mac = createHmac('sha1', decodeSecret(secret)).update(counter).digest()
  const value = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff
  return String(value % 1_000_000).padStart(6, '0')
}

function decodeSecret(secret: string): Buffer {
  const bits = [...secret.replaceAll(' ', '')]
    .map(letter => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)))
}

/** Creates Ada, whose password the app knows. */
export async function createAda({ store }: Pick<TwoFactorApp, 'store'>) {
  return store.createUser({ id: 'ada-1', name: 'Ada', email: ada.email, emailVerified: null })
}

/** Signs Ada in with her password. */
export function signIn(visit: Visitor): Promise<Response> {
  return visit.signInWithCredentials(ada)
}

/** Reads the JSON of a URL. */
export async function readJson(response: Response): Promise<Record<string, unknown>> {
  return (await response.json()) as Record<string, unknown>
}

/** Sends a form of the plugin as JSON client. */
export async function submit(visit: Visitor, path: string, fields: Record<string, string> = {}) {
  const csrfToken = await visit.getCsrfToken()
  const response = await visit.post(`/auth/two-factor/${path}`, { csrfToken, ...fields }, json)
  return { status: response.status, body: await readJson(response) }
}

/** Signs Ada in and sets up an authenticator app, of which she used no code in the last minutes. */
export async function enroll(app: Pick<TwoFactorApp, 'open' | 'store'>) {
  await createAda(app)
  const visit = app.open()
  await signIn(visit)
  const started = await readJson(await visit.get('/auth/two-factor/enroll', json))
  const secret = String(started['secret'])
  const { body } = await submit(visit, 'enroll', { code: computeCode(secret) })
  expect(body['error']).toBeUndefined()
  await changeTotpRecord(app, { lastStep: 0 })
  return { visit, secret, recoveryCodes: body['recoveryCodes'] as string[] }
}

/** Changes fields in the record of Ada's authenticator app. */
export async function changeTotpRecord(
  { store: { records } }: Pick<TwoFactorApp, 'store'>,
  changes: Readonly<Record<string, number>>,
): Promise<void> {
  const record = await records.getRecord('two-factor-totp', 'ada-1')
  if (!record) throw new Error('Ada has no authenticator app.')
  const { version: _, value, ...rest } = record
  await records.putRecord({ ...rest, value: { ...Object(value), ...changes } })
}

/** Starts a sign-in of Ada with her password, which waits for the second factor. */
export async function startSignIn(app: Pick<TwoFactorApp, 'open'>, visit = app.open()) {
  const response = await signIn(visit)
  const url = visit.getLocation(response)
  expect(url.pathname).toBe('/auth/two-factor/verify')
  return { visit, pending: url.searchParams.get('pending') ?? '' }
}

/** One sign-in method, which is not two factors. */
interface SignInMethod {
  /** Whether Ada must exist before. */
  readonly needsUser?: true
  signIn(app: TwoFactorApp, visit: Visitor): Promise<Response>
}

const devices = new WeakMap<object, SoftAuthenticator>()

/** Every sign-in method, none of which is two factors. */
export const signInMethods: Readonly<Record<string, SignInMethod>> = {
  'a password': { needsUser: true, signIn: (_, visit) => signIn(visit) },
  'OpenID Connect': {
    signIn: ({ op }, visit) =>
      runRoundTrip(visit, op, { as: { sub: 'ada-1', email: ada.email, email_verified: true } }),
  },
  'a magic link': {
    async signIn({ emails }, visit) {
      await visit.signIn('mail', { email: ada.email })
      return visit.get(emails.at(-1)?.url ?? '')
    },
  },
  'a passkey without user verification': { signIn: ({ store }, visit) => usePasskey(store, visit) },
  'a plugin': {
    needsUser: true,
    signIn: async (_, visit) => visit.post('/auth/badge', { csrfToken: await visit.getCsrfToken() }),
  },
}

/** Registers a passkey at the first use. */
async function usePasskey(store: object, visit: Visitor): Promise<Response> {
  const device = devices.get(store) ?? new SoftAuthenticator(origin)
  const isNew = !devices.has(store)
  devices.set(store, device)
  const gesture = { verifiesUser: false }
  const action = isNew ? 'register' : 'authenticate'
  const { options } = await requestOptions(visit, isNew ? { action, email: ada.email } : { action })
  const data = isNew ? device.register(options, gesture) : device.authenticate(options, gesture)
  return send(visit, { action, data })
}
