import type { AuditEvent } from 'latchkey/audit-log'
import { describe, expect, test } from 'vitest'
import { ada, runRoundTrip } from '../../support/app.js'
import { advanceTestStore } from '../../support/test-store.js'
import type { Visitor } from '../../support/visitor.js'
import {
  type AuditLogSetup,
  clientAddress,
  createAuditLogApp,
  fromClient,
  json,
  moveClock,
  readAllRecords,
  readJson,
  serverHead,
  strategies,
  userAgent,
} from './audit-log-app.js'

const wrong = { ...ada, password: 'wrong' }

/** Signs in with a password from {@link clientAddress}. */
async function submitPassword(visit: Visitor, fields: Record<string, string> = ada): Promise<Response> {
  const csrfToken = await visit.getCsrfToken()
  return visit.post('/auth/callback/credentials', { ...fields, csrfToken }, fromClient)
}

function listActions(events: readonly AuditEvent[]): readonly string[] {
  return events.map(({ action }) => action)
}

/** A page that shows the key of the session. */
const whoami = {
  id: 'whoami',
  actions: {
    '': {
      GET: async (ctx: { getSession(): Promise<{ key: string } | null> }) => ({
        data: { key: (await ctx.getSession())?.key ?? null },
      }),
    },
  },
}

describe.each(strategies)('an event, with the session strategy %s', strategy => {
  const create = (setup: AuditLogSetup = {}) => createAuditLogApp({ session: { strategy }, ...setup })

  test('is recorded for a sign-up, a sign-in and a sign-out, each with its user, its session and its request', async () => {
    const app = create({ plugins: [whoami] })
    const visit = app.open()
    await runRoundTrip(visit, app.op)
    const { key } = await readJson(await visit.get('/auth/whoami', json))
    await visit.signOut()
    const events = await app.listEvents()
    expect(listActions(events)).toEqual(['user-created', 'account-linked', 'sign-in', 'sign-out'])
    const [created, linked, signedIn, signedOut] = events
    const userId = created?.subject
    expect(userId).toEqual(expect.any(String))
    for (const event of events)
      expect(event).toMatchObject({
        outcome: 'success',
        reason: null,
        actor: userId,
        subject: userId,
        act: null,
      })
    expect(signedIn).toMatchObject({ provider: 'op', providerType: 'oidc', session: key, methods: ['fed'] })
    expect(linked).toMatchObject({ provider: 'op', session: null })
    expect(signedOut?.session).toBe(key)
    expect(new Set([created, linked, signedIn].map(event => event?.request)).size).toBe(1)
    expect(signedOut?.request).not.toBe(signedIn?.request)
    for (const { time } of events) expect(Math.abs(Date.parse(time) - Date.now())).toBeLessThan(60_000)
    expect(app.log.types()).toEqual([])
  })

  test('names the user who acts: a signed-in user who links an account', async () => {
    const app = create()
    const visit = app.open()
    await runRoundTrip(visit, app.op, { as: { sub: 'one', email: 'one@example.com', email_verified: true } })
    await runRoundTrip(visit, app.op, { as: { sub: 'two', email: 'two@example.com', email_verified: true } })
    const [created] = await app.listEvents()
    const linked = (await app.listEvents()).filter(({ action }) => action === 'account-linked').at(-1)
    expect(linked).toMatchObject({ actor: created?.subject, subject: created?.subject })
    expect(linked?.session).toEqual(expect.any(String))
  })
})

test('a failure is recorded with the type of its error, without a user who acted', async () => {
  const app = createAuditLogApp()
  await submitPassword(app.open(), wrong)
  expect(await app.listEvents()).toMatchObject([
    {
      action: 'sign-in-failure',
      outcome: 'failure',
      reason: 'CredentialsSignin',
      actor: null,
      subject: null,
      session: null,
      provider: 'credentials',
      methods: [],
      isMultiFactor: null,
    },
  ])
})

test('an event has the methods of a sign-in, and whether they are several factors', async () => {
  const app = createAuditLogApp()
  await submitPassword(app.open())
  expect((await app.listEvents()).at(-1)).toMatchObject({
    action: 'sign-in',
    methods: ['pwd'],
    isMultiFactor: false,
    providerType: 'credentials',
  })
})

