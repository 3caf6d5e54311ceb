import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { NodeAuth, type NodeAuthConfig } from 'latchkey/node'
import type { Browser, BrowserContext, Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { readBlock } from '../recipes/page.js'
import { ada, credentials, secret } from '../support/app.js'
import { type Certificate, createCertificate } from '../support/certificate.js'
import { startChromium } from '../support/chromium.js'
import { listen } from '../support/serve.js'

vi.stubEnv('AUTH_GITHUB_ID', 'client')
vi.stubEnv('AUTH_GITHUB_SECRET', 'client secret')
vi.stubEnv('EMBEDDERS', 'https://portal.localhost:* https://partner.localhost:*')
const { allowFrames, createFrameCookies } = await import('../recipes/iframe.js')
const script = readBlock('recipes/iframe.md', 'js')
const framePage = `<p id="user"></p><button>Continue</button><script>${script}</script>`
const signedInPage = readBlock('recipes/iframe.md', 'html')

let [browser, certificate]: [Browser | null, Certificate | null] = [null, null]
beforeAll(async () => {
  certificate = createCertificate()
  browser = await startChromium()
})
afterAll(() => browser?.close())

/** The origins of the app, of two sites that can show it in a frame and of one that cannot. Browsers find all names below `localhost` on this machine. */
interface Sites {
  readonly app: string
  readonly portal: string
  readonly partner: string
  readonly other: string
}

/** Serves the app, and the sites that show the page named by their path in a frame. */
async function serveSites(cookies: NodeAuthConfig['cookies']): Promise<Sites> {
  const auth = NodeAuth({ providers: [credentials], secret, trustHost: true, cookies })
  const { key = '', cert = '' } = certificate ?? {}
  const identity = { key: readFileSync(key), cert: readFileSync(cert) }
  const server = createServer(identity, (req, res) => {
    const { url = '/', headers } = req
    const isApp = headers.host?.startsWith('app.')
    if (isApp && url.startsWith('/auth/')) return void auth(req, res)
    const frame = `<iframe src="https://${headers.host?.replace(/^\w+/, 'app')}${url}"></iframe>`
    const policy = Object.fromEntries(isApp ? allowFrames(new Response()).headers : [])
    res.writeHead(200, { ...policy, 'content-type': 'text/html' })
    res.end(isApp ? (url === '/signed-in' ? signedInPage : framePage) : frame)
  })
  const { origin, close } = await listen(server, 'https')
  onTestFinished(close)
  const getOrigin = (name: string) => origin.replace('localhost', `${name}.localhost`)
  const [portal, partner] = [getOrigin('portal'), getOrigin('partner')]
  return { app: getOrigin('app'), portal, partner, other: getOrigin('other') }
}

async function openContext(): Promise<BrowserContext> {
  if (!browser) throw new Error('The browser was not started.')
  const context = await browser.newContext({ ignoreHTTPSErrors: true })
  onTestFinished(() => context.close())
  return context
}

/** Opens a page, in which the browser blocks third-party cookies. */
async function openBlockingPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  const device = await context.newCDPSession(page)
  await device.send('Network.enable')
  await device.send('Network.setCookieControls', { enableThirdPartyCookieRestriction: true })
  return page
}

/** Answers the question of the browser as the user, who has visited the app. */
async function grantStorageAccess(page: Page, origin: string, embeddedOrigin: string): Promise<void> {
  const device = await page.context().newCDPSession(page)
  const { browserContextId = '' } = (await device.send('Target.getTargetInfo')).targetInfo
  const permission = { name: 'storage-access' }
  const query = { permission, setting: 'granted', origin, embeddedOrigin, browserContextId } as const
  await device.send('Browser.setPermission', query)
}

async function openFrame(page: Page, site: string): Promise<Frame> {
  await page.goto(`${site}/`)
  const frame = page.frames()[1]
  if (!frame) throw new Error('The page has no frame.')
  return frame
}

/** Returns the name that the page shows once it has read the session. */
async function readUser(frame: Frame): Promise<string> {
  const locator = frame.locator('#user:not(:empty)')
  return (await locator.textContent()) ?? ''
}

