import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { NodeAuth } from 'latchkey/node'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { launchChromium } from '../../support/chromium.js'
import { postOffice } from '../../support/post-office.js'
import { appConfig } from './front-door.js'
import { credentials, twenty } from './providers.js'

let browser: Browser
let site: Server
let origin: string
let context: BrowserContext
let foreign: string[]

const authorize = ({ email, password }: Record<string, unknown>) =>
  email === 'ada@example.com' && password === 'right' ? { id: '1', email } : null

const links = postOffice({ id: 'email' })
const codes = postOffice({ id: 'code', name: 'a code', code: true })

/** A service that sends the visitor over a second host before it asks anything. */
const service = createServer((req, res) => {
  const { hostname } = new URL(`http://${req.headers.host}`)
  if (hostname === '127.0.0.1') return void res.end('Consent?')
  res.writeHead(302, { location: `http://127.0.0.1:${portOf(service)}/consent` }).end()
})

beforeAll(async () => {
  browser = await launchChromium()
  await listen(service)
  const harbor = { ...twenty[0], authorization: `http://localhost:${portOf(service)}/authorize` }
  const providers = [harbor, { ...credentials, authorize }, links.provider, codes.provider]
  const session = { strategy: 'jwt' } as const
  const auth = NodeAuth(appConfig({ adapter: MemoryAdapter(), session, providers }))
  site = createServer((req, res) => {
    if (req.url?.startsWith('/auth/')) return void auth(req, res)
    res.setHeader('content-type', 'text/html').end('<title>Home</title>')
  })
  await listen(site)
  origin = `http://localhost:${portOf(site)}`
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
  for (const server of [site, service]) {
    server.closeAllConnections()
    server.close()
  }
})

function listen(server: Server): Promise<void> {
  return new Promise(resolve => server.listen(0, () => resolve()))
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}

const sessionCookie = async () =>
  (await context.cookies()).find(({ name }) => name === 'authjs.session-token')

test('one signs in and out, and no request leaves the site', async () => {
  const page = await context.newPage()
  await page.goto(`${origin}/auth/signin?callbackUrl=/welcome`)
  await page.getByLabel('Email', { exact: true }).fill('ada@example.com')
  await page.getByLabel('Password').fill('right')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(`${origin}/welcome`)
  expect(await sessionCookie()).toBeTruthy()

  await page.goto(`${origin}/auth/signout?callbackUrl=/bye`)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(`${origin}/bye`)
  expect(await sessionCookie()).toBeUndefined()
  expect(foreign).toEqual([])
})

test('a wrong password is said, and the next try works', async () => {
  const page = await context.newPage()
  await page.goto(`${origin}/auth/signin?callbackUrl=/welcome`)
  await page.getByLabel('Email', { exact: true }).fill('ada@example.com')
  await page.getByLabel('Password').fill('wrong')
  await page.keyboard.press('Enter')
  expect(await page.getByRole('alert').textContent()).toContain('Those details don’t match.')
  await page.getByLabel('Email', { exact: true }).fill('ada@example.com')
  await page.getByLabel('Password').fill('right')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${origin}/welcome`)
})

test('a button leads to its service, also over a second host, for the policy of our page lets it', async () => {
  const page = await context.newPage()
  await page.goto(`${origin}/auth/signin`)
  await page.getByRole('button', { name: 'Sign in with Google' }).click()
  await page.waitForURL(`http://127.0.0.1:${portOf(service)}/consent`)
  expect(await page.textContent('body')).toBe('Consent?')
})

test('two tabs at the same time both get where they wanted to go', async () => {
  const [one, other] = [await context.newPage(), await context.newPage()]
  await one.goto(`${origin}/auth/signin?callbackUrl=/one`)
  await other.goto(`${origin}/auth/signin?callbackUrl=/other`)
  for (const page of [one, other]) {
    await page.getByLabel('Email', { exact: true }).fill('ada@example.com')
    await page.getByLabel('Password').fill('right')
    await page.keyboard.press('Enter')
    await page.waitForURL(/:\d+\/(?:one|other)$/)
  }
  expect([one.url(), other.url()]).toEqual([`${origin}/one`, `${origin}/other`])
})

/** Types an address into the form of a mail provider, and presses Enter. */
async function askForMail(page: Page, provider: string): Promise<void> {
  await page.goto(`${origin}/auth/signin?callbackUrl=/welcome`)
  await page.locator(`#input-email-for-${provider}-provider`).fill('ada@example.com')
  await page.keyboard.press('Enter')
  await page.waitForURL(/verify-request/)
}

test('a link that was mailed signs in, in the browser that asked for it', async () => {
  const page = await context.newPage()
  await askForMail(page, 'email')
  expect(await page.textContent('h1')).toBe('Check your email')
  await page.goto(links.letter().url)
  expect(page.url()).toBe(`${origin}/welcome`)
  expect(await sessionCookie()).toBeTruthy()
})

test('elsewhere the link asks first, and Enter on the button signs in', async () => {
  const asking = await browser.newContext({ javaScriptEnabled: false })
  await askForMail(await asking.newPage(), 'email')
  await asking.close()
  const page = await context.newPage()
  await page.goto(links.letter().url)
  expect(await page.textContent('h1')).toBe('Finish signing in')
  expect(await sessionCookie()).toBeUndefined()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${origin}/welcome`)
  expect(await sessionCookie()).toBeTruthy()
  expect(foreign).toEqual([])
})

test('a link that nobody asked for is left by the other way out', async () => {
  const page = await context.newPage()
  await page.goto(`${origin}/auth/callback/email?token=1&email=ada%40example.com`)
  await page.getByRole('link', { name: 'I didn’t ask for this' }).click()
  await page.waitForURL(`${origin}/`)
  expect(await sessionCookie()).toBeUndefined()
})

test('a link that was used says so, and the next step leads back to the sign-in page', async () => {
  const page = await context.newPage()
  await askForMail(page, 'email')
  await page.goto(links.letter().url)
  await page.goto(links.letter().url)
  expect(await page.textContent('h1')).toBe('This link or code no longer works')
  await page.getByRole('link', { name: 'Sign in' }).press('Enter')
  await page.waitForURL(`${origin}/auth/signin`)
})

test('a code is typed where one waits: a wrong one is said, and the right one signs in', async () => {
  const page = await context.newPage()
  await askForMail(page, 'code')
  const { token } = codes.letter()
  await page.keyboard.type(token === '00000000' ? '1' : '00000000')
  await page.keyboard.press('Enter')
  expect(await page.getByRole('alert').textContent()).toContain('That code is wrong.')
  await page.keyboard.type(`${token.slice(0, 4)} ${token.slice(4)}`)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${origin}/welcome`)
  expect(await sessionCookie()).toBeTruthy()
})
