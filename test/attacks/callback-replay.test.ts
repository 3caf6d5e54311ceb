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

describe('a callback address that was used', () => {
  test('is refused in the same browser, and the code is not sent again', async () => {
    const { op, visit, back } = await completeSignIn()
    await visit.signOut()
    expect(getLocation(await visit.get(back))).toBe(configuration)
    expect(await visit.getSession()).toBeNull()
    expect(countTokenRequests(op)).toBe(1)
  })

  test('does not end the session it made', async () => {
    const { visit, back } = await completeSignIn()
    await visit.get(back)
    expect(await visit.getSession()).not.toBeNull()
  })

  test('is refused by the provider where somebody kept the cookies', async () => {
    const { copy, back } = await completeSignIn()
    expect(getLocation(await copy.get(back))).toBe(configuration)
    expect(await copy.getSession()).toBeNull()
  })

  test('is refused in a browser that never began it', async () => {
    const { op, open, back } = await completeSignIn()
    const thief = open()
    expect(getLocation(await thief.get(back))).toBe(configuration)
    expect(countTokenRequests(op)).toBe(1)
  })

  test('that failed is used up as well', async () => {
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

  test('opened twice at the same moment makes one session', async () => {
    const adapter = MemoryAdapter()
    const { op, open } = createTestApp({ adapter })
    const visit = open()
    const back = op.authorize(visit.getLocation(await visit.signIn('op')))
    const answers = await Promise.all([visit.get(back), visit.openTab().get(back)])
    expect(answers.map(getLocation).sort()).toEqual([origin, configuration].sort())
  })
})

test('an ID token of an earlier flow is refused: its nonce was for that one', async () => {
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
