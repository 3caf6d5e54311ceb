import { createAuth, toRequestHead } from 'latchkey/server'
import { describe, expect, test } from 'vitest'
import { ada, credentials, origin, runRoundTrip } from '../../support/app.js'
import { createAuditLogApp, serverHead, toHead } from './audit-log-app.js'
import { parseCsv } from './parse-csv.js'

type App = ReturnType<typeof createAuditLogApp>

async function signInAs(app: App, sub: string) {
  const visit = app.open()
  await runRoundTrip(visit, app.op, { as: { sub, email: `${sub}@example.com`, email_verified: true } })
  const userId = (await app.listEvents()).at(-1)?.subject
  if (!userId) throw new Error('No user signed in.')
  return { visit, userId }
}

/** Fails to sign in with a browser of this name. */
async function failToSignIn(app: App, agent: string): Promise<void> {
  const visit = app.open()
  const csrfToken = await visit.getCsrfToken()
  await visit.post(
    '/auth/callback/credentials',
    { ...ada, password: 'wrong', csrfToken },
    { headers: { 'user-agent': agent } },
  )
}

describe('`list`', () => {
  test('returns the newest events first, page by page, without a gap', async () => {
    const app = createAuditLogApp()
    for (let event = 0; event < 7; event++) await failToSignIn(app, `browser ${event}`)
    const seen: (string | null)[] = []
    let after: string | null = null
    do {
      const { data } = await app.api.list(serverHead, { limit: 3, ...(after !== null && { after }) })
      expect(data.events.length).toBeLessThanOrEqual(3)
      seen.push(...data.events.map(({ userAgent }) => userAgent))
      after = data.next
    } while (after !== null)
    expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0].map(event => `browser ${event}`))
  })

  test('returns the events of one user, and never those of another', async () => {
    const app = createAuditLogApp()
    const one = await signInAs(app, 'one')
    const two = await signInAs(app, 'two')
    await failToSignIn(app, 'unknown')
    for (const { userId } of [one, two]) {
      const events = await app.listEvents(userId)
      expect(events.length).toBeGreaterThan(0)
      expect(new Set(events.map(({ subject }) => subject))).toEqual(new Set([userId]))
    }
    expect(await app.listEvents('another')).toEqual([])
  })

  test.each([
    [{ userId: undefined }, 'userId'],
    [{ userId: '' }, 'id'],
    [{ userId: 7 }, 'userId'],
    [{ limit: 0 }, 'limit'],
    [{ limit: 1001 }, 'limit'],
    [{ user: 'ada-1' }, 'user'],
  ])(
    'rejects options that are not valid, so that a mistake does not list the events of all users: %o',
    async (query, message) => {
      await expect(createAuditLogApp().api.list(serverHead, query as never)).rejects.toThrow(message)
    },
  )
})

describe('`exportCsv`', () => {
  test('returns the events as CSV of RFC 4180', async () => {
    const app = createAuditLogApp()
    await failToSignIn(app, 'a "quoted", browser')
    const { data } = await app.api.exportCsv(serverHead)
    const [header = [], row = [], ...rest] = parseCsv(data.csv)
    expect(rest).toEqual([])
    expect(data.next).toBeNull()
    const [event] = await app.listEvents()
    const cells = Object.fromEntries(header.map((name, index) => [name, row[index]]))
    expect(cells).toMatchObject({
      id: event?.id,
      time: event?.time,
      action: 'sign-in-failure',
      outcome: 'failure',
      reason: 'CredentialsSignin',
      actor: '',
      user_agent: 'a "quoted", browser',
    })
  })

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '=HYPERLINK("https://evil.example","x")'])(
    'protects a cell that a spreadsheet would run: %s',
    async agent => {
      const app = createAuditLogApp()
      await failToSignIn(app, agent)
      const [header = [], row = []] = parseCsv((await app.api.exportCsv(serverHead)).data.csv)
      expect(row[header.indexOf('user_agent')]).toBe(`'${agent}`)
    },
  )
})

test.each(['\t=1', '\r=1', '=a,"b"\r\nc'])(
  '`exportCsv` protects and quotes the id of a user: %j',
  async userId => {
    const app = createAuditLogApp({
      plugins: [{ id: 'odd', eventTypes: ['seen'], afterSignIn: ctx => ctx.emitEvent('seen', { userId }) }],
    })
    await app.open().signInWithCredentials(ada)
    const rows = parseCsv((await app.api.exportCsv(serverHead)).data.csv)
    expect(rows.flat()).toContain(`'${userId}`)
  },
)

