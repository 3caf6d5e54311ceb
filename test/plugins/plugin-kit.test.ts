import { MemoryAdapter } from 'latchkey/adapters/memory'
import {
  consumeOneTimeToken,
  createOneTimeToken,
  createRequiredText,
  createUnreadableError,
  defineOperation,
  definePlugin,
  defineUserRecord,
  endOneTimeTokens,
  html,
  type PluginContext,
  readOneTimeToken,
} from 'latchkey/plugins'
import { createAuth, toRequestHead } from 'latchkey/server'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { ada, createTestApp, credentials, getLocation, origin } from '../support/app.js'
import { json, toHead } from './two-factor/two-factor-app.js'

/** Moves the clock on, in seconds. */
function moveClock(seconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 })
  onTestFinished(() => void vi.useRealTimers())
}

const head = toRequestHead(new Request(`${origin}/`))

const visits = defineUserRecord<number>({
  kind: 'visits',
  purpose: 'visits',
  parse: (_ctx, _userId, record) => {
    if (record === null) return 0
    if (typeof record.value === 'number') return record.value
    throw createUnreadableError('visits')
  },
  serialize: count => count,
})

/** Runs code with the context of a plugin. */
const probe = definePlugin({
  id: 'probe',
  eventTypes: ['probed'],
  recordsOfUsers: ['visits'],
  exportUserData: async (ctx, userId) => ({ visits: await visits.read(ctx, userId) }),
  accountSections: [
    { id: 'visits', title: () => 'Visits', render: (_, { email }) => html`<p>${email} ${'<b>'}</p>` },
  ],
  operations: {
    verifyEmail: defineOperation({
      method: 'POST',
      path: 'email',
      run: async ctx => ({ url: await ctx.signInByEmail('Bob@Example.com') }),
    }),
  },
  api: {
    run: async <Result>(ctx: PluginContext, use: (ctx: PluginContext) => Promise<Result>) => await use(ctx),
  },
})

function openApp(options: Parameters<typeof createTestApp>[0] = {}) {
  const adapter = MemoryAdapter()
  const app = createTestApp({
    adapter,
    providers: [credentials],
    plugins: [probe],
    session: { strategy: 'jwt' },
    ...options,
  })
  const server = createAuth({ ...app.config, plugins: [probe] })
  const run = async <Result>(use: (ctx: PluginContext) => Promise<Result>) =>
    (await server.api.probe.run(head, use as never)).data as Result
  return { ...app, adapter, server, run }
}

describe('a one-time token', () => {
  test('is for one purpose, and is used by one of several concurrent requests', async () => {
    const { run } = openApp()
    const text = await run(ctx =>
      createOneTimeToken(ctx, { purpose: 'reset', userId: 'ada', data: 7, maxAge: 60 }),
    )
    expect(await run(ctx => consumeOneTimeToken(ctx, 'verify', text))).toBeNull()
    expect(await run(ctx => readOneTimeToken(ctx, 'reset', text))).toEqual({ userId: 'ada', data: 7 })
    const results = await Promise.all(
      Array.from({ length: 8 }, () => run(ctx => consumeOneTimeToken(ctx, 'reset', text))),
    )
    expect(results.filter(result => result !== null)).toEqual([{ userId: 'ada', data: 7 }])
  })

  test('is not created twice with the same text', async () => {
    const { run } = openApp()
    const token = { purpose: 'reset', userId: 'ada', text: 'typed-code', maxAge: 60 }
    await run(ctx => createOneTimeToken(ctx, token))
    await expect(run(ctx => createOneTimeToken(ctx, { ...token, userId: 'bob' }))).rejects.toThrow('exists')
    expect(await run(ctx => readOneTimeToken(ctx, 'reset', 'typed-code'))).toMatchObject({ userId: 'ada' })
  })

  test('expires', async () => {
    const { run } = openApp()
    const text = await run(ctx => createOneTimeToken(ctx, { purpose: 'reset', userId: 'ada', maxAge: 60 }))
    moveClock(61)
    expect(await run(ctx => readOneTimeToken(ctx, 'reset', text))).toBeNull()
    expect(await run(ctx => consumeOneTimeToken(ctx, 'reset', text))).toBeNull()
  })

  test('ends with the others of the user, and is not in the store', async () => {
    const { run, adapter } = openApp()
    const text = await run(ctx => createOneTimeToken(ctx, { purpose: 'reset', userId: 'ada', maxAge: 60 }))
    const stored = await adapter.records?.listRecords({ kind: 'one-time-token.reset' })
    expect(JSON.stringify(stored)).not.toContain(text)
    expect(await run(ctx => endOneTimeTokens(ctx, 'reset', 'ada'))).toBe(1)
    expect(await run(ctx => consumeOneTimeToken(ctx, 'reset', text))).toBeNull()
  })
})

