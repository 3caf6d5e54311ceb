import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectRoot } from '../../tools/shared/gate.js'
import { startChromium } from '../support/chromium.js'
import { getFreePort } from '../support/free-port.js'
import { startSmtpServer } from '../support/smtp-server.js'
import { createProject, createTarball, removeFolders } from '../unit/bundle/packed.js'
import { auditPage, email, password, readEmail, submit } from './passwords-site.js'

const guide = readFileSync(join(projectRoot, 'docs/guides/getting-started.md'), 'utf8')
const heading = '### Add sign-up, an account page and pages for staff'
const [, code = ''] = /```js\n([\s\S]*?)```/.exec(guide.slice(guide.indexOf(heading))) ?? []

let smtp: Awaited<ReturnType<typeof startSmtpServer>>
let browser: Browser
let app: ChildProcess
let origin: string

beforeAll(async () => {
  smtp = await startSmtpServer({ isPlain: true })
  browser = await startChromium()
  const folder = await createProject(await createTarball(), ['kysely', 'libsql', 'nodemailer'])
  const port = await getFreePort()
  origin = `http://localhost:${port}`
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'app.js'), code.replace('listen(3000)', `listen(${port})`))
  app = spawn(process.execPath, ['app.js'], {
    cwd: folder,
    stdio: 'inherit',
    env: {
      ...process.env,
      NODE_ENV: 'development',
      AUTH_SECRET: 'a secret of more than 32 characters!',
      EMAIL_SERVER: smtp.plainUrl,
      ADMIN_EMAIL: email,
    },
  })
  await waitForServer()
}, 120_000)

afterAll(async () => {
  app?.kill()
  await once(app, 'exit')
  await Promise.all([browser.close(), smtp.close()])
  await removeFolders()
})

test('the app has less than 15 lines', () => {
  expect(code.split('\n').filter(line => line.trim() !== '' && !line.startsWith('//')).length).toBeLessThan(
    15,
  )
})

test('a visitor signs up, manages the account, and opens the pages for staff as administrator', async () => {
  const page = await browser.newPage({ baseURL: origin, reducedMotion: 'reduce' })
  await signUp(page, email)
  expect(await readEmail(page)).toBe(email)

  await page.goto('/auth/account')
  await page.fill('#name', 'Ada Lovelace')
  await page
    .locator('form', { has: page.locator('#name') })
    .locator('button[type=submit]')
    .click()
  await page.waitForURL('**/auth/account?**')
  expect(await page.inputValue('#name')).toBe('Ada Lovelace')
  await auditPage(page)

  await page.goto('/auth/admin')
  expect(await page.textContent('body')).toContain('Ada Lovelace')
  await auditPage(page)
})

test('another user sees no pages for staff', async () => {
  const page = await browser.newPage({ baseURL: origin, reducedMotion: 'reduce' })
  await signUp(page, 'grace@example.com')
  expect((await page.goto('/auth/account'))?.status()).toBe(200)
  expect((await page.goto('/auth/admin'))?.status()).toBe(404)
})

async function signUp(page: Page, address: string): Promise<void> {
  await page.goto('/auth/passwords/sign-up?callbackUrl=/auth/account')
  await page.fill('#email', address)
  await page.fill('#password', password)
  await submit(page)
  await page.waitForURL('**/passwords/sent?**')
  const { text = '' } = smtp.getLatestEmail()
  await page.goto(/http:\S+/.exec(text)?.[0] ?? '')
  await submit(page)
  await page.waitForURL('**/auth/account')
}

async function waitForServer(): Promise<void> {
  for (;;) {
    if (app.exitCode !== null) throw new Error(`The app ended with the exit code ${app.exitCode}.`)
    const response = await fetch(`${origin}/auth/providers`).catch(() => null)
    if (response?.ok) return
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}