test('an event of a plugin is stored with a fixed reason, and without its other data', async () => {
  const outcome = 'failure'
  const app = createAuditLogApp({
    plugins: [
      {
        id: 'odd',
        eventTypes: ['seen'],
        async afterSignIn(ctx) {
          const data = { outcome, code: '123456', email: 'ada@example.com' }
          await ctx.emitEvent('seen', {
            ...data,
            userId: 'ada-1',
            actorId: 'staff-1',
            reason: 'expired-card',
          })
          await ctx.emitEvent('seen', { ...data, userId: null, reason: 'no card of ada@example.com' })
        },
      },
    ],
  })
  await app.open().signInWithCredentials(ada)
  const events = (await app.listEvents()).filter(({ action }) => action === 'odd.seen')
  expect(events).toMatchObject([
    { outcome, reason: 'expired-card', actor: 'staff-1', subject: 'ada-1', provider: 'odd' },
    { outcome, reason: null, subject: null },
  ])
  expect(JSON.stringify(events)).not.toMatch(/123456|@/)
})

describe('the account section', () => {
  const render = async (app: App, head: Parameters<App['server']['users']['renderAccountSections']>[0]) => {
    const { data } = await app.server.users.renderAccountSections(head)
    return data.find(({ id }) => id === 'audit-log/activity')
  }

  test('lists what the signed-in user did, in words, with the time in UTC, the device and the network', async () => {
    const app = createAuditLogApp()
    const { visit } = await signInAs(app, 'one')
    await signInAs(app, 'two')
    const section = await render(app, toHead(visit))
    expect(section?.title).toBe('Recent activity')
    expect(section?.html.match(/<li>/g)).toHaveLength(3)
    for (const text of ['Signed in (op)', 'Account created', 'Account linked (op)', ' UTC</time>'])
      expect(section?.html).toContain(text)
  })

  test('is in the language of the request', async () => {
    const app = createAuditLogApp()
    const { visit } = await signInAs(app, 'one')
    const cookie = toHead(visit).getHeader('cookie') ?? ''
    const request = (language: string) =>
      toRequestHead(new Request(origin, { headers: { cookie, 'accept-language': language } }))
    expect(await render(app, request('de'))).toMatchObject({
      title: 'Letzte Aktivitäten',
      html: expect.stringContaining('Angemeldet (op)') as string,
    })
    expect((await render(app, request('ja')))?.html).toContain('サインインしました')
  })

  test('shows the last 20 events', async () => {
    const app = createAuditLogApp()
    const { visit } = await signInAs(app, 'one')
    for (let event = 0; event < 10; event++) await signInAs(app, 'one')
    await app.listEvents()
    for (let event = 0; event < 10; event++) await signInAs(app, 'one')
    expect((await render(app, toHead(visit)))?.html.match(/<li>/g)).toHaveLength(20)
  })

  test('escapes what a client chose, and shows no text of a browser that it does not know', async () => {
    const script = '<script>alert(1)</script>'
    const store = createAuditLogApp().store
    const app = createAuditLogApp({
      store,
      plugins: [
        {
          id: 'odd',
          eventTypes: [script],
          afterSignIn: (ctx, { user }) => ctx.emitEvent(script, { userId: user.id }),
        },
      ],
    })
    const visit = app.open()
    await visit.signIn('mail', { email: 'grace@example.com' })
    const headers = { 'user-agent': `${script} Firefox/1.0` }
    await visit.get(app.links.emails.at(-1)?.url ?? '', { headers })
    expect((await app.listEvents()).at(-1)?.userAgent).toContain(script)
    const section = await render(app, toHead(visit))
    expect(section?.html).toContain('Activity: odd.&lt;script&gt;')
    expect(section?.html).toContain('Firefox')
    expect(section?.html).not.toContain('<script')
  })
})

test('options that are not valid are an error of the configuration', async () => {
  const errors: [object, string][] = [
    [{ retention: 0 }, 'retention'],
    [{ retention: 3651 }, 'retention'],
    [{ retention: '90' }, 'retention'],
    [{ ip: 'all' }, 'ip'],
    [{ onEvent: 'https://siem.example' }, 'onEvent'],
    [{ retain: 90 }, 'retain'],
  ]
  for (const [options, message] of errors) {
    const app = createAuditLogApp({ options })
    await expect(app.api.list(serverHead)).rejects.toThrow(message)
  }
  const { config, plugin } = createAuditLogApp()
  const { adapter: _, records: __, ...rest } = config
  const server = createAuth({ ...rest, providers: [credentials], plugins: [plugin] })
  await expect(server.api.auditLog.list(serverHead)).rejects.toThrow('record store')
})
