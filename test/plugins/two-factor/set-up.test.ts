import { describe, expect, test } from 'vitest'
import type { Visitor } from '../../support/visitor.js'
import {
  computeCode,
  createAda,
  createTwoFactorApp,
  enroll,
  json,
  readJson,
  serverHead,
  signIn,
  strategies,
  submit,
  type TwoFactorSetup,
} from './two-factor-app.js'

const readSecret = async (visit: Visitor, pending?: string) => {
  const query = pending === undefined ? '' : `?pending=${pending}`
  return String((await readJson(await visit.get(`/auth/two-factor/enroll${query}`, json)))['secret'])
}

describe.each(strategies)('with the %s strategy', strategy => {
  /** Signs Ada in in two browsers. */
  async function openTwoSessions(setup: TwoFactorSetup = {}) {
    const app = createTwoFactorApp({ session: { strategy }, ...setup })
    await createAda(app)
    const [one, other] = [app.open(), app.open()]
    await signIn(one)
    await signIn(other)
    return { app, one, other }
  }

  test.each([undefined, { maxStale: 0 }])(
    'a secret that is being set up belongs to one session, with the revocation %j',
    async revocation => {
      const { one, other } = await openTwoSessions({ revocation })
      const [first, second] = [await readSecret(one), await readSecret(other)]
      expect(first).toMatch(/^[A-Z2-7]{32}$/)
      expect(second).not.toBe(first)
      expect((await submit(other, 'enroll', { code: computeCode(first) })).body).toEqual({
        error: 'wrong-code',
      })
      expect(await readSecret(one)).toBe(first)
    },
  )

  test('a secret that is being set up belongs to one session', async () => {
    const { one, other } = await openTwoSessions()
    expect(await readSecret(other)).not.toBe(await readSecret(one))
  })

  test('a secret that is being set up belongs to one pending sign-in', async () => {
    const app = createTwoFactorApp({ session: { strategy }, required: () => true })
    await createAda(app)
    const visit = app.open()
    const starts = await Promise.all(
      [visit, visit, app.open()].map(async browser => {
        const url = browser.getLocation(await signIn(browser))
        return await readSecret(browser, url.searchParams.get('pending') ?? '')
      }),
    )
    expect(new Set(starts).size).toBe(3)
  })

  test('of two set-ups of one user, the first one counts', async () => {
    const { app, one, other } = await openTwoSessions()
    const [first, second] = [await readSecret(one), await readSecret(other)]
    const results = await Promise.all([
      submit(one, 'enroll', { code: computeCode(first) }),
      submit(other, 'enroll', { code: computeCode(second) }),
    ])
    expect(results.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(app.notices.map(({ type }) => type)).toEqual(['enabled'])
    const refused = results.find(({ status }) => status !== 200)
    expect(['second-factor-required', 'enrollment-expired']).toContain(refused?.body['error'])
    expect((await app.api.getStatus(serverHead, 'ada-1')).data).toMatchObject({ recoveryCodes: 10 })
  })

  test('the removal of the app ends sign-ins that wait for it', async () => {
    const app = createTwoFactorApp({ session: { strategy } })
    const { visit } = await enroll(app)
    const attacker = app.open()
    const pending = attacker.getLocation(await signIn(attacker)).searchParams.get('pending') ?? ''
    expect((await submit(visit, 'manage', { change: 'remove' })).status).toBe(200)
    const path = `/auth/two-factor/enroll?pending=${pending}`
    expect(await readJson(await attacker.get(path, json))).toMatchObject({ error: 'signed-out' })
    expect(await attacker.getSession()).toBeNull()
  })
})
