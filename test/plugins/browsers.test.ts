import { MemoryAdapter } from 'latchkey/adapters/memory'
import {
  createRequiredText,
  defineBrowserMark,
  defineOperation,
  definePlugin,
  defineRememberedBrowsers,
} from 'latchkey/plugins'
import { createAuth, toRequestHead } from 'latchkey/server'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createTestApp, credentials, origin } from '../support/app.js'
import type { Visitor } from '../support/visitor.js'

const json = { headers: { accept: 'application/json' } }
const kind = 'trusted-browser'
const mark = defineBrowserMark('seen', 3600)
const browsers = defineRememberedBrowsers('trusted', kind)

/** Reads and writes both kinds of cookies for a user. */
const plugin = definePlugin({
  id: 'browsers',
  recordsOfSessions: [kind],
  operations: {
    read: defineOperation({
      method: 'GET',
      path: '',
      input: { user: createRequiredText() },
      run: async (ctx, { user: id }) => {
        return {
          isMarked: await mark.has(ctx, id),
          isRemembered: await browsers.consume(ctx, id),
          count: await browsers.count(ctx, id),
        }
      },
    }),
    write: defineOperation({
      method: 'POST',
      path: '',
      run: async ctx => {
        await mark.set(ctx, 'user-of-ada-lovelace')
        await browsers.remember(ctx, 'user-of-ada-lovelace', 1800)
        return {}
      },
    }),
  },
  api: { end: browsers.end },
})

function openApp() {
  const adapter = MemoryAdapter()
  const app = createTestApp({
    adapter,
    providers: [credentials],
    plugins: [plugin],
    session: { strategy: 'jwt' },
  })
  return { ...app, adapter, server: createAuth({ ...app.config, plugins: [plugin] }) }
}

async function write(visit: Visitor) {
  const csrfToken = await visit.getCsrfToken()
  expect((await visit.post('/auth/browsers', { csrfToken }, json)).status).toBe(200)
}

async function read(visit: Visitor, user = 'user-of-ada-lovelace'): Promise<unknown> {
  return await (await visit.get(`/auth/browsers?user=${user}`, json)).json()
}

function moveClock(seconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 })
  onTestFinished(() => void vi.useRealTimers())
}

describe('a browser of a user', () => {
  test('is marked and remembered for this user, and no other browser is', async () => {
    const app = openApp()
    const visit = app.open()
    expect(await read(visit)).toEqual({ isMarked: false, isRemembered: false, count: 0 })
    await write(visit)
    expect(await read(visit)).toEqual({ isMarked: true, isRemembered: true, count: 1 })
    expect(await read(visit, 'grace')).toEqual({ isMarked: false, isRemembered: false, count: 0 })
    expect(await read(app.open())).toEqual({ isMarked: false, isRemembered: false, count: 1 })
  })

  test('is remembered with a token that is used once', async () => {
    const app = openApp()
    const visit = app.open()
    await write(visit)
    const copy = visit.cloneWithCookies()
    expect(await read(visit)).toMatchObject({ isRemembered: true })
    expect(await read(copy)).toMatchObject({ isMarked: true, isRemembered: false })
    expect(await read(visit)).toMatchObject({ isRemembered: true, count: 1 })
  })

  test('is remembered until the time that was set first, and marked for its own time', async () => {
    const visit = openApp().open()
    await write(visit)
    moveClock(1200)
    expect(await read(visit)).toMatchObject({ isRemembered: true })
    moveClock(700)
    expect(await read(visit)).toMatchObject({ isMarked: true, isRemembered: false })
    moveClock(1800)
    expect(await read(visit)).toMatchObject({ isMarked: false })
  })

  test('is not remembered after the end, and its cookies do not contain the id of the user', async () => {
    const app = openApp()
    const visit = app.open()
    await write(visit)
    expect(
      visit.jar
        .cookies()
        .map(({ name, value }) => name + value)
        .join(),
    ).not.toContain('user-of-ada-lovelace')
    await app.server.api.browsers.end(toRequestHead(new Request(`${origin}/`)), 'user-of-ada-lovelace')
    expect(await read(visit)).toEqual({ isMarked: true, isRemembered: false, count: 0 })
  })
})
