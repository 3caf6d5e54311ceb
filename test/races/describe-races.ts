import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { completeRoundTrip, getLocation, origin, runRoundTrip, sessionCookie } from '../support/app.js'
import { fire, repeatWithSeeds } from '../support/fire.js'
import type { UserClaims } from '../support/malicious-provider.js'
import { requestOptions, send } from '../support/passkey-app.js'
import { SoftAuthenticator } from '../support/soft-authenticator.js'
import type { Visitor } from '../support/visitor.js'
import { createRaceApp, op, otherOp, type RaceApp, type RaceStore } from './race-app.js'

const verificationError = `${origin}/auth/error?error=Verification`
const timeout = 30_000 + fire.rounds * 5_000

/**
 * Runs each race on a store, with random delays before adapter calls. The assertions hold for every order of the calls.
 *
 * Not included:
 *
 * - Concurrent refreshes of an access token, in one process, in several, and with JWT sessions. Latchkey has no function that
 *   refreshes tokens yet.
 * - Sign-outs with JWT sessions, because they only delete the cookie.
 * - Concurrent updates of a JWT session: `behavior/session-update-order.test.ts`.
 * - Secret rotation: `flows/secret-rotation.test.ts` and `scale/scale.test.ts`.
 */
export function describeRaces(
  name: string,
  open: () => Promise<{ store: RaceStore; close?: () => Promise<void> }>,
): void {
  describe(`races on ${name}`, () => {
    let opened: Awaited<ReturnType<typeof open>> | undefined

    beforeAll(async () => {
      opened = await open()
    })

    afterAll(() => opened?.close?.())

    for (const { title, run } of races)
      test(title, { timeout }, async () => {
        const store = opened?.store
        if (!store) throw new Error('The store did not open.')
        await repeatWithSeeds(fire.rounds, seed => run(createRaceApp(store, seed)))
      })
  })
}

interface Race {
  readonly title: string
  run(app: RaceApp): Promise<void>
}

