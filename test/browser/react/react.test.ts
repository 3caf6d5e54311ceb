import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startChromium } from '../../support/chromium.js'
import { selectCases } from '../../support/fire.js'
import { submitIdentifier } from '../../support/sign-in-form.js'
import { addVirtualAuthenticator } from '../../support/virtual-authenticator.js'
import { type ClientPage, call, expectText, renderAgain, Site, signInAsAda } from '../clients/site.js'
import { buildReactPage } from './react-page.js'

/** `npm test` tries the newest, because the older one differs in few of these tests. */
const majors = selectCases([18, 19] as const, [19])

let browser: Browser
const pages = new Map<number, ClientPage>()

beforeAll(async () => {
  browser = await startChromium()
  for (const major of majors) pages.set(major, await buildReactPage(major))
})

afterAll(() => browser?.close())

function getPage(major: number): ClientPage {
  const page = pages.get(major)
  if (!page) throw new Error(`There is no page with React ${major}.`)
  return page
}

const waitBriefly = () => new Promise(resolve => setTimeout(resolve, 300))

/** Moves the clock of a page ahead by this many milliseconds. */
function passTime(page: Page, milliseconds: number): Promise<void> {
  return page.evaluate(passed => {
    const now = Date.now
    Date.now = () => now() + passed
  }, milliseconds)
}

/** Simulates switching to another tab and back. */
async function switchTabs(page: Page): Promise<void> {
  await setHidden(page, true)
  await setHidden(page, false)
}

function setHidden(page: Page, isHidden: boolean): Promise<void> {
  return page.evaluate(hidden => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (hidden ? 'hidden' : 'visible'),
    })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)
}

describe.each(majors)('a page with React %i', major => {
  const site = new Site(() => ({ browser, ...getPage(major) }))

  test('signs in with a password without a redirect, returns the error for a wrong password, and signs out', async () => {
    const page = await site.open()
    await expectText(page, 'status', 'unauthenticated')
    expect(site.requests).toEqual(['GET session'])
    const wrong = { email: 'a@b.example', password: 'wrong', redirect: false }
    expect(await call(page, 'signIn', 'credentials', wrong)).toMatchObject({
      error: 'CredentialsSignin',
      code: 'credentials',
      ok: false,
      url: null,
    })
    expect(await signInAsAda(page)).toMatchObject({ ok: true, url: page.url() })
    expect(await page.textContent('#user')).toBe('Ada')
    await call(page, 'signOut', { redirect: false })
    expect(await page.textContent('#status')).toBe('unauthenticated')
  })

  test('signs in at a provider, returns to the callback URL, and stays on the page after sign-out', async () => {
    const page = await site.open()
    await expectText(page, 'status', 'unauthenticated')
    await page.getByRole('button', { name: 'Harbor' }).click()
    await page.getByRole('button', { name: 'Grace Hopper' }).click()
    await page.waitForURL(`${site.origin}/?back`)
    await expectText(page, 'user', 'Grace Hopper')
    const loaded = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await loaded
    await expectText(page, 'status', 'unauthenticated')
    expect(page.url()).toBe(`${site.origin}/?back`)
  })

  test('hydrates the server-rendered session without a session request or a React warning', async () => {
    await site.openSignedIn()
    site.requests.length = 0
    const page = await site.context?.newPage()
    if (!page) throw new Error('The browser context is not open.')
    const consoleMessages: string[] = []
    page.on('console', message => void consoleMessages.push(message.text()))
    page.on('pageerror', error => void consoleMessages.push(String(error)))
    const options = encodeURIComponent(JSON.stringify({ basePath: '/auth' }))
    const answer = await page.goto(`/?rendered&options=${options}`)
    expect(await answer?.text()).toContain('<p id="user">Ada</p>')
    await page.waitForFunction(() => 'auth' in window)
    await expectText(page, 'user', 'Ada')
    await waitBriefly()
    expect(site.requests).toEqual([])
    expect(consoleMessages.filter(text => !/favicon|404|DevTools/.test(text))).toEqual([])
  })

  test('redirects visitors to the sign-in page and back if a session is required', async () => {
    const page = await site.open({ required: true })
    await page.waitForURL(/\/auth\/signin\?/)
    const { searchParams } = new URL(page.url())
    expect(searchParams.get('error')).toBe('SessionRequired')
    await submitIdentifier(page, 'ada@example.com')
    await page.fill('[name=password]', 'correct horse')
    await page.click('form[action$="/callback/credentials"] button')
    await expectText(page, 'user', 'Ada')
    expect(new URL(page.url()).pathname).toBe('/')
  })

  test('calls `onUnauthenticated` instead of redirecting and keeps the status `loading`', async () => {
    const page = await site.open({ required: true, handled: true })
    await expectText(page, 'note', 'not signed in')
    expect(await page.textContent('#status')).toBe('loading')
  })

  test('creates a passkey and signs in with it', async () => {
    const page = await site.open()
    await addVirtualAuthenticator(page)
    await expectText(page, 'status', 'unauthenticated')
    const email = 'grace@example.com'
    expect(
      await call(page, 'signIn', 'passkey', { action: 'register', email, redirect: false }),
    ).toMatchObject({
      ok: true,
    })
    await expectText(page, 'user', email)
    await call(page, 'signOut', { redirect: false })
    await expectText(page, 'status', 'unauthenticated')
    expect(await call(page, 'signIn', 'passkey', { redirect: false })).toMatchObject({ ok: true })
    await expectText(page, 'user', email)
  })
})