test('an operation is only about the subject that it declares itself', async () => {
  const ran: string[] = []
  const mixed = definePlugin({
    id: 'mixed',
    operations: {
      open: defineOperation({
        method: 'POST',
        path: '',
        when: { change: 'open' },
        run: () => ({ done: ran.push('open') }),
      }),
      closed: defineOperation({
        method: 'POST',
        path: '',
        subject: 'session',
        when: { change: 'closed' },
        run: () => ({ done: ran.push('closed') }),
      }),
    },
  })
  const visit = openApp({ plugins: [mixed] }).open()
  const csrfToken = await visit.getCsrfToken()
  const statuses = []
  for (const change of ['open', 'closed', 'other'])
    statuses.push((await visit.post('/auth/mixed', { csrfToken, change }, json)).status)
  expect(statuses).toEqual([200, 401, 400])
  expect(ran).toEqual(['open'])
})

test('a one-time token is for one plugin and one tenant, and needs a lifetime and a text that is not guessed', async () => {
  const records = MemoryAdapter().records
  const other = definePlugin({ id: 'other', operations: {}, api: probe.api })
  const open = async (plugin: typeof probe, tenant: string) => {
    const { api } = createAuth({ ...openApp({ records, tenant }).config, plugins: [plugin] })
    return async (use: (ctx: PluginContext) => Promise<unknown>) =>
      (await Object.values(api)[0]?.run(head, use as never))?.data
  }
  const create = (ctx: PluginContext) =>
    createOneTimeToken(ctx, { purpose: 'reset', userId: '1', text: 'typed-code', maxAge: 60 })
  const consume = (ctx: PluginContext) => consumeOneTimeToken(ctx, 'reset', 'typed-code')
  const run = await open(probe, 'a')
  await run(create)
  expect(await (await open(other as never, 'a'))(consume)).toBeNull()
  expect(await (await open(probe, 'b'))(consume)).toBeNull()
  expect(await run(consume)).toEqual({ userId: '1', data: null })
  const invalid = { purpose: 'reset', userId: '1' }
  await expect(run(ctx => createOneTimeToken(ctx, { ...invalid, maxAge: Number.NaN }))).rejects.toThrow(
    'maxAge',
  )
  await expect(run(ctx => createOneTimeToken(ctx, { ...invalid, text: '', maxAge: 60 }))).rejects.toThrow(
    'text',
  )
})

describe('the definition of a plugin', () => {
  const run = () => ({})
  test.each([
    [
      'two operations for one request',
      { a: { method: 'GET', path: '', run }, b: { method: 'GET', path: '', run } },
    ],
    [
      'an operation that hides another one',
      { a: { method: 'POST', path: '', run }, b: { method: 'POST', path: '', when: { change: 'b' }, run } },
    ],
    ['a reserved field', { a: { method: 'POST', path: '', input: { subject: createRequiredText() }, run } }],
  ] as const)('rejects %s', (_, operations) => {
    expect(() => definePlugin({ id: 'wrong', operations })).toThrow('The operation')
  })
})

describe('the record of a user', () => {
  test('loses no concurrent change', async () => {
    const { run } = openApp()
    const increment = () =>
      run(ctx => visits.update(ctx, 'ada', count => ({ state: count + 1, result: count })))
    const seen = await Promise.all(Array.from({ length: 10 }, increment))
    expect([...seen].sort((a, b) => a - b)).toEqual(Array.from({ length: 10 }, (_, index) => index))
    expect(await run(ctx => visits.read(ctx, 'ada'))).toBe(10)
  })

  test('that is not readable is an error', async () => {
    const { run, adapter } = openApp()
    await adapter.records?.putRecord({ kind: 'visits', id: 'ada', userId: 'ada', value: null, expires: null })
    await expect(run(ctx => visits.read(ctx, 'ada'))).rejects.toThrow('not readable')
  })
})

