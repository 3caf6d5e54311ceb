import { createAuth } from 'latchkey/server'
import { describe, expect, test } from 'vitest'
import { ada, runRoundTrip } from '../../support/app.js'
import {
  computeCode,
  createAda,
  createTwoFactorApp,
  enroll,
  importedSecret,
  serverHead,
  signIn,
  startSignIn,
  strategies,
  submit,
  type TwoFactorApp,
  type TwoFactorSetup,
} from './two-factor-app.js'

function listPendingSignIns({ store }: TwoFactorApp) {
  return store.records.listRecords({ kind: 'pending-sign-in', userId: 'ada-1' })
}

/** Adds more pending sign-ins of the user than a store lists at once. */
async function addPendingSignIns(app: TwoFactorApp): Promise<void> {
  const [record] = await listPendingSignIns(app)
  if (!record) throw new Error('There is no pending sign-in.')
  const { version: _, ...rest } = record
  for (let count = 0; count < 1_100; count++) await app.store.records.putRecord({ ...rest, id: `0${count}` })
}

describe.each(strategies)('a pending sign-in, with the %s strategy', strategy => {
  const session = { strategy }
  const setup = { session, revocation: { maxStale: 0 } }

  async function openPending(more: TwoFactorSetup = {}) {
    const app = createTwoFactorApp({ ...setup, ...more })
    const { visit: owner, secret } = await enroll(app)
    const waiting = await startSignIn(app)
    const complete = () =>
      submit(waiting.visit, 'verify', { pending: waiting.pending, code: computeCode(secret) })
    const { sessions } = createAuth(app.config)
    return { app, owner, ...waiting, complete, sessions }
  }

  test('ends with a ban by the `signIn` callback', async () => {
    let isBanned = false
    const { visit, complete } = await openPending({ callbacks: { signIn: () => !isBanned } })
    isBanned = true
    expect((await complete()).body).toEqual({ error: 'AccessDenied' })
    expect(await visit.getSession()).toBeNull()
  })

  test('goes where the `signIn` callback redirects to', async () => {
    let redirect: string | boolean = true
    const { visit, complete } = await openPending({ callbacks: { signIn: () => redirect } })
    redirect = '/terms'
    expect((await complete()).body['url']).toContain('/terms')
    expect(await visit.getSession()).toBeNull()
  })

  test('ends with all sessions of the user', async () => {
    const { visit, complete, sessions } = await openPending()
    await sessions.endAllOfUser('ada-1')
    expect((await complete()).body).toMatchObject({ error: 'signed-out' })
    expect(await visit.getSession()).toBeNull()
  })

  test('that began before all sessions ended is not continued, also if its record is left', async () => {
    const { app, visit, complete, sessions } = await openPending()
    const { records } = app.store
    const [record] = await records.listRecords({ kind: 'pending-sign-in', userId: 'ada-1' })
    await sessions.endAllOfUser('ada-1')
    if (record) await records.putRecord(record)
    expect((await complete()).body).toMatchObject({ error: 'signed-out' })
    expect(await visit.getSession()).toBeNull()
  })

  test.each(['remove', 'enroll'])(
    'ends with the change "%s" of another session, however many there are',
    async change => {
      const { app, owner, visit, complete } = await openPending()
      await addPendingSignIns(app)
      if (change === 'enroll') {
        const response = await owner.get('/auth/two-factor/enroll', {
          headers: { accept: 'application/json' },
        })
        const { secret } = (await response.json()) as { secret: string }
        await submit(owner, 'enroll', { code: computeCode(secret) })
      } else await submit(owner, 'manage', { change })
      expect(await listPendingSignIns(app)).toEqual([])
      expect((await complete()).body).toMatchObject({ error: 'signed-out' })
      expect(await visit.getSession()).toBeNull()
    },
  )

  test('a new app that is set up in a pending sign-in ends all others', async () => {
    const app = createTwoFactorApp({ ...setup, required: () => true })
    await createAda(app)
    const visit = app.open()
    const pending = visit.getLocation(await signIn(visit)).searchParams.get('pending') ?? ''
    await addPendingSignIns(app)
    const response = await visit.get(`/auth/two-factor/enroll?pending=${pending}`, {
      headers: { accept: 'application/json' },
    })
    const { secret } = (await response.json()) as { secret: string }
    await submit(visit, 'enroll', { pending, code: computeCode(secret) })
    expect(await listPendingSignIns(app)).toEqual([])
    expect(await visit.getSession()).not.toBeNull()
  })

  test('ends with the account at its provider', async () => {
    const app = createTwoFactorApp(setup)
    const identity = { sub: 'ada-1', email: ada.email, email_verified: true }
    await runRoundTrip(app.open(), app.op, { as: identity })
    const key = { provider: 'op', providerAccountId: 'ada-1' }
    const user = await app.store.getUserByAccount(key)
    await app.api.importSecret(serverHead, user?.id ?? '', { secret: importedSecret })
    const visit = app.open()
    const url = visit.getLocation(await runRoundTrip(visit, app.op, { as: identity }))
    const pending = url.searchParams.get('pending') ?? ''
    await app.store.unlinkAccount?.(key)
    const { body } = await submit(visit, 'verify', { pending, code: computeCode(importedSecret) })
    expect(body).toEqual({ error: 'AccessDenied' })
    expect(await visit.getSession()).toBeNull()
  })
})

describe.each(strategies)('with the %s strategy', strategy => {
  test('ending all sessions of a user ends remembered browsers and pending sign-ins', async () => {
    const app = createTwoFactorApp({ session: { strategy }, revocation: { maxStale: 0 } })
    const { secret } = await enroll(app)
    const { visit, pending } = await startSignIn(app)
    await submit(visit, 'verify', { pending, code: computeCode(secret), rememberDevice: 'true' })
    expect((await app.api.getStatus(serverHead, 'ada-1')).data).toMatchObject({ devices: 1 })
    await startSignIn(app)
    await createAuth(app.config).sessions.endAllOfUser('ada-1')
    expect((await app.api.getStatus(serverHead, 'ada-1')).data).toMatchObject({ devices: 0 })
    const kind = 'pending-sign-in'
    expect(await app.store.records.listRecords({ kind, userId: 'ada-1' })).toEqual([])
    await startSignIn(app, visit)
  })
})
