import { MemoryAdapter } from 'latchkey/adapters/memory'
import { createClient } from 'latchkey/client'
import { createPluginClient } from 'latchkey/client/plugins'
import { createAuth, toRequestHead } from 'latchkey/server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type DeviceCodeActions, deviceCode } from '../../examples/device-code-plugin/device-code.js'
import { createTestApp, credentials, getLocation, origin, runRoundTrip } from '../support/app.js'
import { ClientApp } from '../support/client-app.js'
import { CookieJar } from '../support/cookie-jar.js'

const json = { headers: { accept: 'application/json' } }

async function openApp() {
  const events: unknown[] = []
  const app = createTestApp({
    adapter: MemoryAdapter(),
    plugins: [deviceCode],
    session: { strategy: 'jwt' },
    events: { pluginEvent: ({ type }) => void events.push(type) },
  })
  const owner = app.open()
  await runRoundTrip(owner, app.op)
  return { ...app, owner, events }
}

async function createCode({ owner }: Pick<Awaited<ReturnType<typeof openApp>>, 'owner'>) {
  const csrfToken = await owner.getCsrfToken()
  const response = await owner.post('/auth/device-code/new', { csrfToken }, json)
  return (await response.json()) as { code: string; maxAge: number }
}

test('the sign-in page has a button for it, after the providers', async () => {
  const { open } = await openApp()
  const page = await (await open().get('/auth/signin')).text()
  expect(page).toContain('Sign in with a code from another device')
  expect(page).toContain(`href="${origin}/auth/device-code?callbackUrl=`)
})

test('a code of a signed-in device signs in once, in another browser', async () => {
  const app = await openApp()
  const { code } = await createCode(app)
  expect(app.events).toEqual(['code-created'])
  const device = app.open()
  const csrfToken = await device.getCsrfToken()
  const signedIn = await device.post('/auth/device-code', { csrfToken, code: code.toLowerCase() })
  expect(getLocation(signedIn)).toBe(origin)
  const owner = await app.owner.getSession()
  expect(owner).not.toBeNull()
  expect((await device.getSession())?.user).toEqual(owner?.user)
  const again = await app.open()
  const failed = await again.post('/auth/device-code', { csrfToken: await again.getCsrfToken(), code })
  expect(failed.status).toBe(400)
  expect(await failed.text()).toContain('The code is wrong or has expired.')
})

test('an old session creates no code', async () => {
  const { owner } = await openApp()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16 * 60_000 })
  onTestFinished(() => void vi.useRealTimers())
  const response = await owner.post('/auth/device-code/new', { csrfToken: await owner.getCsrfToken() }, json)
  expect(response.status).toBe(403)
  expect(await response.json()).toMatchObject({ error: 'recent-sign-in-required', url: expect.any(String) })
})

test('a code adds no level, and signs in one of several concurrent requests', async () => {
  const app = await openApp()
  const { code } = await createCode(app)
  const visits = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const visit = app.open()
      await visit.post('/auth/device-code', { csrfToken: await visit.getCsrfToken(), code })
      return visit
    }),
  )
  const sessions = await Promise.all(visits.map(visit => visit.getSession()))
  const openSessions = sessions.filter(session => session !== null)
  expect(openSessions).toHaveLength(1)
  expect(openSessions[0]).not.toHaveProperty('acr')
})

test('a signed-out visitor gets no code', async () => {
  const { open } = await openApp()
  const visit = open()
  const response = await visit.post('/auth/device-code/new', { csrfToken: await visit.getCsrfToken() }, json)
  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({ error: 'signed-out' })
})

test('the same calls are server functions, with their failures as data', async () => {
  const app = await openApp()
  const { api } = createAuth({ ...app.config, plugins: [deviceCode] })
  const { code } = await createCode(app)
  const { data, cookies } = await api.deviceCode.signIn(toRequestHead(new Request(`${origin}/`)), { code })
  expect(data).toEqual({ error: null, url: origin })
  expect(cookies.map(({ name }) => name)).toContain('__Secure-authjs.session-token')
  const head = toRequestHead(new Request(`${origin}/`))
  expect((await api.deviceCode.createCode(head)).data).toEqual({ error: 'signed-out' })
  expect((await api.deviceCode.signIn(head, { code: 'x' })).data).toEqual({ error: 'wrong-code' })
  await expect(api.deviceCode.createCode(head, 'bob' as never)).rejects.toThrow('parameters')
  const misspelled = { cod: 'x' } as never
  await expect(api.deviceCode.signIn(head, misspelled)).rejects.toThrow('`cod`')
})

test('and verbs of the typed client', async () => {
  const app = await ClientApp.start({
    adapter: MemoryAdapter(),
    session: { strategy: 'jwt' },
    providers: [{ ...credentials, authorize: async () => null }],
    plugins: [deviceCode],
  })
  const calls = createPluginClient<DeviceCodeActions>(app.open(new CookieJar()) ?? createClient())
  expect(await calls.get('device-code')).toMatchObject({ error: null, data: { maxAge: 300 } })
  expect(await calls.post('device-code', { code: 'x' })).toMatchObject({ error: 'wrong-code', status: 400 })
  expect(await calls.post('device-code/new')).toMatchObject({ error: 'signed-out', status: 401 })
})
