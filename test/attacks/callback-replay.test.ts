import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { leadsTo, makeApp, origin, roundTrip } from '../support/app.js'
import { lyingProvider } from '../support/lying-provider.js'

const configuration = `${origin}/auth/error?error=Configuration`

async function finished(more = {}) {
  const app = makeApp(more)
  const visit = app.open()
  const back = app.op.authorize(visit.location(await visit.signIn('op')))
  const copy = visit.thief()
  await visit.get(back, { from: app.op.issuer })
  return { ...app, visit, copy, back }
}

const tokenRequests = (op: ReturnType<typeof lyingProvider>) =>
  op.asked().filter(name => name === 'token').length

describe('a callback address that was used', () => {
  test('is refused in the same browser, and the code is not sent again', async () => {
    const { op, visit, back } = await finished()
    await visit.signOut()
    expect(leadsTo(await visit.get(back))).toBe(configuration)
    expect(await visit.session()).toBeNull()
    expect(tokenRequests(op)).toBe(1)
  })

  test('does not end the session it made', async () => {
    const { visit, back } = await finished()
    await visit.get(back)
    expect(await visit.session()).not.toBeNull()
  })

  test('is refused by the provider where somebody kept the cookies', async () => {
    const { copy, back } = await finished()
    expect(leadsTo(await copy.get(back))).toBe(configuration)
    expect(await copy.session()).toBeNull()
  })

  test('is refused in a browser that never began it', async () => {
    const { op, open, back } = await finished()
    const thief = open()
    expect(leadsTo(await thief.get(back))).toBe(configuration)
    expect(tokenRequests(op)).toBe(1)
  })

  test('that failed is used up as well', async () => {
    const { op, open } = makeApp()
    op.lies.token = 'status-500'
    const visit = open()
    const back = op.authorize(visit.location(await visit.signIn('op')))
    await visit.get(back, { from: op.issuer })
    op.lies = {}
    expect(leadsTo(await visit.get(back))).toBe(configuration)
    expect(await visit.session()).toBeNull()
    expect(tokenRequests(op)).toBe(1)
  })

  test('opened twice at the same moment makes one session', async () => {
    const adapter = MemoryAdapter()
    const { op, open } = makeApp({ adapter })
    const visit = open()
    const back = op.authorize(visit.location(await visit.signIn('op')))
    const answers = await Promise.all([visit.get(back), visit.tab().get(back)])
    expect(answers.map(leadsTo).sort()).toEqual([origin, configuration].sort())
  })
})

test('an ID token of an earlier flow is refused: its nonce was for that one', async () => {
  const op = lyingProvider()
  const { open } = makeApp({ op })
  let old: unknown
  op.lies.token = answer => {
    old ??= answer['id_token']
    return { ...answer, id_token: old }
  }
  await roundTrip(open(), op)
  const visit = open()
  expect(leadsTo(await roundTrip(visit, op))).toBe(configuration)
  expect(await visit.session()).toBeNull()
})
