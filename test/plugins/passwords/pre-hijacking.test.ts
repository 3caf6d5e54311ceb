import Passkey from 'latchkey/providers/passkey'
import { describe, expect, test } from 'vitest'
import { origin, runRoundTrip } from '../../support/app.js'
import { captureEmails } from '../../support/captured-emails.js'
import { register, signIn as signInWithPasskey } from '../../support/passkey-app.js'
import { SoftAuthenticator } from '../../support/soft-authenticator.js'
import type { Visitor } from '../../support/visitor.js'
import {
  createPasswordsApp,
  email,
  getLink,
  getToken,
  getUserEmail,
  newPassword,
  type PasswordsApp,
  serverHead,
  signIn,
  strategies,
  submit,
} from './passwords-app.js'

const plantedPassword = 'the password of a thief'
const changedPassword = 'another password of a thief'
const thiefAccount = { sub: 'mallory', email: 'mallory@example.com', email_verified: true }
const claimingAccount = { sub: 'claimer', email, email_verified: false }
const ownAccount = { sub: 'ada', email, email_verified: true }

type Verification = 'before' | 'after'

function createApp(strategy: 'jwt' | 'database', verification: Verification) {
  const codes = captureEmails({ id: 'code', oneTimeCode: true })
  const app = createPasswordsApp({
    session: { strategy },
    revocation: { maxStale: 0 },
    options: { verification },
    callbacks: {
      session: ({ session, token, user }) => ({
        ...session,
        user: { ...session.user, id: user?.id ?? token?.sub },
      }),
    },
  })
  app.config.providers = [
    app.op.provider({ allowDangerousEmailAccountLinking: true }),
    app.links.provider,
    codes.provider,
    Passkey(),
  ]
  return { ...app, codes, device: new SoftAuthenticator(origin) }
}

type App = ReturnType<typeof createApp>

/** Returns whether a browser is signed in to the account that has the address. */
async function isInAccount(app: App, visit: Visitor): Promise<boolean> {
  const user = await app.store.getUserByEmail?.(email)
  const session = await visit.getSession()
  return user != null && Object(session?.['user']).id === user.id
}

/** How another person prepares an account with the email address of the owner. Each returns the browser of that person. */
const preparations: Readonly<Record<string, (app: App) => Promise<Visitor>>> = {
  async 'a sign-up'(app) {
    const thief = app.open()
    await submit(thief, 'sign-up', { email, password: plantedPassword })
    return thief
  },
  async 'a sign-up, after which they try to add every other way to sign in'(app) {
    const thief = app.open()
    await submit(thief, 'sign-up', { email, password: plantedPassword })
    await submit(thief, 'send-confirmation')
    await runRoundTrip(thief, app.op, { as: thiefAccount }).catch(() => null)
    await register(thief, email, app.device).catch(() => null)
    await submit(thief, 'change', { currentPassword: plantedPassword, password: changedPassword })
    return thief
  },
  async 'an imported password of an unverified address'(app) {
    const { id } = await app.store.createUser({ id: 'ada', email, emailVerified: null })
    await app.api.importHash(serverHead, id, await createHash())
    const thief = app.open()
    expect((await signIn(thief, { password: plantedPassword })).status).toBe(200)
    expect(await getUserEmail(thief)).toBe(email)
    return thief
  },
  async 'a request for a magic link'(app) {
    const thief = app.open()
    await thief.signIn('mail', { email })
    return thief
  },
  async 'a request for a code'(app) {
    const thief = app.open()
    await thief.signIn('code', { email })
    return thief
  },
  async 'an account at a provider that does not verify addresses'(app) {
    const thief = app.open()
    await runRoundTrip(thief, app.op, { as: claimingAccount })
    await submit(thief, 'change', { password: plantedPassword })
    return thief
  },
  async 'a passkey'(app) {
    const thief = app.open()
    await register(thief, email, app.device)
    await submit(thief, 'change', { password: plantedPassword })
    return thief
  },
}

/** How the owner of the address comes later. Each returns their browser. */
const arrivals: Readonly<Record<string, (app: App) => Promise<Visitor>>> = {
  'a sign-up': arriveBySignUp,
  'a reset link': arriveByReset,
  'a magic link': app => arriveByLink(app),
  async 'a code'(app) {
    const owner = app.open()
    await owner.signIn('code', { email })
    const csrfToken = await owner.getCsrfToken()
    await owner.post('/auth/callback/code', { csrfToken, token: app.codes.getLatestEmail().token })
    return owner
  },
  async 'an account at a provider that verifies addresses'(app) {
    const owner = app.open()
    await runRoundTrip(owner, app.op, { as: ownAccount })
    return owner
  },
  /** A passkey proves no address, so the owner then proves it. */
  async 'a passkey'(app) {
    const owner = app.open()
    await register(owner, email, new SoftAuthenticator(origin))
    return await arriveByLink(app, owner)
  },
}

