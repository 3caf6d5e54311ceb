import { mkdirSync } from 'node:fs'
import { account } from 'latchkey/account'
import Google from 'latchkey/providers/google'
import Passkey from 'latchkey/providers/passkey'
import { twoFactor } from 'latchkey/two-factor'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { selectStrategies } from '../support/fire.js'
import { addVirtualAuthenticator } from '../support/virtual-authenticator.js'
import { auditPage, email, PasswordsSite, readEmail, submit } from './passwords-site.js'

const otherEmail = 'ada@work.example'

let site: PasswordsSite

beforeAll(async () => {
  site = await PasswordsSite.start()
})

afterEach(async () => {
  vi.useRealTimers()
  await site.closeWindows()
})

afterAll(async () => {
  await site?.stop()
})

describe.each(selectStrategies('jwt'))('the account page in Chromium with the %s strategy', strategy => {
  beforeEach(() => {
    site.configure(
      strategy,
      {},
      {
        plugins: [account(), twoFactor()],
        providers: [Google({ clientId: 'id', clientSecret: 'secret' }), Passkey()],
      },
    )
  })

  const clickButton = (page: Page, section: string, name: string | RegExp) =>
    page.locator(`#${section}`).getByRole('button', { name }).click()

  async function openAccount(options: BrowserContextOptions = {}): Promise<Page> {
    const page = await site.open(options)
    await site.signUp(page)
    await page.goto('/auth/account?callbackUrl=/home')
    return page
  }

  describe.each([
    ['with JavaScript', { javaScriptEnabled: true }],
    ['without JavaScript', { javaScriptEnabled: false }],
  ])('%s', (_, options) => {
    test('a user changes the name, and an error stays on the page', async () => {
      const page = await openAccount(options)
      await page.fill('#name', 'Ada Lovelace')
      await clickButton(page, 'account-profile', 'Save profile')
      await page.getByRole('status').waitFor()
      expect(await page.inputValue('#name')).toBe('Ada Lovelace')
      await page.fill('#image', 'http://example.com/ada.png')
      await clickButton(page, 'account-profile', 'Save profile')
      expect(await page.getByRole('alert').first().textContent()).toContain('https://')
    })

    test('a user adds an address, makes it primary, and undoes it from the old one', async () => {
      const page = await openAccount(options)
      await page.fill('#new-email', otherEmail)
      await clickButton(page, 'account-emails', 'Add email address')
      await page.getByRole('status').waitFor()
      await page.goto(site.getLink(otherEmail))
      await submit(page)
      await page.waitForURL('**/account?**')
      await clickButton(page, 'account-emails', /Make primary/)
      await page.getByText('Your changes are saved.').waitFor()
      expect(await readEmail(page)).toBe(otherEmail)
      const undo = await site.open(options)
      await undo.goto(site.getLink(email))
      await submit(undo)
      await undo.getByText('The change is undone').waitFor()
      expect(await readEmail(page)).toBeNull()
    })

    test('a user signs out of another browser, after confirming who they are', async () => {
      vi.useFakeTimers({ toFake: ['Date'] })
      const page = await openAccount(options)
      const other = await site.open(options)
      await other.goto('/auth/passwords/sign-in')
      await other.fill('#email', email)
      await other.fill('#password', 'correct horse battery')
      await submit(other)
      vi.setSystemTime(Date.now() + 20 * 60_000)
      await page.reload()
      await clickButton(page, 'account-sessions', 'Sign out everywhere else')
      await page.waitForURL('**/step-up?**')
      await page.getByRole('link', { name: /password/i }).click()
      await page.fill('#password', 'correct horse battery')
      await submit(page)
      await page.waitForURL('**/account**')
      await clickButton(page, 'account-sessions', 'Sign out everywhere else')
      await page.getByText('Your changes are saved.').waitFor()
      expect(await readEmail(other)).toBeNull()
      expect(await readEmail(page)).toBe(email)
    })

    test('a user deletes the account', async () => {
      const page = await openAccount(options)
      await page.getByRole('link', { name: 'Delete account' }).click()
      await page.check('#confirmation')
      await submit(page)
      await page.getByText('Your account is deleted').waitFor()
      expect(await readEmail(page)).toBeNull()
      expect(await site.app.findUser()).toBeNull()
    })
  })

  test('a user adds a passkey, names it and removes it', async () => {
    const page = await openAccount()
    const { device, authenticatorId } = await addVirtualAuthenticator(page)
    const listCredentials = async () =>
      (await device.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length
    await clickButton(page, 'account-passkeys', 'Add a passkey')
    await page.getByText(/Added on/).waitFor()
    await page.locator('#account-passkeys summary').click()
    await page.fill('#account-passkeys details input[name=name]', 'My phone')
    await clickButton(page, 'account-passkeys', 'Rename')
    await page.getByText('My phone').first().waitFor()
    await clickButton(page, 'account-passkeys', 'Remove: My phone')
    await page.getByText('Sign in with your fingerprint').waitFor()
    // The page signals the passkeys of the user, so the passkey manager forgets the one that was removed.
    await vi.waitFor(async () => expect(await listCredentials()).toBe(0), 10_000)
  })

  test('the keyboard alone reaches and uses every control', async () => {
    const page = await openAccount()
    const names = new Set<string>()
    for (let step = 0; step < 60; step++) {
      await page.keyboard.press('Tab')
      names.add(
        await page.evaluate(
          () =>
            document.activeElement?.getAttribute('aria-label') ??
            document.activeElement?.textContent?.trim() ??
            '',
        ),
      )
    }
    for (const name of [
      'Save profile',
      'Add email address',
      'Connect: Google',
      'Sign out everywhere',
      'Delete account',
    ])
      expect([...names]).toContain(name)
  })

  test.each([
    ['light', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark' }],
    ['320 px wide', { viewport: { width: 320, height: 640 } }],
    ['Arabic', { locale: 'ar', viewport: { width: 320, height: 640 } }],
    ['German', { locale: 'de', viewport: { width: 1280, height: 800 } }],
  ] satisfies [string, BrowserContextOptions][])(
    'is accessible and fits the window: %s',
    async (name, options) => {
      const page = await site.open()
      await site.signUp(page)
      const context = await site.open({ ...options, storageState: await page.context().storageState() })
      await site.app.renameUser(`Ada ${'Lovelace-'.repeat(15)}`)
      await context.goto('/auth/account?callbackUrl=/home')
      await auditPage(context)
      await saveShot(context, `account-${name.replaceAll(' ', '-')}`)
      await context.goto('/auth/account/delete')
      await auditPage(context)
    },
  )
})

/** Screenshots are for people: `ACCOUNT_SHOTS` is the folder. */
async function saveShot(page: Page, name: string): Promise<void> {
  const folder = process.env['ACCOUNT_SHOTS']
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}