const races: readonly Race[] = [
  {
    title: 'one of 16 concurrent uses of a magic link signs in',
    async run(app) {
      const [visit, { email }] = [app.open(), app.createClaims('ada')]
      const url = await requestLink(app, visit, email)
      const answers = await Promise.all(Array.from({ length: 16 }, () => visit.get(url)))
      const locations = answers.map(getLocation).sort()
      expect(locations).toEqual([origin, ...Array.from({ length: 15 }, () => verificationError)])
      const user = await app.adapter.getUserByEmail(String(email))
      expect(await countSessions(app, user?.id)).toBe(1)
      expect(app.countEvents('createUser')).toBe(1)
      expect(await readEmail(visit)).toBe(email)
    },
  },
  {
    title: 'a magic link that is used while another one is requested signs in, and so does the other one',
    async run(app) {
      const [visit, tab] = openTabs(app)
      const { email } = app.createClaims('ada')
      const url = await requestLink(app, visit, email)
      const [answer] = await Promise.all([visit.get(url), tab.signIn('mail', { email: String(email) })])
      expect(getLocation(answer)).toBe(origin)
      const again = await tab.get(app.mailbox.getLatestEmail().url)
      expect(getLocation(again)).toBe(origin)
      expect(app.countEvents('createUser')).toBe(1)
    },
  },
  {
    title: 'a magic link that is used while expired tokens are deleted signs in once or is expired',
    async run(app) {
      const [visit, { email }] = [app.open(), app.createClaims('ada')]
      const url = await requestLink(app, visit, email)
      // The session outlives this date, the token does not.
      const later = new Date(Date.now() + 3 * 86_400_000)
      const [answer] = await Promise.all([
        visit.get(url),
        afterDelay(app, () => app.adapter.deleteExpired(later)),
      ])
      const isSignedIn = getLocation(answer) === origin
      expect(isSignedIn || getLocation(answer) === verificationError).toBe(true)
      expect(await readEmail(visit)).toBe(isSignedIn ? email : undefined)
      visit.jar.clear('__Secure-authjs.callback-url-finished')
      expect(getLocation(await visit.get(url))).toBe(verificationError)
    },
  },
  {
    title: 'four concurrent first sign-ins with one account create one user with one account',
    async run(app) {
      const claims = app.createClaims('grace')
      const visits = openVisits(app, 4)
      const answers = await signInConcurrently(visits, claims)
      expect(answers.map(getLocation)).toEqual(visits.map(() => origin))
      expect(app.countEvents('createUser')).toBe(1)
      const user = await findOwner(app, claims)
      expect(await countSessions(app, user?.id)).toBe(4)
      expect(await Promise.all(visits.map(readEmail))).toEqual(visits.map(() => claims.email))
    },
  },
  {
    title: 'two concurrent session updates store the value of one of them completely',
    async run(app) {
      const [visit, tab] = openTabs(app)
      await signIn(visit, app.createClaims('grace'))
      const csrfToken = await visit.getCsrfToken()
      const update = (browser: Visitor, data: string) =>
        browser.post('/auth/session', { csrfToken, data }, { json: true })
      const answers = await Promise.all([update(visit, 'first'), update(tab, 'second')])
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      const { name, image } = await readStoredUser(app, visit)
      expect(['first', 'second']).toContain(name)
      expect(image).toBe(name)
    },
  },
  {
    title: 'a session that ends while it is read and extended stays ended',
    async run(app) {
      const [visit, tab] = openTabs(app)
      await signIn(visit, app.createClaims('grace'))
      const token = readSessionToken(visit)
      const copy = visit.cloneWithCookies()
      const csrfToken = await visit.getCsrfToken()
      const reads = Array.from({ length: 4 }, () => afterDelay(app, () => tab.getSession()))
      await Promise.all([...reads, afterDelay(app, () => visit.post('/auth/signout', { csrfToken }))])
      expect(await app.adapter.getSessionAndUser(token)).toBeNull()
      expect(await visit.getSession()).toBeNull()
      expect(await copy.getSession()).toBeNull()
    },
  },
  {
    title: 'two concurrent sign-outs succeed and emit one event',
    async run(app) {
      const visit = app.open()
      await signIn(visit, app.createClaims('grace'))
      const csrfToken = await visit.getCsrfToken()
      const tabs = [visit.cloneWithCookies(), visit.cloneWithCookies()]
      const answers = await Promise.all(tabs.map(tab => tab.post('/auth/signout', { csrfToken })))
      expect(answers.map(getLocation)).toEqual([origin, origin])
      expect(app.countEvents('signOut')).toBe(1)
      expect(await visit.getSession()).toBeNull()
    },
  },
  {
    title: 'a sign-out everywhere during a sign-in ends the earlier sessions, and later sign-ins live',
    async run(app) {
      const claims = app.createClaims('grace')
      const [before, after] = [openVisits(app, 3), app.open()]
      for (const visit of before) await signIn(visit, claims)
      const user = await findOwner(app, claims)
      const [answer] = await Promise.all([
        runRoundTrip(after, op, { as: claims }),
        afterDelay(app, () => app.adapter.deleteSessionsByUserId(user?.id ?? '')),
      ])
      expect(getLocation(answer)).toBe(origin)
      expect(await Promise.all(before.map(readEmail))).toEqual([undefined, undefined, undefined])
      await signIn(after, claims)
      expect(await readEmail(after)).toBe(claims.email)
    },
  },
  {
    title: 'two tabs that sign in with one provider both finish',
    async run(app) {
      const tabs = openTabs(app)
      const claims = app.createClaims('grace')
      const redirects = await startConcurrently(tabs, ['op', 'op'])
      const answers = await Promise.all(
        tabs.map((tab, i) => completeRoundTrip(tab, op, redirects[i] ?? Response.error(), { as: claims })),
      )
      expect(answers.map(getLocation)).toEqual([origin, origin])
      expect(await readEmail(tabs[0])).toBe(claims.email)
      expect(app.countEvents('createUser')).toBe(1)
    },
  },
  {
    title: 'two tabs that sign in with different providers both finish, as one of the two users',
    async run(app) {
      const tabs = openTabs(app)
      const [first, second] = [app.createClaims('grace'), app.createClaims('alan')]
      const [away = Response.error(), awayToOther = Response.error()] = await startConcurrently(tabs, [
        'op',
        'other',
      ])
      const answers = await Promise.all([
        completeRoundTrip(tabs[0], op, away, { as: first }),
        completeRoundTrip(tabs[1], otherOp, awayToOther, { as: second }),
      ])
      expect(answers.map(getLocation)).toEqual([origin, origin])
      expect([first.email, second.email]).toContain(await readEmail(tabs[0]))
    },
  },
  {
    title: 'one of 16 concurrent uses of a passkey response signs in',
    async run(app) {
      const device = await registerPasskey(app, app.open(), 'grace')
      const visit = app.open()
      const { options } = await requestOptions(visit, { action: 'authenticate' })
      const data = device.authenticate(options)
      const copies = Array.from({ length: 16 }, () => visit.cloneWithCookies())
      await Promise.all(copies.map(copy => send(copy, { action: 'authenticate', data })))
      const emails = await Promise.all(copies.map(readEmail))
      expect(emails.filter(email => email !== undefined)).toHaveLength(1)
    },
  },
  {
    title: 'one of 8 concurrent responses of a cloned passkey with one counter signs in',
    async run(app) {
      const device = await registerPasskey(app, app.open(), 'grace')
      const visits = openVisits(app, 8)
      const counter = 7
      const responses = await Promise.all(
        visits.map(async visit => {
          const { options } = await requestOptions(visit, { action: 'authenticate' })
          return device.authenticate(options, { counter })
        }),
      )
      await Promise.all(
        visits.map((visit, i) => send(visit, { action: 'authenticate', data: responses[i] ?? '' })),
      )
      const emails = await Promise.all(visits.map(readEmail))
      expect(emails.filter(email => email !== undefined)).toHaveLength(1)
      const passkey = await app.adapter.getAuthenticator?.(device.id.toString('base64'))
      expect(passkey?.counter).toBe(counter)
    },
  },
  {
    title: 'concurrent responses of one passkey with rising counters store the highest one',
    async run(app) {
      const device = await registerPasskey(app, app.open(), 'grace')
      const visits = openVisits(app, 4)
      const responses = await Promise.all(
        visits.map(async (visit, i) => {
          const { options } = await requestOptions(visit, { action: 'authenticate' })
          return device.authenticate(options, { counter: i + 1 })
        }),
      )
      await Promise.all(
        visits.map((visit, i) => send(visit, { action: 'authenticate', data: responses[i] ?? '' })),
      )
      const emails = await Promise.all(visits.map(readEmail))
      expect(emails[3]).toBeDefined()
      const passkey = await app.adapter.getAuthenticator?.(device.id.toString('base64'))
      expect(passkey?.counter).toBe(4)
    },
  },
  {
    title: 'concurrent registrations of one passkey by four visitors store it for one user',
    async run(app) {
      const device = new SoftAuthenticator(origin)
      const visits = openVisits(app, 4)
      await Promise.all(
        visits.map(async (visit, i) => {
          const email = String(app.createClaims(`user${i}`).email)
          const { options } = await requestOptions(visit, { action: 'register', email })
          await send(visit, { action: 'register', data: device.register(options) })
        }),
      )
      const emails = await Promise.all(visits.map(readEmail))
      expect(emails.filter(email => email !== undefined)).toHaveLength(1)
      const users = await Promise.all(
        visits.map((_, i) => app.adapter.getUserByEmail(String(app.createClaims(`user${i}`).email))),
      )
      const owners = users.filter(user => user !== null)
      expect(owners.map(({ email }) => email)).toEqual(emails.filter(email => email !== undefined))
      expect(await app.adapter.listAuthenticatorsByUserId(owners[0]?.id ?? '')).toHaveLength(1)
    },
  },
  {
    title: 'an account that two signed-in users link at once belongs to one of them',
    async run(app) {
      const users = [app.createClaims('grace'), app.createClaims('alan')]
      const shared = app.createClaims('shared')
      const visits = openVisits(app, 2)
      for (const [i, visit] of visits.entries()) await signIn(visit, users[i] ?? shared)
      await Promise.all(visits.map(visit => runRoundTrip(visit, otherOp, { provider: 'other', as: shared })))
      const owner = await app.adapter.getUserByAccount({ provider: 'other', providerAccountId: shared.sub })
      expect(users.map(({ email }) => email)).toContain(owner?.email)
      expect(await Promise.all(visits.map(readEmail))).toEqual(users.map(({ email }) => email))
      expect(app.countEvents('createUser')).toBe(2)
      expect(app.countEvents('linkAccount')).toBe(3)
    },
  },
  {
    title: 'a user who is deleted during a sign-in and session reads leaves no account and no session',
    async run(app) {
      const claims = app.createClaims('grace')
      const [visit, other] = [app.open(), app.open()]
      await signIn(visit, claims)
      const deleted = await readStoredUser(app, visit)
      await Promise.all([
        runRoundTrip(other, op, { as: claims }),
        afterDelay(app, () => app.adapter.deleteUser(deleted.id)),
        visit.get('/auth/session'),
      ])
      expect(await app.adapter.getUser(deleted.id)).toBeNull()
      expect(await countSessions(app, deleted.id)).toBe(0)
      expect(await visit.getSession()).toBeNull()
      // The concurrent sign-in may have created the user anew, after the deletion.
      const owner = await findOwner(app, claims)
      expect(owner?.id).not.toBe(deleted.id)
      await signIn(other, claims)
      expect(await readEmail(other)).toBe(claims.email)
    },
  },
  {
    title: 'concurrent reads of an expired session during its deletion return no session and no error',
    async run(app) {
      const visit = app.open()
      await signIn(visit, app.createClaims('grace'))
      const user = await readStoredUser(app, visit)
      const sessionToken = readSessionToken(visit)
      const past = new Date(Date.now() - 60_000)
      await app.adapter.updateSession?.({ sessionToken, expires: past })
      const copies = Array.from({ length: 4 }, () => visit.cloneWithCookies())
      const reads = copies.map(copy => afterDelay(app, () => copy.get('/auth/session')))
      const deletion = afterDelay(app, () => app.adapter.deleteExpired(new Date()))
      const answers = await Promise.all(reads)
      await deletion
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      expect(await Promise.all(answers.map(answer => answer.json()))).toEqual([null, null, null, null])
      expect(await countSessions(app, user.id)).toBe(0)
      expect(app.listErrors()).toEqual([])
    },
  },
  {
    title: 'sixteen users who sign in and read their sessions at once see only their own',
    async run(app) {
      const users = Array.from({ length: 16 }, (_, i) => app.createClaims(`user${i}`))
      const emails = await Promise.all(
        users.map(async claims => {
          const visit = app.open()
          await signIn(visit, claims)
          return Promise.all([readEmail(visit), readEmail(visit), readEmail(visit)])
        }),
      )
      expect(emails).toEqual(users.map(({ email }) => [email, email, email]))
    },
  },
]

