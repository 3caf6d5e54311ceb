import { describe, expect, test } from 'vitest'
import { getLocation, origin } from '../../support/app.js'
import type { Visitor } from '../../support/visitor.js'
import { stopClock } from '../../throttling/throttled-app.js'
import {
  computeCode,
  createAda,
  createTwoFactorApp,
  enroll,
  serverHead,
  signIn,
  startSignIn,
  strategies,
  submit,
  type TwoFactorSetup,
} from './two-factor-app.js'

const deviceCookie = /two-factor\.device-/

/** Signs in with a code, and remembers the browser. */
async function openRemembered(setup: TwoFactorSetup) {
  const app = createTwoFactorApp(setup)
  const { visit: owner, secret } = await enroll(app)
  const { visit, pending } = await startSignIn(app)
  await submit(visit, 'verify', { pending, code: computeCode(secret), rememberDevice: 'true' })
  await visit.signOut()
  return { app, owner, visit, secret }
}

function findDeviceToken(visit: Visitor): string | undefined {
  return visit.jar.cookies().find(({ name }) => deviceCookie.test(name))?.value
}

describe.each(strategies)('with the %s strategy', strategy => {
  const session = { strategy }

  test('a remembered browser signs in without the second factor, for 30 days', async () => {
    const advance = stopClock()
    const { visit } = await openRemembered({ session })
    for (let day = 0; day < 2; day++) {
      advance(14 * 86_400)
      expect(getLocation(await signIn(visit))).toBe(origin)
      await visit.signOut()
    }
    advance(2 * 86_400)
    expect(getLocation(await signIn(visit))).toContain('/auth/two-factor/verify')
  })

  test('its cookie is sealed, the token is stored as a hash, and is replaced at each use', async () => {
    const { app, visit } = await openRemembered({ session })
    const first = findDeviceToken(visit) ?? ''
    expect(first.split('.')).toHaveLength(5)
    const records = await app.store.records.listRecords({ kind: 'two-factor-device' })
    expect(records[0]?.id).toMatch(/^[0-9a-f]{64}$/)
    expect(first).not.toContain(records[0]?.id)
    const copy = visit.cloneWithCookies()
    await signIn(visit)
    expect(findDeviceToken(visit)).not.toBe(first)
    expect(getLocation(await signIn(copy))).toContain('/auth/two-factor/verify')
  })

  test('of 16 concurrent sign-ins with one token, one skips the second factor', async () => {
    const { visit } = await openRemembered({ session })
    const copies = Array.from({ length: 16 }, () => visit.cloneWithCookies())
    const targets = (await Promise.all(copies.map(copy => signIn(copy)))).map(getLocation)
    expect(targets.filter(target => target === origin)).toHaveLength(1)
  })

  test('it is not a second factor: a change needs a code', async () => {
    const { visit, secret } = await openRemembered({ session })
    await signIn(visit)
    expect((await submit(visit, 'manage', { change: 'remove' })).status).toBe(403)
    await submit(visit, 'verify', { code: computeCode(secret, 1) })
    expect((await submit(visit, 'manage', { change: 'remove' })).status).toBe(200)
  })

  test('it is remembered for one user', async () => {
    const { app, visit } = await openRemembered({ session })
    const [record] = await app.store.records.listRecords({ kind: 'two-factor-device' })
    if (!record) throw new Error('The browser is not remembered.')
    const { version: _, ...rest } = record
    await app.store.records.putRecord({ ...rest, userId: 'someone else' })
    expect(getLocation(await signIn(visit))).toContain('/auth/two-factor/verify')
  })

  test.each(['recovery-codes', 'forget-devices', 'enroll'])('it ends with the change "%s"', async change => {
    const { owner, visit, app } = await openRemembered({ session })
    if (change === 'enroll') {
      const response = await owner.get('/auth/two-factor/enroll', { headers: { accept: 'application/json' } })
      const { secret } = (await response.json()) as { secret: string }
      await submit(owner, 'enroll', { code: computeCode(secret) })
    } else await submit(owner, 'manage', { change })
    expect((await app.api.getStatus(serverHead, 'ada-1')).data).toMatchObject({ devices: 0 })
    expect(getLocation(await signIn(visit))).toContain('/auth/two-factor/verify')
  })

  test('it ends when the app calls `forgetDevices`, such as after a change of the password', async () => {
    const { app, visit } = await openRemembered({ session })
    await app.api.forgetDevices(serverHead, 'ada-1')
    expect(getLocation(await signIn(visit))).toContain('/auth/two-factor/verify')
  })
})

test.each(strategies)(
  'without a second factor there is none to forget: a copied session keeps its id, and ends with a sign-out (%s)',
  async strategy => {
    const app = createTwoFactorApp({ session: { strategy }, revocation: { maxStale: 0 } })
    await createAda(app)
    const visit = app.open()
    await signIn(visit)
    const copy = visit.cloneWithCookies()
    expect(await submit(copy, 'manage', { change: 'forget-devices' })).toMatchObject({
      status: 400,
      body: { error: 'no-such-method' },
    })
    expect(app.notices).toEqual([])
    await visit.signOut()
    expect(await copy.getSession()).toBeNull()
  },
)

test('with `rememberDevice: false`, no browser is remembered', async () => {
  const { app, visit } = await openRemembered({ rememberDevice: false })
  expect(findDeviceToken(visit)).toBeUndefined()
  expect((await app.api.getStatus(serverHead, 'ada-1')).data).toMatchObject({ devices: 0 })
})

test.each([
  ['acme', true],
  ['umbrella', false],
])(
  'a browser that is remembered in the tenant acme: in the tenant %s of the same store, %s',
  async (tenant, isRemembered) => {
    const { app, visit } = await openRemembered({ tenant: 'acme' })
    const copy = createTwoFactorApp({ tenant, store: app.store }).open()
    for (const { name, value } of visit.jar.cookies())
      if (deviceCookie.test(name)) copy.jar.set(origin, `${name}=${value}; Path=/; Secure; HttpOnly`)
    expect(getLocation(await signIn(copy)) === origin).toBe(isRemembered)
  },
)
