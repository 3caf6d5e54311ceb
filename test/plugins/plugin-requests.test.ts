import { MemoryAdapter } from 'latchkey/adapters/memory'
import * as kit from 'latchkey/plugins'
import { createAuth } from 'latchkey/server'
import { describe, expect, test, vi } from 'vitest'
import { ada, createTestApp, getLocation, origin } from '../support/app.js'
import type { Visitor } from '../support/visitor.js'
import { json, toHead } from './two-factor/two-factor-app.js'

const { completeSubject, createFailure, createOptionalText, defineOperation, definePlugin, html } = kit

const enter = defineOperation({
  method: 'POST',
  path: 'enter',
  run: async ctx => ({ url: await ctx.signInUser({ id: 'ada', email: ada.email }, []) }),
})

/** Opens an app with a plugin and a visitor who is signed in. */
async function openApp<P extends kit.Plugin>(plugin: P, options: Parameters<typeof createTestApp>[0] = {}) {
  const adapter = MemoryAdapter()
  await adapter.createUser({ id: 'ada', email: ada.email, emailVerified: null })
  const badge = definePlugin({ id: 'badge', operations: { enter } })
  const app = createTestApp({
    adapter,
    plugins: [plugin, badge],
    session: { strategy: 'jwt' },
    ...options,
  })
  const visit = app.open()
  await post(visit, 'badge/enter', {})
  const server = createAuth({ ...app.config, plugins: [plugin] as const })
  return { ...app, adapter, visit, server }
}

/** Posts JSON, whose values can be of any type. */
async function post(visit: Visitor, path: string, fields: object): Promise<Response> {
  const body = JSON.stringify({ csrfToken: await visit.getCsrfToken(), ...fields })
  const headers = { ...json.headers, 'content-type': 'application/json' }
  return await visit.post(`/auth/${path}`, body, { headers })
}

describe('the subject of an operation', () => {
  const run = () => ({ done: true })
  const asked = definePlugin({
    id: 'asked',
    operations: {
      either: defineOperation({ method: 'POST', path: 'either', subject: 'sign-in', run }),
      complete: defineOperation({
        method: 'POST',
        path: 'complete',
        subject: 'session',
        input: { ends: createOptionalText() },
        run: async (ctx, { subject, ends }) => {
          if (ends !== undefined) await ctx.adapter?.deleteSessionsByUserId?.(subject.user.id)
          const url = await completeSubject(ctx, subject, ['otp'])
          return kit.isFailure(url) ? url : { url }
        },
      }),
    },
  })

  test.each([5, 0, true, false, {}, [], ['x'], [{}]])(
    'is not the session if `pending` is %j',
    async pending => {
      const { visit } = await openApp(asked)
      const response = await post(visit, 'asked/either', { pending })
      expect(response.status).toBe(400)
      expect(await response.json()).toEqual({ error: 'invalid-pending' })
    },
  )

  test.each([null, undefined, ''])('is the session if `pending` is %j', async pending => {
    const { visit } = await openApp(asked)
    expect((await post(visit, 'asked/either', { pending })).status).toBe(200)
  })

  test('is signed out if the session ended while a method was verified', async () => {
    const { visit } = await openApp(asked, { session: { strategy: 'database' } })
    expect((await post(visit, 'asked/complete', {})).status).toBe(200)
    const response = await post(visit, 'asked/complete', { ends: 'yes' })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ error: 'signed-out' })
  })
})

test('a failure of another copy of the package is a failure', async () => {
  vi.resetModules()
  const other = await import('latchkey/plugins')
  expect(other.createFailure).not.toBe(createFailure)
  const plugin = definePlugin({
    id: 'copied',
    operations: {
      fail: defineOperation({
        method: 'POST',
        path: '',
        run: () => other.createFailure('no', { status: 403 }),
      }),
    },
  })
  const { visit } = await openApp(plugin)
  const response = await post(visit, 'copied', {})
  expect(response.status).toBe(403)
  expect(await response.json()).toEqual({ error: 'no' })
  for (const data of [null, undefined, 'no', { error: 'no', status: 400 }])
    expect(kit.isFailure(data)).toBe(false)
})