describe('the client of an event', () => {
  const readClient = async (setup: AuditLogSetup) => {
    const app = createAuditLogApp(setup)
    await submitPassword(app.open(), wrong)
    return (await app.listEvents()).at(-1)
  }

  test('is the network and the browser', async () => {
    expect(await readClient({})).toMatchObject({ ip: '203.0.113.0/24', userAgent })
  })

  test('is the whole address or none, by the option `ip`', async () => {
    expect(await readClient({ options: { ip: 'whole' } })).toMatchObject({ ip: clientAddress })
    expect(await readClient({ options: { ip: 'none' } })).toMatchObject({ ip: null })
  })

  test('is the first 48 bits of an IPv6 address', async () => {
    const app = createAuditLogApp()
    const visit = app.open()
    const csrfToken = await visit.getCsrfToken()
    const headers = { 'x-forwarded-for': '2001:db8:1:2:3:4:5:6' }
    await visit.post('/auth/callback/credentials', { ...wrong, csrfToken }, { headers })
    expect((await app.listEvents()).at(-1)?.ip).toBe('2001:db8:1::/48')
  })

  test('has at most 256 characters of a browser', async () => {
    const app = createAuditLogApp()
    const visit = app.open()
    const csrfToken = await visit.getCsrfToken()
    const headers = { 'user-agent': 'x'.repeat(5000) }
    await visit.post('/auth/callback/credentials', { ...wrong, csrfToken }, { headers })
    expect((await app.listEvents()).at(-1)?.userAgent).toBe('x'.repeat(256))
  })
})

test('a record has no tokens, passwords, codes or email addresses', async () => {
  const app = createAuditLogApp({ options: { onEvent: () => Promise.reject(new Error('offline')) } })
  const visit = app.open()
  await submitPassword(visit, wrong)
  await runRoundTrip(visit, app.op)
  await visit.signIn('mail', { email: 'grace@example.com' })
  const link = app.links.emails.at(-1)
  await visit.get(link?.url ?? '')
  const stored = await readAllRecords(app.store)
  const cookies = visit.jar.cookies().map(({ value }) => value)
  const secrets = [ada.password, 'wrong', String(link?.token), ...cookies.filter(value => value.length > 8)]
  expect(stored).toContain('account-linked')
  for (const text of [...secrets, '@']) expect(stored).not.toContain(text)
})

test('an event is deleted after the retention of the log', async () => {
  const app = createAuditLogApp({ options: { retention: 2 } })
  await submitPassword(app.open(), wrong)
  moveClock(2 * 86_400 - 60)
  await advanceTestStore(2 * 86_400 - 60)
  expect(await app.listEvents()).toHaveLength(1)
  moveClock(120)
  await advanceTestStore(120)
  expect(await app.listEvents()).toEqual([])
})

test('a log that cannot be written is logged, and the user signs in', async () => {
  const app = createAuditLogApp()
  app.store.records.putRecord = () => Promise.reject(new Error('The disk is full.'))
  const visit = app.open()
  await submitPassword(visit)
  expect(await visit.getSession()).toMatchObject({ user: { email: ada.email } })
  expect(app.log.types()).toContain('EventError')
})

test('the events of a user are deleted with the user, and those of others stay', async () => {
  const app = createAuditLogApp()
  const visits = ['one', 'two'].map(sub => ({ sub, visit: app.open() }))
  for (const { sub, visit } of visits)
    await runRoundTrip(visit, app.op, { as: { sub, email: `${sub}@example.com`, email_verified: true } })
  const users = [...new Set((await app.listEvents()).map(({ subject }) => subject))]
  const [first, second] = users.map(String)
  if (first === undefined || second === undefined) throw new Error('There are no two users.')
  const { plugins } = await app.server.users.exportData(serverHead, first)
  expect(plugins['audit-log']).toEqual({ events: [...(await app.listEvents(first))].reverse() })
  await app.server.users.delete(serverHead, first)
  expect(await app.listEvents(first)).toEqual([])
  expect(new Set((await app.listEvents()).map(({ subject }) => subject))).toEqual(new Set([second]))
})