describe('an email', () => {
  test('is sent with `sendEmail` of the configuration, by a function or a mailer', async () => {
    const sent: unknown[] = []
    const message = { to: 'ada@example.com', subject: 'Hello', text: 'Hello' }
    for (const sendEmail of [
      (email: unknown) => void sent.push(email),
      { sendMail: (email: unknown) => void sent.push(email) },
    ])
      await openApp({ sendEmail }).run(ctx => ctx.sendEmail(message))
    expect(sent).toEqual([message, message])
    await expect(openApp().run(ctx => ctx.sendEmail(message))).rejects.toThrow('`sendEmail`')
  })

  test('that notifies a user does not fail the change', async () => {
    const app = openApp({ sendEmail: () => Promise.reject(new Error('mail server down')) })
    await app.run(ctx => ctx.notifyUser({ email: 'ada@example.com' }, { subject: 'a', text: 'b' }))
    expect(app.log.errors.map(({ message }) => message)).toContain('mail server down')
  })

  test('needs a sender that is a function or a mailer', async () => {
    const { open } = openApp({ sendEmail: { send: () => null } as never })
    expect((await open().get('/auth/session')).status).toBe(500)
  })
})

test('an email address that a plugin verified signs its owner in, and the address is verified', async () => {
  const { open, adapter } = openApp()
  const visit = open()
  const response = await visit.post('/auth/probe/email', { csrfToken: await visit.getCsrfToken() })
  expect(getLocation(response)).toBe(origin)
  expect(await visit.getSession()).toMatchObject({ user: { email: 'bob@example.com' } })
  expect((await adapter.getUserByEmail('bob@example.com'))?.emailVerified).toBeInstanceOf(Date)
})

test('an email address signs no user in without an adapter', async () => {
  const { open, log } = openApp({ adapter: undefined, records: MemoryAdapter().records })
  const visit = open()
  await visit.post('/auth/probe/email', { csrfToken: await visit.getCsrfToken() })
  expect(await visit.getSession()).toBeNull()
  expect(log.errors.map(({ message }) => message).join()).toContain('needs an `adapter`')
})

test('an event that the plugin does not declare is an error', async () => {
  const events: unknown[] = []
  const { run } = openApp({
    events: { pluginEvent: ({ plugin, type, data }) => void events.push([plugin, type, data]) },
  })
  await run(ctx => ctx.emitEvent('probed', { userId: 'ada' }))
  expect(events).toEqual([['probe', 'probed', { userId: 'ada' }]])
  await expect(run(ctx => ctx.emitEvent('other', { userId: null }))).rejects.toThrow('`eventTypes`')
})

test('a plugin takes part in the export and the deletion of a user', async () => {
  // Records of their own: the adapter deletes those that it has with the user.
  const { run, server, adapter } = openApp({ records: MemoryAdapter().records })
  const user = await adapter.createUser({ id: 'ada', email: ada.email, emailVerified: null })
  await run(ctx => visits.update(ctx, user.id, () => ({ state: 3, result: null })))
  expect(await server.users.exportData(head, user.id)).toMatchObject({
    user: { id: 'ada' },
    plugins: { probe: { visits: 3 } },
  })
  await server.users.delete(head, user.id)
  expect(await adapter.getUser(user.id)).toBeNull()
  expect(await run(ctx => visits.read(ctx, user.id))).toBe(0)
})

test.each([
  [['up', 'down'], ['up'], /"down" \(no disk\)\./],
  [['down', 'up'], ['up'], /"down" \(no disk\)\./],
  [['down', 'up', 'out'], ['up'], /"down" \(no disk\), "out" \(no disk\)\./],
])('of %j plugins, all are called, and the user stays if one fails', async (ids, deleted, message) => {
  const called: string[] = []
  const plugins = ids.map(id =>
    definePlugin({
      id,
      operations: {},
      deleteUserData: () => {
        if (id !== 'up') throw new Error('no disk')
        called.push(id)
      },
    }),
  )
  const { adapter, config } = openApp()
  await adapter.createUser({ id: 'ada', email: ada.email, emailVerified: null })
  const server = createAuth({ ...config, plugins })
  await expect(server.users.delete(head, 'ada')).rejects.toThrow(message)
  expect(called).toEqual(deleted)
  expect(await adapter.getUser('ada')).not.toBeNull()
})

test('sections of the account page are rendered for the signed-in user, and escaped', async () => {
  const { open, server } = openApp()
  const visit = open()
  await visit.post('/auth/probe/email', { csrfToken: await visit.getCsrfToken() })
  expect((await server.users.renderAccountSections(toHead(visit))).data).toEqual([
    { id: 'probe/visits', title: 'Visits', html: '<p>bob@example.com &lt;b&gt;</p>' },
  ])
  expect(await server.users.renderAccountSections(head)).toEqual({ data: [], cookies: [] })
})