describe('a page', () => {
  const site = new Site(() => ({ browser, ...getPage(19) }))

  test('with an error in its URL signs in again and does not return the old error', async () => {
    const page = await site.open()
    await page.goto('/?error=CredentialsSignin&code=credentials&keep')
    await expectText(page, 'status', 'unauthenticated')
    expect(await signInAsAda(page)).toMatchObject({ ok: true, url: `${site.origin}/?keep=` })
  })

  test('reloads when sign-in redirects to a fragment of it', async () => {
    const page = await site.open()
    await expectText(page, 'status', 'unauthenticated')
    const loaded = page.waitForEvent('load')
    const fields = { email: 'ada@example.com', password: 'correct horse', redirectTo: `${page.url()}#there` }
    await call(page, 'signIn', 'credentials', fields).catch(() => 'the page was unloaded')
    await loaded
    await expectText(page, 'user', 'Ada')
    expect(page.url()).toMatch(/#there$/)
  })

  test('shows a new session prop from the server, but not a stale one after sign-out', async () => {
    const expires = new Date(Date.now() + 60_000).toISOString()
    const session = { user: { name: 'Ada' }, expires }
    const page = await site.open({ session: null })
    await expectText(page, 'status', 'unauthenticated')
    await page.waitForFunction(() => 'renderPage' in window)
    await renderAgain(page, { session })
    await expectText(page, 'user', 'Ada')
    await call(page, 'signOut', { redirect: false })
    await renderAgain(page, { session: { ...session } })
    await waitBriefly()
    expect(await page.textContent('#status')).toBe('unauthenticated')
  })

  test('restored from the back/forward cache requests the session again', async () => {
    const page = await site.openSignedIn()
    await site.context?.clearCookies()
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await expectText(page, 'status', 'unauthenticated')
  })
})

describe('tabs of one browser', () => {
  const site = new Site(() => ({ browser, ...getPage(19) }))

  test('all show the sign-out in one of them', async () => {
    const page = await site.openSignedIn()
    const other = await site.open()
    await expectText(other, 'user', 'Ada')
    await call(page, 'signOut', { redirect: false })
    await expectText(other, 'status', 'unauthenticated')
    expect(await other.textContent('#user')).toBe('')
  })

  test('all show a sign-in at a provider', async () => {
    const [page, other] = [await site.open(), await site.open()]
    await expectText(other, 'status', 'unauthenticated')
    await page.getByRole('button', { name: 'Harbor' }).click()
    await page.getByRole('button', { name: 'Grace Hopper' }).click()
    await expectText(page, 'user', 'Grace Hopper')
    await expectText(other, 'user', 'Grace Hopper')
  })

  test('all show a session update', async () => {
    const page = await site.openSignedIn()
    const other = await site.open()
    await expectText(other, 'user', 'Ada')
    expect(await call(page, 'update', { name: 'Countess' })).toMatchObject({ user: { name: 'Countess' } })
    await expectText(page, 'user', 'Countess')
    await expectText(other, 'user', 'Countess')
  })

  test('that are hidden refetch the session when they become visible', async () => {
    const page = await site.openSignedIn()
    const other = await site.open()
    await expectText(other, 'user', 'Ada')
    await setHidden(other, true)
    await call(page, 'update', { name: 'Countess' })
    await waitBriefly()
    expect(await other.textContent('#user')).toBe('Ada')
    await setHidden(other, false)
    await expectText(other, 'user', 'Countess')
  })

  test('each request the session once after an update', async () => {
    const page = await site.openSignedIn()
    const others = [await site.open(), await site.open(), await site.open()]
    for (const other of others) await expectText(other, 'user', 'Ada')
    await waitBriefly()
    site.requests.length = 0
    await call(page, 'update', { name: 'Countess' })
    for (const other of others) await expectText(other, 'user', 'Countess')
    await waitBriefly()
    expect(site.count('GET session')).toBe(3)
    expect(site.count('POST session')).toBe(1)
  })
})

describe('a page that becomes visible again', () => {
  const site = new Site(() => ({ browser, ...getPage(19) }))

  test('requests the session once, however often this happens', async () => {
    const page = await site.openSignedIn()
    site.requests.length = 0
    for (let times = 0; times < 20; times++) await switchTabs(page)
    await waitBriefly()
    expect(site.requests).toEqual([])
    await passTime(page, 5_000)
    for (let times = 0; times < 20; times++) await switchTabs(page)
    await waitBriefly()
    expect(site.requests).toEqual(['GET session'])
  })

  test('notices that the session has ended', async () => {
    const page = await site.openSignedIn()
    await site.context?.clearCookies()
    await passTime(page, 5_000)
    await switchTabs(page)
    await expectText(page, 'status', 'unauthenticated')
  })

  test('does not request the session if `refetchOnWindowFocus` is false', async () => {
    const page = await site.openSignedIn({ refetchOnWindowFocus: false })
    site.requests.length = 0
    await passTime(page, 5_000)
    await switchTabs(page)
    await waitBriefly()
    expect(site.requests).toEqual([])
  })
})

describe('a page whose server is unavailable', () => {
  const site = new Site(() => ({ browser, ...getPage(19) }))

  test('keeps the session and sets an error if the server returns 503', async () => {
    const page = await site.openSignedIn({ refetchInterval: 0.2 })
    site.interfere = (req, res) => req.url === '/auth/session' && Boolean(res.writeHead(503).end('null'))
    await expectText(page, 'error', 'SessionUnavailable')
    expect(await page.textContent('#user')).toBe('Ada')
    expect(await page.textContent('#status')).toBe('authenticated')
    site.interfere = () => false
    await expectText(page, 'error', '')
  })

  test('keeps the session while offline and refetches it when online again', async () => {
    const page = await site.openSignedIn({ refetchInterval: 0.2 })
    await site.context?.setOffline(true)
    await expectText(page, 'error', 'SessionUnavailable')
    expect(await page.textContent('#user')).toBe('Ada')
    await site.context?.setOffline(false)
    await expectText(page, 'error', '')
    expect(await page.textContent('#user')).toBe('Ada')
  })

  test('does not refetch while offline if `refetchWhenOffline` is false', async () => {
    const page = await site.openSignedIn({ refetchInterval: 0.1, refetchWhenOffline: false })
    await site.context?.setOffline(true)
    await waitBriefly()
    expect(await page.textContent('#error')).toBe('')
  })

  test('does not redirect to the sign-in page', async () => {
    await site.openSignedIn()
    site.interfere = (req, res) => req.url === '/auth/session' && Boolean(res.writeHead(503).end('null'))
    const page = await site.open({ required: true })
    await expectText(page, 'error', 'SessionUnavailable')
    expect(await page.textContent('#status')).toBe('loading')
    expect(new URL(page.url()).pathname).toBe('/')
    site.interfere = () => false
    await expectText(page, 'user', 'Ada')
  })

  test('redirects to the error page if sign-in fails, or returns the error with `redirect: false`', async () => {
    const page = await site.open()
    await expectText(page, 'status', 'unauthenticated')
    site.interfere = (req, res) => req.url === '/auth/providers' && Boolean(res.writeHead(500).end('{}'))
    expect(await call(page, 'signIn', 'harbor', { redirect: false })).toMatchObject({
      ok: false,
      error: 'Configuration',
      status: 500,
    })
    await page.getByRole('button', { name: 'Harbor' }).click()
    await page.waitForURL(`${site.origin}/auth/error?error=Configuration`)
  })
})

describe('passkeys on a page of the app', () => {
  const site = new Site(() => ({ browser, ...getPage(19) }))

  test('work in a browser without the JSON methods of WebAuthn', async () => {
    const page = await site.open()
    await addVirtualAuthenticator(page)
    await page.evaluate(() => {
      Object.assign(PublicKeyCredential, {
        parseCreationOptionsFromJSON: undefined,
        parseRequestOptionsFromJSON: undefined,
      })
      Reflect.deleteProperty(PublicKeyCredential.prototype, 'toJSON')
    })
    const email = 'grace@example.com'
    await call(page, 'signIn', 'passkey', { action: 'register', email, redirect: false })
    await expectText(page, 'user', email)
    await call(page, 'signOut', { redirect: false })
    await call(page, 'signIn', 'passkey', { email, redirect: false })
    await expectText(page, 'user', email)
  })

  test('that are rejected return the error and do not change the session', async () => {
    const page = await site.open()
    await addVirtualAuthenticator(page, { isUserVerified: false })
    await expectText(page, 'status', 'unauthenticated')
    const registration = { action: 'register', email: 'grace@example.com' }
    expect(await call(page, 'signIn', 'passkey', { ...registration, redirect: false })).toEqual({
      error: 'NotAllowedError',
      code: undefined,
      status: 0,
      ok: false,
      url: null,
    })
    await expect(call(page, 'signIn', 'passkey', registration)).rejects.toThrow('NotAllowedError')
    expect(await call(page, 'signIn', 'passkey', { action: 'register', redirect: false })).toMatchObject({
      error: 'WebAuthnVerificationError',
      status: 400,
    })
    expect(await page.textContent('#status')).toBe('unauthenticated')
  })
})

describe('a page without a base path', () => {
  const site = new Site(() => ({ browser, ...getPage(19) }), '/api/auth')

  test('sends requests to /api/auth', async () => {
    const page = await site.context?.newPage()
    await page?.goto('/?options={}')
    if (!page) throw new Error('The browser context is not open.')
    await expectText(page, 'status', 'unauthenticated')
    await signInAsAda(page)
    await expectText(page, 'user', 'Ada')
  })
})
