import { createAuth } from 'latchkey/server'
import { skipNotifications, twoFactor } from 'latchkey/two-factor'
import { describe, expect, test } from 'vitest'
import { describeBrowser } from '../../../src/plugins/passwords/new-browser.js'
import { runRoundTrip } from '../../support/app.js'
import { computeCode, importedSecret, serverHead } from '../two-factor/two-factor-app.js'
import {
  createPasswordsApp,
  email,
  getUserEmail,
  type PasswordsSetup,
  password,
  signIn,
  signUp,
  strategies,
} from './passwords-app.js'

const subject = 'New sign-in to app.example'

function createApp(setup: PasswordsSetup = {}) {
  return createPasswordsApp({ ...setup, options: { notifyNewBrowser: true, ...setup.options } })
}

/** The emails about new browsers. */
function listNotices({ sent }: Pick<ReturnType<typeof createApp>, 'sent'>) {
  return sent.filter(message => message.subject === subject)
}

describe.each(strategies)('with the %s strategy', strategy => {
  const session = { strategy }

  test('a sign-in in another browser sends one email, and later ones send none', async () => {
    const app = createApp({ session })
    const first = await signUp(app)
    await first.signOut()
    await signIn(first)
    expect(listNotices(app)).toEqual([])
    const second = app.open()
    expect((await signIn(second)).status).toBe(200)
    await second.signOut()
    await signIn(second)
    expect(listNotices(app)).toHaveLength(1)
    const [notice] = listNotices(app)
    expect(notice?.to).toBe(email)
    expect(notice?.text).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d UTC/)
    expect(notice?.text).toContain('/auth/passwords/forgot')
    expect(notice?.html).toContain('This was not me')
  })

  test.each([
    [
      'a magic link',
      async (app: ReturnType<typeof createApp>) => {
        const visit = app.open()
        await visit.signIn('mail', { email })
        await visit.get(app.links.getLatestEmail().url)
        return visit
      },
    ],
    [
      'OpenID Connect',
      async (app: ReturnType<typeof createApp>) => {
        const visit = app.open()
        await runRoundTrip(visit, app.op, { as: { sub: 'ada-1', email, email_verified: true } })
        return visit
      },
    ],
  ])('a sign-in with %s counts too', async (_, signInOtherwise) => {
    const app = createApp({ session })
    await signInOtherwise(app)
    expect(listNotices(app)).toEqual([])
    const visit = await signInOtherwise(app)
    expect(await getUserEmail(visit)).toBe(email)
    expect(listNotices(app)).toHaveLength(1)
  })

  test('a sign-in that waits for the second factor sends nothing', async () => {
    const plugin = twoFactor({ issuer: 'Acme', notify: skipNotifications, required: () => true })
    const app = createApp({ session, plugins: [plugin] })
    await signUp(app)
    const visit = app.open()
    await signIn(visit)
    expect(await getUserEmail(visit)).toBeNull()
    await signIn(app.open())
    expect(listNotices(app)).toEqual([])
  })

  test('another user of the same browser gets an email of their own', async () => {
    const app = createApp({ session })
    const first = await signUp(app)
    await signUp(app, { email: 'grace@example.com' })
    await first.signOut()
    await signIn(first, { email: 'grace@example.com' })
    expect(listNotices(app).map(({ to }) => to)).toEqual(['grace@example.com'])
  })

  test('an email that cannot be sent fails no sign-in', async () => {
    const app = createApp({ session })
    await signUp(app)
    const failing = createApp({
      session,
      store: app.store,
      sendEmail() {
        throw new Error('The mail server is down.')
      },
    })
    const visit = failing.open()
    expect((await signIn(visit)).status).toBe(200)
    expect(await getUserEmail(visit)).toBe(email)
    expect(failing.log.types()).toEqual(['Error'])
  })

  test('a completed second factor sends one email', async () => {
    const plugin = twoFactor({ notify: skipNotifications })
    const app = createApp({ session, plugins: [plugin] })
    await signUp(app)
    const user = await app.store.getUserByEmail(email)
    const { api } = createAuth({ ...app.config, plugins: [plugin] })
    await api.twoFactor.importSecret(serverHead, user?.id ?? '', { secret: importedSecret })
    const visit = app.open()
    const { body } = await signIn(visit)
    expect(listNotices(app)).toEqual([])
    const pending = new URL(String(body['url'])).searchParams.get('pending') ?? ''
    const csrfToken = await visit.getCsrfToken()
    await visit.post('/auth/two-factor/verify', { csrfToken, pending, code: computeCode(importedSecret) })
    expect(await getUserEmail(visit)).toBe(email)
    expect(listNotices(app)).toHaveLength(1)
  })

  test('a browser with a session from before the option is not new', async () => {
    const before = createPasswordsApp({ session })
    const { jar } = await signUp(before)
    const app = createApp({ session, store: before.store })
    await signIn(app.open())
    const visit = app.open({ jar })
    await runRoundTrip(visit, app.op, { as: { sub: 'ada-2', email: 'other@example.com' } })
    const owner = await app.store.getUserByAccount({ provider: 'op', providerAccountId: 'ada-2' })
    expect(owner?.email).toBe(email)
    await signIn(visit)
    expect(listNotices(app)).toEqual([])
  })

  test('a record store that fails for a moment loses no email', async () => {
    let isDown = false
    const app = createApp({
      session,
      tap(_, args) {
        if (isDown && JSON.stringify(args).includes('password-browser-notice')) throw new Error('down')
      },
    })
    await signUp(app)
    const visit = app.open()
    isDown = true
    expect((await signIn(visit)).status).toBe(200)
    isDown = false
    await visit.signOut()
    await signIn(visit)
    expect(listNotices(app)).toHaveLength(1)
  })

  test('without the option, a sign-in sends nothing and stores no record', async () => {
    const app = createPasswordsApp({ session })
    await signUp(app)
    await signIn(app.open(), { password })
    expect(listNotices(app)).toEqual([])
    expect(await app.store.records.listRecords({ kind: 'password-browser-notice' })).toEqual([])
  })
})

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Windows'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Edge, Windows',
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    'Chrome, Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari, iPhone',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    'Safari, macOS',
  ],
  [
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Chrome, ChromeOS',
  ],
  ['curl/8.0 https://evil.example', ''],
  [null, ''],
])('describes the browser of %j', (userAgent, described) => {
  expect(describeBrowser(userAgent)).toBe(described)
})