describe('a redirect of a plugin', () => {
  const input = { to: createOptionalText() }
  const chooser = definePlugin({
    id: 'chooser',
    operations: {
      open: defineOperation({ method: 'POST', path: 'open', input, run: (_, { to = '' }) => ({ url: to }) }),
      fail: defineOperation({
        method: 'POST',
        path: 'fail',
        input,
        run: (_, { to = '' }) => createFailure('no', { url: to }),
      }),
    },
  })
  /** The same, by a plugin without operations. */
  const plain: kit.Plugin = {
    id: 'chooser',
    actions: {
      open: { POST: ctx => ({ redirect: String(ctx.request.body.to) }) },
      fail: { POST: ctx => ({ status: 400, redirect: String(ctx.request.body.to) }) },
    },
  }
  const cases = [
    ['https://evil.example/x', origin],
    ['//evil.example', `${origin}//evil.example`],
    ['javascript:alert(1)', origin],
    ['data:text/html,x', origin],
    [`${origin}/auth/../account?x=1`, `${origin}/auth/../account?x=1`],
    [`${origin}/auth/two-factor/verify`, `${origin}/auth/two-factor/verify`],
    ['/account', `${origin}/account`],
  ] as const

  describe.each([
    ['with operations', chooser],
    ['with actions', plain],
  ])('%s', (_, plugin) => {
    test.each(['open', 'fail'].flatMap(path => cases.map(([to, expected]) => [path, to, expected] as const)))(
      '%s follows the rule of callback URLs for %s',
      async (path, to, expected) => {
        const { visit } = await openApp(plugin)
        const page = await post(visit, `chooser/${path}`, { to })
        expect(await page.json()).toMatchObject({ url: expected })
        const csrfToken = await visit.getCsrfToken()
        expect(getLocation(await visit.post(`/auth/chooser/${path}`, { csrfToken, to }))).toBe(expected)
      },
    )
  })

  test('is what `callbacks.redirect` returns, except below the base path', async () => {
    const redirect = ({ baseUrl }: { baseUrl: string }) => `${baseUrl}/home`
    const { visit } = await openApp(chooser, { callbacks: { redirect } })
    const read = async (to: string) => await (await post(visit, 'chooser/open', { to })).json()
    expect(await read(`${origin}/auth/x`)).toEqual({ url: `${origin}/auth/x` })
    expect(await read(`${origin}/auth/../x`)).toEqual({ url: `${origin}/home` })
    expect(await read('https://evil.example')).toEqual({ url: `${origin}/home` })
  })

  test.each(cases)('of a server function follows the rule for %s', async (to, expected) => {
    const { server, visit } = await openApp(chooser)
    expect((await server.api.chooser.open(toHead(visit), { to })).data.url).toBe(expected)
    expect((await server.api.chooser.fail(toHead(visit), { to })).data).toMatchObject({ url: expected })
  })
})

describe('a form in a section of the account page', () => {
  const notes = definePlugin({
    id: 'notes',
    accountSections: [
      { id: 'note', title: () => 'Note', render: ctx => kit.renderForm(ctx, { path: '', content: html`` }) },
    ],
    operations: { save: defineOperation({ method: 'POST', path: '', run: () => ({ saved: true }) }) },
  })

  async function readToken({ server, visit }: Awaited<ReturnType<typeof openApp<typeof notes>>>) {
    const { data, cookies } = await server.users.renderAccountSections(toHead(visit))
    const [, csrfToken = ''] = /name="csrfToken" value="([^"]+)"/.exec(data[0]?.html ?? '') ?? []
    return { csrfToken, cookies }
  }

  test('submits the CSRF token of the browser', async () => {
    const app = await openApp(notes)
    const { csrfToken, cookies } = await readToken(app)
    expect(cookies).toEqual([])
    expect(csrfToken).toBe(await app.visit.getCsrfToken())
    expect((await app.visit.post('/auth/notes', { csrfToken }, json)).status).toBe(200)
  })

  test('submits a new token if the browser has none, and the cookie is returned', async () => {
    const app = await openApp(notes)
    const name = '__Host-authjs.csrf-token'
    app.visit.jar.clear(name)
    const { csrfToken, cookies } = await readToken(app)
    expect(cookies.map(cookie => cookie.name)).toEqual([name])
    app.visit.jar.set(`${origin}/`, `${name}=${cookies[0]?.value}; Path=/; Secure`)
    expect((await app.visit.post('/auth/notes', { csrfToken }, json)).status).toBe(200)
  })
})
