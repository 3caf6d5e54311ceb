import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchChromium } from '../../support/chromium.js'
import { plugIn } from '../../support/device.js'
import { call, drawAgain, Site, script, shows, signInAsAda } from './site.js'

let browser: Browser
const scripts = new Map<number, string>()

beforeAll(async () => {
  browser = await launchChromium()
  for (const major of [18, 19] as const) scripts.set(major, await script(major))
})

afterAll(() => browser?.close())

const aMoment = () => new Promise(resolve => setTimeout(resolve, 300))

/** The visitor looks at another tab, and comes back to this one. */
async function lookAway(page: Page): Promise<void> {
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

describe.each([18, 19])('a page with React %i', major => {
  const site = new Site(() => ({ browser, script: scripts.get(major) ?? '' }))

  test('signs in with a password and stays, is told why a wrong one is wrong, and signs out', async () => {
    const page = await site.open()
    await shows(page, 'status', 'unauthenticated')
    expect(site.asked).toEqual(['GET session'])
    const wrong = { email: 'a@b.example', password: 'wrong', redirect: false }
    expect(await call(page, 'signIn', 'credentials', wrong)).toMatchObject({
      error: 'CredentialsSignin',
      code: 'credentials',
      ok: false,
      url: null,
    })
    expect(await signInAsAda(page)).toMatchObject({ ok: true, url: page.url() })
    expect(await page.textContent('#who')).toBe('Ada')
    await call(page, 'signOut', { redirect: false })
    expect(await page.textContent('#status')).toBe('unauthenticated')
  })

  test('signs in at a provider, comes back to where it wanted to, signs out and is where it was', async () => {
    const page = await site.open()
    await shows(page, 'status', 'unauthenticated')
    await page.getByRole('button', { name: 'Harbor' }).click()
    await page.getByRole('button', { name: 'Grace Hopper' }).click()
    await page.waitForURL(`${site.origin}/?back`)
    await shows(page, 'who', 'Grace Hopper')
    const loaded = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await loaded
    await shows(page, 'status', 'unauthenticated')
    expect(page.url()).toBe(`${site.origin}/?back`)
  })

  test('shows what its server has rendered, asks for nothing, and React complains about nothing', async () => {
    await site.openSignedIn()
    site.asked.length = 0
    const page = await site.context?.newPage()
    if (!page) throw new Error('No page.')
    const complaints: string[] = []
    page.on('console', message => void complaints.push(message.text()))
    page.on('pageerror', error => void complaints.push(String(error)))
    const options = encodeURIComponent(JSON.stringify({ basePath: '/auth' }))
    const answer = await page.goto(`/?rendered&options=${options}`)
    expect(await answer?.text()).toContain('<p id="who">Ada</p>')
    await page.waitForFunction(() => 'auth' in window)
    await shows(page, 'who', 'Ada')
    await aMoment()
    expect(site.asked).toEqual([])
    expect(complaints.filter(text => !/favicon|404|DevTools/.test(text))).toEqual([])
  })

  test('sends who is not signed in to the sign-in page, and gets them back', async () => {
    const page = await site.open({ required: true })
    await page.waitForURL(/\/auth\/signin\?/)
    const { searchParams } = new URL(page.url())
    expect(searchParams.get('error')).toBe('SessionRequired')
    await page.fill('#input-email-for-credentials-provider', 'ada@example.com')
    await page.fill('[name=password]', 'correct horse')
    await page.click('form[action$="/callback/credentials"] button')
    await shows(page, 'who', 'Ada')
    expect(new URL(page.url()).pathname).toBe('/')
  })

  test('may do something else with who is not signed in, and shows nothing of theirs', async () => {
    const page = await site.open({ required: true, handled: true })
    await shows(page, 'note', 'nobody is here')
    expect(await page.textContent('#status')).toBe('loading')
  })

  test('makes a passkey, and signs in with it', async () => {
    const page = await site.open()
    await plugIn(page)
    await shows(page, 'status', 'unauthenticated')
    const email = 'grace@example.com'
    expect(
      await call(page, 'signIn', 'passkey', { action: 'register', email, redirect: false }),
    ).toMatchObject({
      ok: true,
    })
    await shows(page, 'who', email)
    await call(page, 'signOut', { redirect: false })
    await shows(page, 'status', 'unauthenticated')
    expect(await call(page, 'signIn', 'passkey', { redirect: false })).toMatchObject({ ok: true })
    await shows(page, 'who', email)
  })
})

describe('a page', () => {
  const site = new Site(() => ({ browser, script: scripts.get(19) ?? '' }))

  test('where somebody failed to sign in lets them try again, and does not take the old failure for a new one', async () => {
    const page = await site.open()
    await page.goto('/?error=CredentialsSignin&code=credentials&keep')
    await shows(page, 'status', 'unauthenticated')
    expect(await signInAsAda(page)).toMatchObject({ ok: true, url: `${site.origin}/?keep=` })
  })

  test('is loaded anew when signing in leads to another place on it', async () => {
    const page = await site.open()
    await shows(page, 'status', 'unauthenticated')
    const loaded = page.waitForEvent('load')
    const fields = { email: 'ada@example.com', password: 'correct horse', redirectTo: `${page.url()}#there` }
    await call(page, 'signIn', 'credentials', fields).catch(() => 'the page was left')
    await loaded
    await shows(page, 'who', 'Ada')
    expect(page.url()).toMatch(/#there$/)
  })

  test('shows the session that its server gives it anew, and not again the one it gave before', async () => {
    const expires = new Date(Date.now() + 60_000).toISOString()
    const session = { user: { name: 'Ada' }, expires }
    const page = await site.open({ session: null })
    await shows(page, 'status', 'unauthenticated')
    await page.waitForFunction(() => 'draw' in window)
    await drawAgain(page, { session })
    await shows(page, 'who', 'Ada')
    await call(page, 'signOut', { redirect: false })
    await drawAgain(page, { session: { ...session } })
    await aMoment()
    expect(await page.textContent('#status')).toBe('unauthenticated')
  })

  test('that the browser kept asks again when somebody goes back to it', async () => {
    const page = await site.openSignedIn()
    await site.context?.clearCookies()
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await shows(page, 'status', 'unauthenticated')
  })
})

describe('tabs of one browser', () => {
  const site = new Site(() => ({ browser, script: scripts.get(19) ?? '' }))

  test('all show nobody when one signs out', async () => {
    const page = await site.openSignedIn()
    const other = await site.open()
    await shows(other, 'who', 'Ada')
    await call(page, 'signOut', { redirect: false })
    await shows(other, 'status', 'unauthenticated')
    expect(await other.textContent('#who')).toBe('')
  })

  test('all show who signed in, also at a provider', async () => {
    const [page, other] = [await site.open(), await site.open()]
    await shows(other, 'status', 'unauthenticated')
    await page.getByRole('button', { name: 'Harbor' }).click()
    await page.getByRole('button', { name: 'Grace Hopper' }).click()
    await shows(page, 'who', 'Grace Hopper')
    await shows(other, 'who', 'Grace Hopper')
  })

  test('all show what was updated', async () => {
    const page = await site.openSignedIn()
    const other = await site.open()
    await shows(other, 'who', 'Ada')
    expect(await call(page, 'update', { name: 'Countess' })).toMatchObject({ user: { name: 'Countess' } })
    await shows(page, 'who', 'Countess')
    await shows(other, 'who', 'Countess')
  })

  test('that nobody looks at wait until somebody does', async () => {
    const page = await site.openSignedIn()
    const other = await site.open()
    await shows(other, 'who', 'Ada')
    await setHidden(other, true)
    await call(page, 'update', { name: 'Countess' })
    await aMoment()
    expect(await other.textContent('#who')).toBe('Ada')
    await setHidden(other, false)
    await shows(other, 'who', 'Countess')
  })

  test('do not set each other off: each asks once', async () => {
    const page = await site.openSignedIn()
    const others = [await site.open(), await site.open(), await site.open()]
    for (const other of others) await shows(other, 'who', 'Ada')
    await aMoment()
    site.asked.length = 0
    await call(page, 'update', { name: 'Countess' })
    for (const other of others) await shows(other, 'who', 'Countess')
    await aMoment()
    expect(site.count('GET session')).toBe(3)
    expect(site.count('POST session')).toBe(1)
  })
})

describe('a page that is looked at again', () => {
  const site = new Site(() => ({ browser, script: scripts.get(19) ?? '' }))

  test('asks once, however often that happens', async () => {
    const page = await site.openSignedIn()
    site.asked.length = 0
    for (let times = 0; times < 20; times++) await lookAway(page)
    await aMoment()
    expect(site.asked).toEqual([])
    await new Promise(resolve => setTimeout(resolve, 5_000))
    for (let times = 0; times < 20; times++) await lookAway(page)
    await aMoment()
    expect(site.asked).toEqual(['GET session'])
  })

  test('sees that the session has ended meanwhile', async () => {
    const page = await site.openSignedIn()
    await site.context?.clearCookies()
    await new Promise(resolve => setTimeout(resolve, 5_000))
    await lookAway(page)
    await shows(page, 'status', 'unauthenticated')
  })

  test('does not ask when it was told not to', async () => {
    const page = await site.openSignedIn({ refetchOnWindowFocus: false })
    site.asked.length = 0
    await new Promise(resolve => setTimeout(resolve, 5_000))
    await lookAway(page)
    await aMoment()
    expect(site.asked).toEqual([])
  })
})

describe('a page whose server cannot be had', () => {
  const site = new Site(() => ({ browser, script: scripts.get(19) ?? '' }))

  test('keeps showing who is signed in when the server answers 503, and says that something is wrong', async () => {
    const page = await site.openSignedIn({ refetchInterval: 0.2 })
    site.interfere = (req, res) => req.url === '/auth/session' && Boolean(res.writeHead(503).end('null'))
    await shows(page, 'error', 'SessionUnavailable')
    expect(await page.textContent('#who')).toBe('Ada')
    expect(await page.textContent('#status')).toBe('authenticated')
    site.interfere = () => false
    await shows(page, 'error', '')
  })

  test('keeps showing who is signed in without a network, and asks again when it is back', async () => {
    const page = await site.openSignedIn({ refetchInterval: 0.2 })
    await site.context?.setOffline(true)
    await shows(page, 'error', 'SessionUnavailable')
    expect(await page.textContent('#who')).toBe('Ada')
    await site.context?.setOffline(false)
    await shows(page, 'error', '')
    expect(await page.textContent('#who')).toBe('Ada')
  })

  test('does not ask without a network when it was told not to', async () => {
    const page = await site.openSignedIn({ refetchInterval: 0.1, refetchWhenOffline: false })
    await site.context?.setOffline(true)
    await aMoment()
    expect(await page.textContent('#error')).toBe('')
  })

  test('sends nobody to the sign-in page because of it', async () => {
    await site.openSignedIn()
    site.interfere = (req, res) => req.url === '/auth/session' && Boolean(res.writeHead(503).end('null'))
    const page = await site.open({ required: true })
    await shows(page, 'error', 'SessionUnavailable')
    expect(await page.textContent('#status')).toBe('loading')
    expect(new URL(page.url()).pathname).toBe('/')
    site.interfere = () => false
    await shows(page, 'who', 'Ada')
  })

  test('goes to the error page when signing in fails, and says so when it stays', async () => {
    const page = await site.open()
    await shows(page, 'status', 'unauthenticated')
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
  const site = new Site(() => ({ browser, script: scripts.get(19) ?? '' }))

  test('work in a browser that knows no JSON', async () => {
    const page = await site.open()
    await plugIn(page)
    await page.evaluate(() => {
      Object.assign(PublicKeyCredential, {
        parseCreationOptionsFromJSON: undefined,
        parseRequestOptionsFromJSON: undefined,
      })
      Reflect.deleteProperty(PublicKeyCredential.prototype, 'toJSON')
    })
    const email = 'grace@example.com'
    await call(page, 'signIn', 'passkey', { action: 'register', email, redirect: false })
    await shows(page, 'who', email)
    await call(page, 'signOut', { redirect: false })
    await call(page, 'signIn', 'passkey', { email, redirect: false })
    await shows(page, 'who', email)
  })

  test('that are refused say why, and leave everything as it was', async () => {
    const page = await site.open()
    await plugIn(page, { isUserVerified: false })
    await shows(page, 'status', 'unauthenticated')
    const asked = { action: 'register', email: 'grace@example.com' }
    expect(await call(page, 'signIn', 'passkey', { ...asked, redirect: false })).toEqual({
      error: 'NotAllowedError',
      code: undefined,
      status: 0,
      ok: false,
      url: null,
    })
    await expect(call(page, 'signIn', 'passkey', asked)).rejects.toThrow('NotAllowedError')
    expect(await call(page, 'signIn', 'passkey', { action: 'register', redirect: false })).toMatchObject({
      error: 'WebAuthnVerificationError',
      status: 400,
    })
    expect(await page.textContent('#status')).toBe('unauthenticated')
  })
})

describe('a page that says nothing of its base path', () => {
  const site = new Site(() => ({ browser, script: scripts.get(19) ?? '' }), '/api/auth')

  test('asks at /api/auth', async () => {
    const page = await site.context?.newPage()
    await page?.goto('/?options={}')
    if (!page) throw new Error('No page.')
    await shows(page, 'status', 'unauthenticated')
    await signInAsAda(page)
    await shows(page, 'who', 'Ada')
  })
})
