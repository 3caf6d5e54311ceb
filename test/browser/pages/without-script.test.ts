import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { NodeAuth } from 'latchkey/node'
import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { launchChromium } from '../../support/chromium.js'
import { appConfig } from './front-door.js'
import { credentials, twenty } from './providers.js'

let browser: Browser
let site: Server
let origin: string
let context: BrowserContext
let foreign: string[]

const authorize = ({ email, password }: Record<string, unknown>) =>
  email === 'ada@example.com' && password === 'right' ? { id: '1', email } : null

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
  const auth = NodeAuth(appConfig({ providers: [harbor, { ...credentials, authorize }] }))
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
  await page.getByLabel('Email').fill('ada@example.com')
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
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password').fill('wrong')
  await page.keyboard.press('Enter')
  expect(await page.getByRole('alert').textContent()).toContain('Those details don’t match.')
  await page.getByLabel('Email').fill('ada@example.com')
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
    await page.getByLabel('Email').fill('ada@example.com')
    await page.getByLabel('Password').fill('right')
    await page.keyboard.press('Enter')
    await page.waitForURL(/:\d+\/(?:one|other)$/)
  }
  expect([one.url(), other.url()]).toEqual([`${origin}/one`, `${origin}/other`])
})
