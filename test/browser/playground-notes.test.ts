import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startChromium } from '../support/chromium.js'
import { type Playground, startPlayground } from '../support/playground.js'
import { submitIdentifier } from '../support/sign-in-form.js'
import { findViolations } from './pages/accessibility-audit.js'

const password = 'correct horse battery'

describe('the notes of the playground', () => {
  let playground: Playground
  let browser: Browser
  const contexts: BrowserContext[] = []

  beforeAll(async () => {
    playground = await startPlayground('database')
    browser = await startChromium()
  })

  afterEach(async () => {
    await Promise.all(contexts.splice(0).map(context => context.close()))
  })

  afterAll(async () => {
    await browser?.close()
    await playground?.dispose()
  })

  async function open(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({ baseURL: playground.origin, ...options })
    contexts.push(context)
    return context.newPage()
  }

  async function signUp(page: Page, email: string): Promise<void> {
    await page.goto('/')
    await page.click('main >> text=Sign up')
    await page.fill('#email', email)
    await page.fill('#password', password)
    await page.press('#password', 'Enter')
    await page.waitForURL('**/passwords/sent?**')
    await page.goto('/mailbox')
    await page.click(`.email:has-text("${email}") >> text=Open the link`)
    await page.click('button[type=submit]')
    await page.waitForURL('**/notes')
  }

  async function writeNote(page: Page, text: string): Promise<void> {
    await page.fill('textarea', text)
    await page.click('text=Save note')
  }

  function listNotes(page: Page): Promise<string[]> {
    return page.locator('article .text').allTextContents()
  }

  async function signOut(page: Page): Promise<void> {
    await page.click('text=Sign out')
    await page.click('#submitButton')
    await page.waitForURL(`${playground.origin}/`)
  }

  async function signIn(page: Page, email: string, entered = password): Promise<void> {
    await page.goto('/')
    await page.click('main >> text=Sign in')
    await submitIdentifier(page, email)
    await page.fill('[name=password]', entered)
    await page.press('[name=password]', 'Enter')
    await page.waitForURL('**/notes')
  }

  test.each([true, false])(
    'a new user signs up, writes a note, signs out, signs in and finds it (JavaScript: %s)',
    async javaScriptEnabled => {
      const email = `grace.${javaScriptEnabled}@example.com`
      const page = await open({ javaScriptEnabled })
      await signUp(page, email)
      expect(await page.textContent('body')).toContain('You have no notes yet')
      await writeNote(page, 'The moth is <b>in</b> relay 70.\nPanel F.')
      expect(await listNotes(page)).toEqual(['The moth is <b>in</b> relay 70.\nPanel F.'])

      await page.goto('/.well-known/change-password')
      expect(new URL(page.url()).pathname).toBe('/auth/passwords/change')
      expect(await page.locator('[autocomplete=new-password]').count()).toBe(1)

      await page.goto('/notes')
      await signOut(page)
      await page.goto('/notes')
      expect(new URL(page.url()).pathname).toBe('/auth/signin')
      await signIn(page, email)
      expect(await listNotes(page)).toEqual(['The moth is <b>in</b> relay 70.\nPanel F.'])

      await page.getByRole('button', { name: 'Delete the note' }).click()
      expect(await listNotes(page)).toEqual([])
    },
  )

  test('a user sees, and deletes, only their own notes', async () => {
    const ada = await open()
    await signIn(ada, 'ada@example.com', 'latchkey-demo')
    const notes = await listNotes(ada)
    expect(notes).toHaveLength(2)
    const id = (await ada.locator('[name=delete]').first().getAttribute('value')) ?? 'no note'

    const other = await open()
    await signUp(other, 'jean@example.com')
    expect(await listNotes(other)).toEqual([])
    const headers = { 'sec-fetch-site': 'same-origin' }
    await other.request.post('/notes', { form: { delete: id }, headers })
    await ada.reload()
    expect(await listNotes(ada)).toEqual(notes)
  })

  test('a form of another site writes no note', async () => {
    const page = await open()
    await signIn(page, 'ada@example.com', 'latchkey-demo')
    const notes = await listNotes(page)
    const headers = { 'sec-fetch-site': 'cross-site' }
    const response = await page.request.post('/notes', { form: { text: 'Forged' }, headers })
    expect(response.status()).toBe(403)
    await page.reload()
    expect(await listNotes(page)).toEqual(notes)
  })

  test.each(['light', 'dark'] as const)(
    'each page is accessible and fits 320 pixels (%s)',
    async colorScheme => {
      const email = `a.person.with.a.rather.long.email.address.${colorScheme}@example.com`
      const page = await open({ colorScheme, viewport: { width: 320, height: 640 } })
      const visit = async (path: string) => {
        await page.goto(path)
        expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320)
      }
      const audit = async (path: string) => {
        await visit(path)
        expect(await findViolations(page), path).toEqual([])
      }
      for (const path of ['/', '/mailbox', '/developer', '/missing']) await audit(path)
      await signUp(page, email)
      await writeNote(page, 'Pneumonoultramicroscopicsilicovolcanoconiosis'.repeat(3))
      await open().then(tab => signIn(tab, email))
      for (const path of ['/', '/notes', '/account', '/developer', '/mailbox']) await audit(path)
      // The audit cannot run in the frame of an email, which has no scripts.
      await visit((await page.locator('.email h2 a').first().getAttribute('href')) ?? '/no-email')
    },
  )
})