async function requestLink(app: RaceApp, visit: Visitor, email: unknown): Promise<string> {
  await visit.signIn('mail', { email: String(email) })
  return app.mailbox.getLatestEmail().url
}

function openVisits(app: RaceApp, count: number): Visitor[] {
  return Array.from({ length: count }, () => app.open())
}

function openTabs(app: RaceApp): [Visitor, Visitor] {
  const visit = app.open()
  return [visit, visit.openTab()]
}

async function signIn(visit: Visitor, claims: UserClaims): Promise<void> {
  expect(getLocation(await runRoundTrip(visit, op, { as: claims }))).toBe(origin)
}

/** Starts a sign-in in each tab. The sign-in page is open in all of them, so the browser has its CSRF cookie. */
async function startConcurrently(
  tabs: readonly [Visitor, Visitor],
  providers: readonly string[],
): Promise<Response[]> {
  await tabs[0].getCsrfToken()
  return Promise.all(tabs.map((tab, i) => tab.signIn(providers[i] ?? '')))
}

/** Signs several visitors in with one account. All callbacks are sent at once. */
async function signInConcurrently(visits: readonly Visitor[], as: UserClaims): Promise<Response[]> {
  const redirects = await Promise.all(visits.map(visit => visit.signIn('op')))
  return Promise.all(
    visits.map((visit, i) => completeRoundTrip(visit, op, redirects[i] ?? Response.error(), { as })),
  )
}

