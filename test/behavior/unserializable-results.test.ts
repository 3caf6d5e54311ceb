import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { ada, createTestApp, credentials, origin } from '../support/app.js'

const circular: Record<string, unknown> = {}
circular.self = circular

function createDeep(): object {
  let deep: object = {}
  for (let level = 0; level < 100_000; level++) deep = { deep }
  return deep
}

const failing = {
  toJSON: () => {
    throw new Error('no JSON')
  },
}

/** Values that JSON cannot hold, and how an error names their member. */
const faults = [
  ['a BigInt', 5n, '`x` is a BigInt'],
  ['a nested BigInt', { list: [1, { n: 5n }] }, '`x.list.1.n` is a BigInt'],
  ['a circular value', circular, '`x.self` is a circular reference'],
  ['a deep value', createDeep(), 'is too deep'],
  ['a failing toJSON', failing, '`x` is an object whose `toJSON` throws'],
] as const

/** Values that JSON leaves out or converts, as in Auth.js. */
const accepted = [
  ['a function', () => 1, undefined],
  ['a symbol', Symbol('x'), undefined],
  ['undefined', undefined, undefined],
  ['a Map', new Map([[1, 2]]), {}],
  ['a Date', new Date(0), '1970-01-01T00:00:00.000Z'],
] as const

/** Creates an app whose user signs in with a password. Its callbacks add a member once `breaks` is set. */
function createApp(value: unknown) {
  const state = { breaks: null as 'jwt' | 'session' | null }
  const app = createTestApp({
    adapter: MemoryAdapter(),
    session: { strategy: 'jwt' },
    callbacks: {
      jwt: ({ token }) => (state.breaks === 'jwt' ? { ...token, x: value } : token),
      session: ({ session }) => (state.breaks === 'session' ? { ...session, x: value } : session),
    },
    providers: [credentials],
  })
  return { app, state, visit: app.open() }
}

describe.each(faults)('%s', (_, value, member) => {
  test('of the `jwt` callback signs no user in, and ends no session', async () => {
    const { app, state, visit } = createApp(value)
    state.breaks = 'jwt'
    await visit.signInWithCredentials(ada)
    expect(await visit.get('/auth/session').then(response => response.status)).toBe(200)
    expect(app.log.errors.map(error => error.message).join()).toContain('`callbacks.jwt`')
    expect(app.log.errors.map(error => error.message).join()).toContain(member)
  })

  test.each(['jwt', 'session'] as const)('of the `%s` callback keeps the session', async callback => {
    const { app, state, visit } = createApp(value)
    await visit.signInWithCredentials(ada)
    expect(await visit.getSession()).not.toBeNull()
    const cookies = visit.jar.header(origin)
    state.breaks = callback
    const response = await visit.get('/auth/session')
    expect(response.status).toBe(503)
    expect(visit.jar.header(origin)).toBe(cookies)
    const messages = app.log.errors.map(error => error.message).join()
    expect(messages).toContain(`\`callbacks.${callback}\``)
    expect(messages).toContain(member)
    state.breaks = null
    expect(await visit.getSession()).not.toBeNull()
  })
})

test.each(accepted)('%s of a callback is serialized as in Auth.js', async (_, value, expected) => {
  for (const callback of ['jwt', 'session'] as const) {
    const { state, visit } = createApp(value)
    state.breaks = callback
    await visit.signInWithCredentials(ada)
    expect(await visit.getSession()).toMatchObject(
      callback === 'session' && expected !== undefined ? { x: expected } : {},
    )
  }
})

test('a BigInt of `authorize` is named', async () => {
  const user = { id: 'ada-1', name: 5n as never }
  const app = createTestApp({ providers: [{ ...credentials, authorize: async () => user }] })
  const visit = app.open()
  await visit.signInWithCredentials(ada)
  expect(await visit.getSession()).toBeNull()
  expect(app.log.errors.map(error => error.message).join()).toMatch(/`authorize`.*`name` is a BigInt/)
})
