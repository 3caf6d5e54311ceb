import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { createTestApp, getLocation, origin, runRoundTrip } from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'

const configuration = `${origin}/auth/error?error=Configuration`

async function completeSignIn(more = {}) {
  const app = createTestApp(more)
  const visit = app.open()
  const back = app.op.authorize(visit.getLocation(await visit.signIn('op')))
  const copy = visit.cloneWithCookies()
  await visit.get(back, { from: app.op.issuer })
  return { ...app, visit, copy, back }
}

const countTokenRequests = (op: ReturnType<typeof createMaliciousProvider>) =>
  op.listRequestedEndpoints().filter(name => name === 'token').length

describe('a callback URL that was used', () => {
  test('is rejected in the same browser, without a second token request', async () => {
    const { op, visit, back } = await completeSignIn()
    await visit.signOut()
    expect(getLocation(await visit.get(back))).toBe(configuration)
    expect(await visit.getSession()).toBeNull()
    expect(countTokenRequests(op)).toBe(1)
  })

  test('does not end the session that it created', async () => {
    const { visit, back } = await completeSignIn()
    await visit.get(back)
    expect(await visit.getSession()).not.toBeNull()
  })

  test('is rejected by the provider if the cookies were copied', async () => {
    const { copy, back } = await completeSignIn()
    expect(getLocation(await copy.get(back))).toBe(configuration)
    expect(await copy.getSession()).toBeNull()
  })

  test('is rejected in another browser', async () => {
    const { op, open, back } = await completeSignIn()
    const thief = open()
    expect(getLocation(await thief.get(back))).toBe(configuration)
    expect(countTokenRequests(op)).toBe(1)
  })

  test('is rejected after a failure too', async () => {
    const { op, open } = createTestApp()
    op.lies.token = 'status-500'
    const visit = open()
    const back = op.authorize(visit.getLocation(await visit.signIn('op')))
    await visit.get(back, { from: op.issuer })
    op.lies = {}
    expect(getLocation(await visit.get(back))).toBe(configuration)
    expect(await visit.getSession()).toBeNull()
    expect(countTokenRequests(op)).toBe(1)
  })

  test('opened twice at the same time creates one session', async () => {
    const adapter = MemoryAdapter()
    const { op, open } = createTestApp({ adapter })
    const visit = open()
    const back = op.authorize(visit.getLocation(await visit.signIn('op')))
    const answers = await Promise.all([visit.get(back), visit.openTab().get(back)])
    expect(answers.map(getLocation).sort()).toEqual([origin, configuration].sort())
  })
})

test('an ID token of an earlier flow is rejected because of its nonce', async () => {
  const op = createMaliciousProvider()
  const { open } = createTestApp({ op })
  let old: unknown
  op.lies.token = answer => {
    old ??= answer['id_token']
    return { ...answer, id_token: old }
  }
  await runRoundTrip(open(), op)
  const visit = open()
  expect(getLocation(await runRoundTrip(visit, op))).toBe(configuration)
  expect(await visit.getSession()).toBeNull()
})
