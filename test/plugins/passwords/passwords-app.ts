import { createHash } from 'node:crypto'
import { type PasswordsOptions, passwords } from 'latchkey/passwords'
import type { EmailMessage } from 'latchkey/plugins'
import { createAuth } from 'latchkey/server'
import { type AppSetup, createTappedAdapter, createTestApp, type Tap } from '../../support/app.js'
import { captureEmails } from '../../support/captured-emails.js'
import { createMaliciousProvider } from '../../support/malicious-provider.js'
import { createTestStore, type TestStore, toStoreOptions } from '../../support/test-store.js'
import type { Visitor } from '../../support/visitor.js'
import { createSubmit, type JsonResponse } from '../submit-form.js'

export { json, serverHead, strategies, toHead } from '../two-factor/two-factor-app.js'

export const email = 'ada@example.com'
export const password = 'correct horse battery'
export const newPassword = 'staple horse battery'

/** Flows hash often, so they use a hash that costs nothing. `hashing.test.ts` and the browser tests use the default. */
const hash = (password: string) => `test$${createHash('sha256').update(password).digest('hex')}`
const hashing = {
  custom: {
    hash,
    verify: (password: string, stored: string) => hash(password) === stored,
    needsRehash: () => false,
  },
}

/** Options of a test app with passwords. */
export interface PasswordsSetup extends AppSetup {
  store?: TestStore
  options?: PasswordsOptions
  /** Called before each method of the adapter and the record store. */
  tap?: Tap
}

/** Creates an app with passwords, magic links and OpenID Connect. */
export function createPasswordsApp(setup: PasswordsSetup = {}) {
  const { store = createTestStore(), options, tap, plugins = [], ...more } = setup
  const sent: EmailMessage[] = []
  const links = captureEmails()
  const op = createMaliciousProvider()
  const plugin = passwords({ hashing, ...options })
  const { adapter, records = store.records } = toStoreOptions(store)
  const calls: string[] = []
  const record: Tap = (method, args) => {
    calls.push(method)
    return tap?.(method, args)
  }
  const app = createTestApp({
    op,
    adapter: createTappedAdapter(adapter, record).adapter,
    records: createTappedAdapter(records as never, record).adapter as never,
    providers: [op.provider(), links.provider],
    plugins: [plugin, ...plugins],
    sendEmail: message => void sent.push(message),
    ...more,
  })
  const { api, sessions } = createAuth({ ...app.config, plugins: [plugin] })
  return { ...app, store, sent, links, plugin, api: api.passwords, sessions, calls }
}

export type PasswordsApp = ReturnType<typeof createPasswordsApp>

/** Sends a form of the plugin as JSON client. The body is without the message of a failure, which `client.test.ts` has. */
export const submit = createSubmit('passwords')

/** Returns the link of the latest email. */
export function getLink({ sent }: Pick<PasswordsApp, 'sent'>): URL {
  const url = /https:\S+/.exec(sent.at(-1)?.text ?? '')?.[0]
  if (url === undefined) throw new Error('No email with a link was sent.')
  return new URL(url)
}

/** Returns the token of the latest email. */
export function getToken(app: Pick<PasswordsApp, 'sent'>): string {
  return getLink(app).searchParams.get('token') ?? ''
}

/** Signs Ada up, and confirms her address in the same browser. */
export async function signUp(app: PasswordsApp, fields: Record<string, string> = {}): Promise<Visitor> {
  const visit = app.open()
  await submit(visit, 'sign-up', { email, password, ...fields })
  await submit(visit, 'verify', { token: getToken(app) })
  return visit
}

/** Signs Ada in with a password. */
export function signIn(visit: Visitor, fields: Record<string, string> = {}): Promise<JsonResponse> {
  return submit(visit, 'sign-in', { email, password, ...fields })
}

/** Returns the email address of the signed-in user, or null. */
export async function getUserEmail(visit: Visitor): Promise<unknown> {
  const session = await visit.getSession()
  return session && Object(session['user']).email
}
