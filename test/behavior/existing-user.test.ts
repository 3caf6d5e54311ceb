import type { AuthConfig } from 'latchkey'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import type { SignInParams } from 'latchkey/types'
import { expect, test } from 'vitest'
import {
  ada,
  createTappedAdapter,
  createTestApp,
  credentials,
  getLocation,
  origin,
  runRoundTrip,
} from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'
import { createMaliciousProvider, grace } from '../support/malicious-provider.js'

/** An app with two OpenID providers, emails and a password. Accounts of `linking` are linked by email. */
function createApp({ adapter, calls } = createTappedAdapter(), more: Partial<AuthConfig> = {}) {
  const op = createMaliciousProvider()
  const mail = captureEmails()
  const seen: SignInParams[] = []
  const signIn = (params: SignInParams) => {
    seen.push(params)
    return true
  }
  const linking = op.provider({ id: 'linking', allowDangerousEmailAccountLinking: true })
  const providers = [op.provider(), linking, credentials, ...('adapter' in more ? [] : [mail.provider])]
  const session = { strategy: 'jwt' as const }
  const { open } = createTestApp({ op, adapter, providers, session, callbacks: { signIn }, ...more })
  const getExistingUser = () => seen.at(-1)?.existingUser
  return { op, mail, open, calls, adapter, getExistingUser }
}

const verified = { ...grace, email_verified: true }
const elsewhere = { sub: 'grace-elsewhere', name: 'G.', email: 'g@elsewhere.example', email_verified: true }

test('a new user has no existing user', async () => {
  const { op, open, getExistingUser } = createApp()
  await runRoundTrip(open(), op, { as: verified })
  expect(getExistingUser()).toBeUndefined()
})

test('the existing user of a known account is its owner', async () => {
  const { op, open, getExistingUser } = createApp()
  await runRoundTrip(open(), op, { as: verified })
  await runRoundTrip(open(), op, { as: verified })
  expect(getExistingUser()).toMatchObject({ email: grace.email })
})

test('the existing user of an account that is linked by email is the user with the email', async () => {
  const { op, open, getExistingUser } = createApp()
  await runRoundTrip(open(), op, { as: verified })
  const visit = open()
  const as = { ...verified, sub: 'grace-again' }
  expect(getLocation(await runRoundTrip(visit, op, { provider: 'linking', as }))).toBe(origin)
  expect(getExistingUser()).toMatchObject({ email: grace.email })
})

test('an account with a new email has no existing user, also if it could be linked by email', async () => {
  const { op, open, getExistingUser } = createApp()
  await runRoundTrip(open(), op, { as: verified })
  await runRoundTrip(open(), op, { provider: 'linking', as: elsewhere })
  expect(getExistingUser()).toBeUndefined()
})

test.each(['op', 'linking'])(
  'the existing user of a new account is the signed-in user (%s)',
  async provider => {
    const { op, open, getExistingUser } = createApp()
    const visit = open()
    await runRoundTrip(visit, op, { as: verified })
    await runRoundTrip(visit, op, { provider, as: elsewhere })
    expect(getExistingUser()).toMatchObject({ email: grace.email })
  },
)

test('a password has no existing user, also while another user is signed in', async () => {
  const { op, open, getExistingUser } = createApp()
  const visit = open()
  await runRoundTrip(visit, op, { as: verified })
  expect(getLocation(await visit.signInWithCredentials(ada))).toBe(origin)
  expect(getExistingUser()).toBeUndefined()
  expect(await visit.getSession()).toMatchObject({ user: { email: ada.email } })
})

test('without an adapter there is no existing user', async () => {
  const { op, open, getExistingUser } = createApp(undefined, { adapter: undefined })
  const visit = open()
  for (const as of [verified, elsewhere])
    expect(getLocation(await runRoundTrip(visit, op, { provider: 'linking', as }))).toBe(origin)
  expect(getExistingUser()).toBeUndefined()
})

test('an account without an email looks up no user by email', async () => {
  const { op, open, calls } = createApp()
  const nameless = { sub: 'grace-nameless', name: 'Grace', email_verified: true }
  expect(getLocation(await runRoundTrip(open(), op, { provider: 'linking', as: nameless }))).toBe(origin)
  expect(calls).not.toContain('getUserByEmail')
})

test('a signed-in user who claimed an email is the existing user of a link to it, and other browsers have none', async () => {
  const { op, mail, open, getExistingUser } = createApp(createTappedAdapter(MemoryAdapter()))
  const visit = open()
  await runRoundTrip(visit, op, { as: { ...grace, email_verified: false } })
  await visit.signIn('mail', { email: String(grace.email) })
  expect(getExistingUser()).toMatchObject({ email: grace.email })
  await visit.get(mail.getLatestEmail().url)
  expect(getExistingUser()).toMatchObject({ email: grace.email })
})

test('a user who claimed an email is not the existing user of a link to it in another browser', async () => {
  const { op, mail, open, getExistingUser } = createApp()
  await runRoundTrip(open(), op, { as: { ...grace, email_verified: false } })
  const visit = open()
  await visit.signIn('mail', { email: String(grace.email) })
  await visit.get(mail.getLatestEmail().url)
  expect(getExistingUser()).toBeUndefined()
})

test('a user who claimed an email is the existing user of the account at the provider', async () => {
  const { op, open, getExistingUser } = createApp()
  const as = { ...grace, email_verified: false }
  await runRoundTrip(open(), op, { as })
  await runRoundTrip(open(), op, { as })
  expect(getExistingUser()).toMatchObject({ email: grace.email })
})
