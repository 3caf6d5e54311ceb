import { type AdminOptions, admin } from 'latchkey/admin'
import { passwords } from 'latchkey/passwords'
import type { EmailMessage, Plugin } from 'latchkey/plugins'
import Passkey from 'latchkey/providers/passkey'
import { createAuth } from 'latchkey/server'
import { skipNotifications, twoFactor } from 'latchkey/two-factor'
import type { EventMessages } from 'latchkey/types'
import { type AppSetup, createTestApp } from '../../support/app.js'
import { captureEmails } from '../../support/captured-emails.js'
import { createMaliciousProvider } from '../../support/malicious-provider.js'
import { createTestStore, type TestStore, toStoreOptions } from '../../support/test-store.js'
import type { Visitor } from '../../support/visitor.js'
import { createSubmit, type JsonResponse } from '../submit-form.js'
import { json, readJson } from '../two-factor/two-factor-app.js'

export { json, readJson, strategies, toHead } from '../two-factor/two-factor-app.js'

/** Signs a stored user in with the methods of the form, which it does not verify. */
const badge: Plugin = {
  id: 'badge',
  allowsActor: true,
  actions: {
    '': {
      async POST(ctx) {
        const { userId, amr } = ctx.request.body
        const user = await ctx.adapter?.getUser(String(userId))
        if (!user) return { status: 404, data: {} }
        return { redirect: await ctx.signInUser(user, String(amr).split(' ').filter(Boolean)) }
      },
    },
  },
}

/** Options of a test app with pages for staff. */
export interface AdminSetup extends AppSetup {
  strategy?: 'jwt' | 'database'
  store?: TestStore
  options?: Partial<AdminOptions>
}

/** Users whose id starts with `admin` are administrators. `admin-2` may not act as users. */
const isAdministrator: AdminOptions['isAdministrator'] = ({ id }) => id.startsWith('admin')

/** Creates an app with pages for staff and every way to sign in. */
export async function createAdminApp(setup: AdminSetup = {}) {
  const { strategy = 'jwt', store = createTestStore(), options, plugins = [], ...more } = setup
  const sent: EmailMessage[] = []
  const events: EventMessages['pluginEvent'][] = []
  const links = captureEmails()
  const op = createMaliciousProvider()
  const plugin = admin({ isAdministrator, canImpersonate: ({ id }) => id === 'admin-1', ...options })
  const factors = twoFactor({ notify: skipNotifications })
  const withPasswords = passwords({ hashing: { custom: plainHash } })
  const app = createTestApp({
    op,
    ...toStoreOptions(store),
    session: { strategy },
    revocation: { maxStale: 0 },
    providers: [op.provider(), links.provider, Passkey],
    plugins: [badge, plugin, factors, withPasswords, ...plugins],
    sendEmail: message => void sent.push(message),
    events: { pluginEvent: event => void events.push(event) },
    ...more,
  })
  for (const [id, name] of Object.entries(people))
    await store.createUser({ id, name, email: `${id}@example.com`, emailVerified: new Date(0) })
  const { api, sessions, users } = createAuth({
    ...app.config,
    plugins: [plugin, factors, withPasswords],
  })
  return { ...app, store, sent, links, events, api, sessions, users }
}

/** Costs nothing. */
const plainHash = {
  hash: (password: string) => `test$${password}`,
  verify: (password: string, stored: string) => `test$${password}` === stored,
  needsRehash: () => false,
}

/** The stored users, by id. */
const people = {
  'admin-1': 'Grace',
  'admin-2': 'Dorothy',
  ada: 'Ada',
  bob: 'Bob',
} as const

export type AdminApp = Awaited<ReturnType<typeof createAdminApp>>

/** Signs a user in. An administrator passes two factors. */
export async function signIn(
  app: AdminApp,
  userId: string,
  amr = 'pwd otp',
  visit = app.open(),
): Promise<Visitor> {
  const csrfToken = await visit.getCsrfToken()
  await visit.post('/auth/badge', { csrfToken, userId, amr })
  return visit
}

/** Sends a form of the pages for staff as JSON client. */
export const submit = createSubmit('admin')

/** Changes a user as JSON client. */
export function change(
  visit: Visitor,
  name: string,
  userId: string,
  fields: Record<string, string> = {},
): Promise<JsonResponse> {
  return submit(visit, 'user', { change: name, userId, ...fields })
}

/** Reads JSON of the plugin. */
export async function read(visit: Visitor, path: string): Promise<JsonResponse> {
  const response = await visit.get(`/auth/admin${path}`, json)
  const { message: _, ...body } = await readJson(response)
  return { status: response.status, body }
}

/** Returns the id of the user of a browser, or null. */
export async function getUserName(visit: Visitor): Promise<unknown> {
  const session = await visit.getSession()
  return session && Object(session['user']).name
}

/** Signs an administrator in who acts as Ada. */
export async function impersonateAda(app: AdminApp): Promise<Visitor> {
  const visit = await signIn(app, 'admin-1')
  await change(visit, 'impersonate', 'ada', { reason: 'Ticket 7' })
  return visit
}

/** Returns the types of the events since the last call. */
export function takeEvents({ events }: AdminApp) {
  return events.splice(0).map(({ type, data }) => ({ type, ...data }))
}

/** Returns the token of the link in the latest email. */
export function getToken({ sent }: AdminApp): string {
  const url = /https:\S+token=\S+/.exec(sent.at(-1)?.text ?? '')?.[0]
  return new URL(url ?? '').searchParams.get('token') ?? ''
}