async function submitPassword(page: Page): Promise<void> {
  await page.fill('[name=email]', ada.email)
  await page.fill('[name=password]', ada.password)
  await page.keyboard.press('Enter')
}

async function signInOutside(context: BrowserContext, app: string): Promise<void> {
  const page = await context.newPage()
  await page.goto(`${app}/auth/signin?callbackUrl=/`)
  await submitPassword(page)
  await page.waitForURL(`${app}/`)
}

/** Signs in as a form in the frame does. @returns where the sign-in leads */
function signInInside(frame: Frame): Promise<string> {
  return frame.evaluate(async fields => {
    const { csrfToken } = await (await fetch('/auth/csrf')).json()
    const response = await fetch('/auth/callback/credentials', {
      method: 'POST',
      body: new URLSearchParams({ ...fields, csrfToken }),
      headers: { 'x-auth-return-redirect': '1' },
    })
    return (await response.json()).url
  }, ada)
}

const settings = [
  { cookies: 'default', blocks: false, outside: 'visitor', inside: 'visitor', partner: 'visitor' },
  { cookies: 'default', blocks: true, outside: 'visitor', inside: 'visitor', partner: 'visitor' },
  { cookies: 'none', blocks: false, outside: 'Ada', inside: 'Ada', partner: 'Ada' },
  { cookies: 'none', blocks: true, outside: 'visitor', inside: 'visitor', partner: 'visitor' },
  { cookies: 'partitioned', blocks: false, outside: 'visitor', inside: 'Ada', partner: 'visitor' },
  { cookies: 'partitioned', blocks: true, outside: 'visitor', inside: 'Ada', partner: 'visitor' },
] as const

describe.each(settings)('$cookies cookies, third-party cookies blocked: $blocks', setting => {
  const cookies = setting.cookies === 'default' ? {} : createFrameCookies(setting.cookies === 'partitioned')

  test(`after a sign-in in a tab of the app, the frame shows ${setting.outside}`, async () => {
    const { app, portal } = await serveSites(cookies)
    const context = await openContext()
    const page = await (setting.blocks ? openBlockingPage(context) : context.newPage())
    await signInOutside(context, app)
    expect(await readUser(await openFrame(page, portal))).toBe(setting.outside)
  })

  test(`after a sign-in in the frame, it shows ${setting.inside}, and that of another site ${setting.partner}`, async () => {
    const { portal, partner } = await serveSites(cookies)
    const context = await openContext()
    const page = await (setting.blocks ? openBlockingPage(context) : context.newPage())
    const frame = await openFrame(page, portal)
    const target = await signInInside(frame)
    expect(target.includes('MissingCSRF')).toBe(setting.inside === 'visitor')
    expect(await readUser(await openFrame(page, portal))).toBe(setting.inside)
    expect(await readUser(await openFrame(page, partner))).toBe(setting.partner)
  })
})

describe('a sign-in in a popup', () => {
  test.each([false, true])('signs the frame in, third-party cookies blocked: %s', async blocks => {
    const { app, portal } = await serveSites(createFrameCookies(false))
    const context = await openContext()
    const page = await (blocks ? openBlockingPage(context) : context.newPage())
    await grantStorageAccess(page, portal, app)
    const frame = await openFrame(page, portal)
    expect(await readUser(frame)).toBe('visitor')
    const [popup] = await Promise.all([page.waitForEvent('popup'), frame.click('button')])
    await submitPassword(popup)
    await popup.waitForEvent('close')
    if (blocks) await frame.click('button')
    await expect.poll(() => readUser(frame)).toBe('Ada')
  })
})

describe('clickjacking', () => {
  test('a site that is not an embedder cannot show the app, and no site the pages of Latchkey', async () => {
    const { app, portal, other } = await serveSites(createFrameCookies(false))
    const page = await (await openContext()).newPage()
    for (const [url, shown] of [
      [`${portal}/`, `${app}/`],
      [`${other}/`, 'chrome-error://chromewebdata/'],
      [`${portal}/auth/signin`, 'chrome-error://chromewebdata/'],
    ] as const) {
      await page.goto(url)
      await expect.poll(() => page.frames()[1]?.url()).toBe(shown)
    }
  })
})
