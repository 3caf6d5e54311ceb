import { createReadStream, existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { createInMemoryProvider } from 'latchkey/testing'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startChromium } from '../support/chromium.js'
import { getFreePort } from '../support/free-port.js'
import { serve } from '../support/serve.js'
import { clientFolder, loadAstroApp } from './astro-app.js'

const createListener = await loadAstroApp()
const closers: (() => unknown)[] = []
let page: Page
let origin: string

beforeAll(async () => {
  const port = await getFreePort()
  const op = createInMemoryProvider({ issuer: `http://localhost:${port}` })
  const provider = createServer((req, res) => void op.listener(req, res)).listen(port)
  const handle = createListener({
    providers: [op.provider()],
    secret: 'a secret of the tests of the client router',
    trustHost: true,
    logger: { error: () => {}, warn: () => {} },
  })
  const app = await serve((req, res) => {
    const file = join(clientFolder, new URL(req.url ?? '/', 'http://localhost').pathname)
    if (!/\.js$/.test(file) || !existsSync(file)) return handle(req, res)
    res.writeHead(200, { 'content-type': 'text/javascript' })
    createReadStream(file).pipe(res)
  })
  origin = app.origin
  const browser = await startChromium()
  page = await browser.newPage()
  closers.push(
    () => browser.close(),
    () => app.close(),
    () => provider.close(),
  )
}, 60_000)

afterAll(async () => {
  for (const close of closers) await close()
})

test('a form and a link of the guide leave the router of Astro, and sign in and out', async () => {
  await page.goto(`${origin}/client-router`, { waitUntil: 'networkidle' })
  expect(await page.textContent('p')).toBe('visitor')
  await page.click('#sign-in')
  await page.waitForURL(`${origin}/auth/signin*`)
  expect(
    await page.evaluate(() => document.querySelector('[name=astro-view-transitions-enabled]')),
  ).toBeNull()
  await page.goto(`${origin}/client-router`, { waitUntil: 'networkidle' })
  await page.click('#sign-in-form button')
  await page.click('[value=ada-0001]')
  await page.waitForFunction(() => document.querySelector('p')?.textContent === 'ada@example.com')
  expect(page.url()).toBe(`${origin}/client-router`)
  await page.click('#sign-out-form button')
  await page.waitForFunction(() => document.querySelector('p')?.textContent === 'visitor')
}, 60_000)
