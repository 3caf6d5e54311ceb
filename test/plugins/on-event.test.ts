import { MemoryAdapter } from 'latchkey/adapters/memory'
import { AccessDenied, type Plugin, type PluginContext, type PluginHostEvent } from 'latchkey/plugins'
import { describe, expect, test } from 'vitest'
import { ada, createTestApp, credentials, runRoundTrip } from '../support/app.js'
import { json, readJson } from './two-factor/two-factor-app.js'

interface SeenEvent {
  readonly name: PluginHostEvent['name']
  readonly sessionKey: string | null
  readonly userId: string | null
}

type Setup = Parameters<typeof createTestApp>[0]

/** An app whose plugin writes down each event. */
function openApp(setup: Setup = {}) {
  const seen: SeenEvent[] = []
  const watcher: Plugin = {
    id: 'watcher',
    onEvent: async (_, event) => {
      const session = await event.getSession()
      seen.push({
        name: event.name,
        sessionKey: await event.getSessionKey(),
        userId: session?.userId ?? null,
      })
    },
  }
  return { ...createTestApp({ plugins: [watcher], ...setup }), seen }
}

/** A plugin with a page that shows the key of the session. */
const whoami: Plugin = {
  id: 'whoami',
  actions: { '': { GET: async ctx => ({ data: { key: (await ctx.getSession())?.key ?? null } }) } },
}

const revocation = { maxStale: 5 }
const setups: Readonly<Record<string, () => Setup>> = {
  'the JWT strategy': () => ({ adapter: MemoryAdapter(), session: { strategy: 'jwt' } }),
  'the JWT strategy and `revocation`': () => ({
    adapter: MemoryAdapter(),
    session: { strategy: 'jwt' },
    revocation,
  }),
  'the database strategy': () => ({ adapter: MemoryAdapter() }),
  'the database strategy and `revocation`': () => ({ adapter: MemoryAdapter(), revocation }),
}

describe.each(Object.entries(setups))('`onEvent`, with %s', (_, createSetup) => {
  test('is called for each event, with the session that the response sets', async () => {
    const app = openApp(createSetup())
    app.config.plugins = [...(app.config.plugins ?? []), whoami]
    const visit = app.open()
    await runRoundTrip(visit, app.op)
    expect(app.seen.map(({ name }) => name)).toEqual(['createUser', 'linkAccount', 'signIn'])
    const { key } = await readJson(await visit.get('/auth/whoami', json))
    expect(key).toEqual(expect.any(String))
    expect(app.seen.at(-1)).toMatchObject({ sessionKey: key, userId: expect.any(String) })
    await visit.signOut()
    expect(app.seen.at(-1)).toMatchObject({ name: 'signOut', sessionKey: key })
    expect(app.log.types()).toEqual([])
  })
})

test('`onEvent` is called for a failed sign-in, also if it fails before its provider is known', async () => {
  const app = openApp({ providers: [credentials] })
  const visit = app.open()
  await visit.signInWithCredentials({ ...ada, password: 'wrong' })
  await visit.post('/auth/signin/unknown', {})
  const failure = { name: 'signInFailure', sessionKey: null, userId: null }
  expect(app.seen).toEqual([failure, failure])
})

test('`onEvent` is called for a sign-in by a plugin that a policy denies', async () => {
  const failures: unknown[] = []
  const door: Plugin = {
    id: 'door',
    actions: { '': { POST: async ctx => ({ redirect: await ctx.signInUser({ id: 'ada-1' }, []) }) } },
    policies: [() => ({ deny: new AccessDenied('Closed.') })],
    onEvent: (_, event) => {
      if (event.name === 'signInFailure') failures.push([event.message.error.type, event.message.provider])
    },
  }
  const { open } = createTestApp({ session: { strategy: 'jwt' }, adapter: MemoryAdapter(), plugins: [door] })
  const visit = open()
  await visit.post('/auth/door', { csrfToken: await visit.getCsrfToken() })
  expect(failures).toEqual([['AccessDenied', 'door']])
})

test('a failing `onEvent` is logged, and neither changes the response nor keeps other listeners out', async () => {
  const heard: string[] = []
  const broken: Plugin = {
    id: 'broken',
    onEvent: () => {
      throw new Error('The disk is full.')
    },
  }
  const other: Plugin = { id: 'other', onEvent: (_, { name }) => void heard.push(name) }
  const app = createTestApp({
    providers: [credentials],
    plugins: [broken, other],
    events: { signIn: () => void heard.push('app') },
  })
  const visit = app.open()
  await visit.signInWithCredentials(ada)
  expect(await visit.getSession()).toMatchObject({ user: { email: ada.email } })
  expect(heard).toEqual(['signIn', 'app'])
  expect(app.log.errors).toMatchObject([
    {
      type: 'EventError',
      cause: { event: 'signIn', plugin: 'broken', err: { message: 'The disk is full.' } },
    },
  ])
})

describe('the address of the client', () => {
  const read = async (setup: Setup, headers: Record<string, string>) => {
    const addresses: (string | null)[] = []
    const watcher: Plugin = {
      id: 'watcher',
      onEvent: (ctx: PluginContext) => void addresses.push(ctx.findClientAddress()),
    }
    const app = createTestApp({ providers: [credentials], plugins: [watcher], ...setup })
    const visit = app.open()
    const csrfToken = await visit.getCsrfToken()
    await visit.post('/auth/callback/credentials', { ...ada, csrfToken }, { headers })
    return addresses.at(-1)
  }

  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['203.0.113.9:4711', '203.0.113.9'],
    ['[2001:DB8:0:0::1]:443', '2001:db8::1'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['not an address', null],
  ])('is read from a trusted proxy: %s', async (header, expected) => {
    expect(await read({ trustedProxies: 1 }, { 'x-forwarded-for': header })).toBe(expected)
  })

  test('is unknown without a trusted proxy: a client can write the header', async () => {
    expect(await read({}, { 'x-forwarded-for': '203.0.113.9' })).toBeNull()
  })
})