async function registerPasskey(app: RaceApp, visit: Visitor, name: string): Promise<SoftAuthenticator> {
  const device = new SoftAuthenticator(origin)
  const email = String(app.createClaims(name).email)
  const { options } = await requestOptions(visit, { action: 'register', email })
  const data = device.register(options)
  expect(getLocation(await send(visit, { action: 'register', data }))).toBe(origin)
  return device
}

async function afterDelay<T>(app: RaceApp, call: () => T | PromiseLike<T>): Promise<T> {
  await app.delay()
  return call()
}

async function readEmail(visit: Visitor): Promise<unknown> {
  const session = (await visit.getSession()) as { user?: { email?: unknown } } | null
  return session?.user?.email
}

function readSessionToken({ jar }: Visitor): string {
  return jar.cookies().find(({ name }) => name === sessionCookie)?.value ?? ''
}

async function readStoredUser(app: RaceApp, visit: Visitor) {
  const record = await app.adapter.getSessionAndUser(readSessionToken(visit))
  if (!record) throw new Error('The visitor has no session.')
  return record.user
}

async function findOwner(app: RaceApp, claims: UserClaims) {
  return app.adapter.getUserByAccount({ provider: 'op', providerAccountId: claims.sub })
}

async function countSessions(app: RaceApp, userId = ''): Promise<number> {
  return (await app.adapter.listSessionsByUserId(userId)).length
}
