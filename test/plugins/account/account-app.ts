import { type AccountOptions, account } from 'latchkey/account'
import type { EmailMessage } from 'latchkey/plugins'
import { createAuth } from 'latchkey/server'
import {
  type AppSetup,
  createTappedAdapter,
  createTestApp,
  origin,
  runRoundTrip,
  type Tap,
} from '../../support/app.js'
import { captureEmails } from '../../support/captured-emails.js'
import { createMaliciousProvider } from '../../support/malicious-provider.js'
import { requestOptions, send } from '../../support/passkey-app.js'
import { SoftAuthenticator } from '../../support/soft-authenticator.js'
import { createTestStore, type TestStore, toStoreOptions } from '../../support/test-store.js'
import type { Visitor } from '../../support/visitor.js'
import { createSubmit } from '../submit-form.js'
import { json, readJson } from '../two-factor/two-factor-app.js'

export { json, readJson, strategies, toHead } from '../two-factor/two-factor-app.js'

export const email = 'ada@example.com'
export const otherEmail = 'ada@work.example'

/** Options of a test app with the account page. */
export interface AccountSetup extends AppSetup {
  store?: TestStore
  options?: AccountOptions
  /** Whether an email address is no way to sign in. @default false */
  withoutLinks?: boolean
  /** Called before each method of the adapter and the record store. */
  tap?: Tap
}

/** Creates an app with two OpenID providers, magic links and the account page. Every email is in `sent`. */
export function createAccountApp(setup: AccountSetup = {}) {
  const {
    store = createTestStore(),
    options,
    tap,
    plugins = [],
    providers = [],
    withoutLinks,
    ...more
  } = setup
  const sent: EmailMessage[] = []
  const links = captureEmails()
  const op = createMaliciousProvider()
  const second = createMaliciousProvider()
  const plugin = account(options)
  const { adapter, records = store.records } = toStoreOptions(store)
  const app = createTestApp({
    op,
    adapter: createTappedAdapter(adapter, tap).adapter,
    records: createTappedAdapter(records as never, tap).adapter as never,
    providers: [
      op.provider(),
      second.provider({ id: 'second', name: 'Second' }),
      ...(withoutLinks ? [] : [links.provider]),
      ...providers,
    ],
    plugins: [plugin, ...plugins],
    sendEmail: message => void sent.push(message),
    ...more,
  })
  const server = createAuth({ ...app.config, plugins: [plugin] })
  return { ...app, store, sent, links, second, plugin, server, api: server.api.account }
}

export type AccountApp = ReturnType<typeof createAccountApp>

/** Signs a user in at the provider `op`, who proved the address before. */
export async function signIn(app: AccountApp, sub = 'ada', address = email): Promise<Visitor> {
  const visit = await signInUnverified(app, sub, address)
  const user = await app.store.getUserByEmail(address)
  if (user && !user.emailVerified)
    await app.store.updateUser?.({ id: user.id, emailVerified: new Date(Date.now() - 30 * 86_400_000) })
  return visit
}

/** Signs a user in at the provider `op`. A new user did not prove the address to the app. */
export async function signInUnverified(app: AccountApp, sub = 'ada', address = email): Promise<Visitor> {
  const visit = app.open()
  await runRoundTrip(visit, app.op, { as: { sub, email: address, email_verified: true, name: 'Ada' } })
  return visit
}

/** Sends a form of the account page as JSON client. */
export const submit = createSubmit('account')

/** What the account page says about the signed-in user. */
export interface AccountData {
  readonly profile: Record<string, unknown>
  readonly emails: readonly { id: string; email: string; isPrimary: boolean; isVerified: boolean }[]
  readonly accounts: readonly { id: string; provider: string; name: string }[]
  readonly passkeys: readonly {
    id: string
    name: string
    createdAt: string | null
    lastUsedAt: string | null
  }[]
}

/** Reads the account as JSON client. */
export async function readAccount(visit: Visitor): Promise<AccountData> {
  return (await readJson(await visit.get('/auth/account', json))) as unknown as AccountData
}

/** Returns the id of an address of the signed-in user. */
export async function getEmailId(visit: Visitor, address: string): Promise<string> {
  return (await readAccount(visit)).emails.find(own => own.email === address)?.id ?? 'none'
}

/** Returns the id of the account at a provider of the signed-in user. */
export async function getAccountId(visit: Visitor, provider: string): Promise<string> {
  return (await readAccount(visit)).accounts.find(own => own.provider === provider)?.id ?? 'none'
}

/** Returns the token of the latest email to an address. */
export function getToken({ sent }: Pick<AccountApp, 'sent'>, to: string): string {
  const text = sent.filter(message => message.to === to).at(-1)?.text ?? ''
  const url = /https:\S+/.exec(text)?.[0]
  if (url === undefined) throw new Error(`No email with a link was sent to ${to}.`)
  return new URL(url).searchParams.get('token') ?? ''
}

/** Adds an address to the signed-in user, and confirms it. */
export async function addEmail(app: AccountApp, visit: Visitor, address = otherEmail): Promise<void> {
  await submit(visit, 'emails', { change: 'add', email: address })
  const { status, body } = await submit(visit, 'confirm-email', { token: getToken(app, address) })
  if (status !== 200) throw new Error(`The address was not confirmed: ${JSON.stringify(body)}`)
}

/** Connects the account at the provider `second`. */
export async function connectSecond(app: AccountApp, visit: Visitor, sub = 'ada-2'): Promise<void> {
  await runRoundTrip(visit, app.second, { provider: 'second', as: { sub, email, email_verified: true } })
}

/** Adds a passkey to the signed-in user. */
export async function addPasskey(
  visit: Visitor,
  device = new SoftAuthenticator(origin),
): Promise<SoftAuthenticator> {
  const { options } = await requestOptions(visit, { action: 'register' })
  const response = await send(visit, { action: 'register', data: device.register(options) })
  if (response.headers.get('location')?.includes('error=')) throw new Error('The passkey was not added.')
  return device
}
