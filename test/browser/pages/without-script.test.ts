import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { NodeAuth } from 'latchkey/node'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { captureEmails } from '../../support/captured-emails.js'
import { startChromium } from '../../support/chromium.js'
import { credentials, twentyProviders } from './providers.js'
import { createAppConfig } from './test-app.js'

let browser: Browser
let site: Server
let origin: string
let context: BrowserContext
let foreign: string[]

const authorize = ({ email, password }: Record<string, unknown>) =>
  email === 'ada@example.com' && password === 'right' ? { id: '1', email } : null

const links = captureEmails({ id: 'email' })
const codes = captureEmails({ id: 'code', name: 'a code', oneTimeCode: true })

/** A provider that redirects to a second host before its consent page. */
const provider = createServer((req, res) => {
  const { hostname } = new URL(`http://${req.headers.host}`)
  if (hostname === '127.0.0.1') return void res.end('Consent?')
  res.writeHead(302, { location: `http://127.0.0.1:${getPort(provider)}/consent` }).end()
})

beforeAll(async () => {
  browser = await startChromium()
  await listen(provider)
  const harbor = { ...twentyProviders[0], authorization: `http://localhost:${getPort(provider)}/authorize` }
  const providers = [harbor, { ...credentials, authorize }, links.provider, codes.provider]
  const session = { strategy: 'jwt' } as const
  const auth = NodeAuth(createAppConfig({ adapter: MemoryAdapter(), session, providers }))
  site = createServer((req, res) => {
    if (req.url?.startsWith('/auth/')) return void auth(req, res)
    res.setHeader('content-type', 'text/html').end('<title>Home</title>')
  })
  await listen(site)
  origin = `http://localhost:${getPort(site)}`
})

beforeEach(async () => {
  await context?.close()
  context = await browser.newContext({ javaScriptEnabled: false })
  foreign = []
  context.on('request', request => {
    if (new URL(request.url()).origin !== origin) foreign.push(request.url())
  })
})

afterAll(async () => {
  await browser.close()
  for (const server of [site, provider]) {
    server.closeAllConnections()
    server.close()
  }
})

function listen(server: Server): Promise<void> {
  return new Promise(resolve => server.listen(0, () => resolve()))
}

function getPort(server: Server): number {
  return (server.address() as AddressInfo).port
}

const getSessionCookie = async () =>
  (await context.cookies()).find(({ name }) => name === 'authjs.session-token')

/** Opens the sign-in page, and says who signs in. */
async function openSecondStep(page: Page, callbackUrl: string): Promise<void> {
  await page.goto(`${origin}/auth/signin?callbackUrl=${callbackUrl}`)
  await page.getByLabel('Email address').fill('ada@example.com')
  await page.keyboard.press('Enter')
  await page.waitForURL(/step=methods/)
}

test('a user signs in and out, and no cross-origin request is sent', async () => {
  const page = await context.newPage()
  await openSecondStep(page, '/welcome')
  await page.getByLabel('Password').fill('right')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(`${origin}/welcome`)
  expect(await getSessionCookie()).toBeTruthy()

  await page.goto(`${origin}/auth/signout?callbackUrl=/bye`)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(`${origin}/bye`)
  expect(await getSessionCookie()).toBeUndefined()
  expect(foreign).toEqual([])
})

test('a wrong password shows an error, and the correct one signs in afterwards', async () => {
  const page = await context.newPage()
  await openSecondStep(page, '/welcome')
  await page.getByLabel('Password').fill('wrong')
  await page.keyboard.press('Enter')
  expect(await page.getByRole('alert').textContent()).toContain('The details are incorrect.')
  await page.getByLabel('Password').fill('right')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${origin}/welcome`)
})

test('the content security policy allows a provider that redirects to a second host', async () => {
  const page = await context.newPage()
  await page.goto(`${origin}/auth/signin`)
  await page.getByRole('button', { name: 'Sign in with Google' }).click()
  await page.waitForURL(`http://127.0.0.1:${getPort(provider)}/consent`)
  expect(await page.textContent('body')).toBe('Consent?')
})

test('sign-ins in two tabs both redirect to their own callback URL', async () => {
  const [one, other] = [await context.newPage(), await context.newPage()]
  await openSecondStep(one, '/one')
  await openSecondStep(other, '/other')
  for (const page of [one, other]) {
    await page.getByLabel('Password').fill('right')
    await page.keyboard.press('Enter')
    await page.waitForURL(/:\d+\/(?:one|other)$/)
  }
  expect([one.url(), other.url()]).toEqual([`${origin}/one`, `${origin}/other`])
})

/** Submits the form of an email provider. */
async function requestEmail(page: Page, provider: string): Promise<void> {
  await openSecondStep(page, '/welcome')
  await page.locator(`form[action$="/signin/${provider}"] button`).click()
  await page.waitForURL(/verify-request/)
}

test('a magic link signs in, in the browser that requested it', async () => {
  const page = await context.newPage()
  await requestEmail(page, 'email')
  expect(await page.textContent('h1')).toBe('Check your email')
  await page.goto(links.getLatestEmail().url)
  expect(page.url()).toBe(`${origin}/welcome`)
  expect(await getSessionCookie()).toBeTruthy()
})

test('a magic link opened in another browser shows a confirmation page, and pressing Enter signs in', async () => {
  const requesting = await browser.newContext({ javaScriptEnabled: false })
  await requestEmail(await requesting.newPage(), 'email')
  await requesting.close()
  const page = await context.newPage()
  await page.goto(links.getLatestEmail().url)
  expect(await page.textContent('h1')).toBe('Finish signing in')
  expect(await getSessionCookie()).toBeUndefined()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${origin}/welcome`)
  expect(await getSessionCookie()).toBeTruthy()
  expect(foreign).toEqual([])
})

test('the confirmation page of an unrequested magic link can be canceled', async () => {
  const page = await context.newPage()
  await page.goto(`${origin}/auth/callback/email?token=1&email=ada%40example.com`)
  await page.getByRole('link', { name: 'I didn’t request this' }).click()
  await page.waitForURL(`${origin}/`)
  expect(await getSessionCookie()).toBeUndefined()
})

test('a used magic link shows an error page that links to the sign-in page', async () => {
  const requesting = await browser.newContext({ javaScriptEnabled: false })
  const first = await requesting.newPage()
  await requestEmail(first, 'email')
  await first.goto(links.getLatestEmail().url)
  await requesting.close()
  const page = await context.newPage()
  await page.goto(links.getLatestEmail().url)
  await page.getByRole('button').press('Enter')
  await page.waitForURL(/auth\/error/)
  expect(await page.textContent('h1')).toBe('This link or code no longer works')
  await page.getByRole('link', { name: 'Sign in' }).press('Enter')
  await page.waitForURL(`${origin}/auth/signin`)
})

test('a wrong one-time code shows an error on the verify-request page, and the correct one signs in', async () => {
  const page = await context.newPage()
  await requestEmail(page, 'code')
  const { token } = codes.getLatestEmail()
  await page.keyboard.type(token === '00000000' ? '1' : '00000000')
  await page.keyboard.press('Enter')
  expect(await page.getByRole('alert').textContent()).toContain('The code is incorrect.')
  await page.keyboard.type(`${token.slice(0, 4)} ${token.slice(4)}`)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${origin}/welcome`)
  expect(await getSessionCookie()).toBeTruthy()
})