async function arriveByLink(app: App, owner = app.open()): Promise<Visitor> {
  await owner.signIn('mail', { email })
  await owner.get(app.links.getLatestEmail().url)
  return owner
}

/** The owner opens the link of the latest email, if it has one, else uses a magic link. */
async function arriveBySignUp(app: App): Promise<Visitor> {
  const owner = app.open()
  await submit(owner, 'sign-up', { email, password: newPassword })
  const link = getLink(app)
  const token = link.searchParams.get('token')
  if (token === null) return await arriveByLink(app)
  await submit(owner, link.pathname.split('/').at(-1) ?? '', { token })
  return owner
}

/** An address that only a sign-up which waits has cannot be reset. */
async function arriveByReset(app: App): Promise<Visitor> {
  const owner = app.open()
  await submit(owner, 'forgot', { email })
  const { status } = await submit(owner, 'reset', { token: getToken(app), password: newPassword })
  if (status !== 200) return await arriveBySignUp(app)
  await signIn(owner, { password: newPassword })
  return owner
}

/** Returns the hash of the planted password, as another system stored it. */
async function createHash(): Promise<string> {
  const other = createPasswordsApp()
  const visit = other.open()
  await submit(visit, 'sign-up', { email: 'thief@example.com', password: plantedPassword })
  await submit(visit, 'verify', { token: getToken(other) })
  const user = await other.store.getUserByEmail?.('thief@example.com')
  const record = await other.store.records.getRecord('password', user?.id ?? '')
  return String(Object(record?.value).hash)
}

/** Returns the links that the emails of the plugin have had so far. */
function listLinks({ sent }: Pick<PasswordsApp, 'sent'>): readonly URL[] {
  return sent
    .flatMap(({ text }) => text.match(/https:\S+/g) ?? [])
    .map(url => new URL(url))
    .filter(url => url.searchParams.has('token'))
}

/** Tries all that the other person knows. Returns what opened an account with the address. */
async function listRemainingAccess(
  app: App,
  thief: Visitor,
  links: readonly URL[],
): Promise<readonly string[]> {
  const ways: string[] = []
  const check = async (way: string, visit: Visitor) => {
    if (await isInAccount(app, visit)) ways.push(way)
  }
  await check('the session', thief)
  for (const password of [plantedPassword, changedPassword]) {
    const visit = app.open()
    await signIn(visit, { password })
    await check(`the password "${password}"`, visit)
    for (const link of links) {
      const other = thief.cloneWithCookies()
      const path = link.pathname.split('/').at(-1) ?? ''
      await submit(other, path, { token: link.searchParams.get('token') ?? '', password })
      await check(`the link ${path}`, other)
    }
  }
  for (const as of [thiefAccount, claimingAccount]) {
    const visit = app.open()
    await runRoundTrip(visit, app.op, { as }).catch(() => null)
    await check(`the account ${as.sub}`, visit)
  }
  const visit = app.open()
  await signInWithPasskey(visit, app.device).catch(() => null)
  await check('the passkey', visit)
  return ways
}

describe.each(strategies)('with %s sessions', strategy => {
  for (const verification of ['before', 'after'] as const)
    for (const [preparation, prepare] of Object.entries(preparations))
      test.each(Object.entries(arrivals))(
        `and verification ${verification} the sign-up: after ${preparation}, the owner who comes with %s has the account alone`,
        async (_, arrive) => {
          const app = createApp(strategy, verification)
          const thief = await prepare(app)
          const links = listLinks(app)
          const owner = await arrive(app)
          expect(await isInAccount(app, owner)).toBe(true)
          expect(await listRemainingAccess(app, thief, links)).toEqual([])
          expect(await isInAccount(app, owner)).toBe(true)
        },
      )
})

test('a visitor who signs up is signed in at once with verification after the sign-up, and cannot add another way to sign in', async () => {
  const app = createApp('database', 'after')
  const visit = app.open()
  await submit(visit, 'sign-up', { email, password: newPassword })
  expect(await getUserEmail(visit)).toBe(email)
  const user = await app.store.getUserByEmail?.(email)
  // Refused at the start, or in the callback if the adapter cannot list accounts.
  await runRoundTrip(visit, app.op, { as: thiefAccount }).catch(() => null)
  const { response } = await register(visit, email, app.device).catch(() => ({ response: null }))
  expect(response).toBeNull()
  expect(await app.store.getUserByAccount?.({ provider: 'op', providerAccountId: 'mallory' })).toBeNull()
  expect(await app.store.listAuthenticatorsByUserId(user?.id ?? '')).toEqual([])
  expect(app.log.types()).toContain('AccessDenied')
  const link = getLink(app)
  expect((await submit(visit, 'confirm-email', { token: getToken(app) })).status).toBe(200)
  expect(link.pathname).toBe('/auth/passwords/confirm-email')
  await runRoundTrip(visit, app.op, { as: thiefAccount })
  const owner = await app.store.getUserByAccount?.({ provider: 'op', providerAccountId: 'mallory' })
  expect(owner?.id).toBe(user?.id)
})
