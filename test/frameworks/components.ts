import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openContext, openTab } from './browser-contexts.js'
import type { ServedExample } from './example-site.js'

/** The examples whose page `/components` has the components of their framework. */
const withComponents = ['next', 'nuxt', 'sveltekit']

export function hasComponents({ example }: ServedExample): boolean {
  return withComponents.includes(example.example)
}

/** Registers tests of the components in a production build: they are rendered on the server and hydrated. */
export function testComponents(served: ServedExample): void {
  test('a visitor gets the sign-in form of the components, which leads to the provider and back', async () => {
    const visitor = await openTab(await openContext(served.site.origin))
    const messages = recordMessages(visitor.page)
    const html = await openPage(visitor.page)
    expect(html).toContain('Visitors only')
    expect(html).not.toContain('Members only')
    await visitor.page.getByRole('button', { name: 'Continue with Harbor' }).waitFor()
    expect(messages).toEqual([])
    await visitor.page.getByRole('button', { name: 'Continue with Harbor' }).click()
    await visitor.submitHarborForm()
    await visitor.page.getByRole('button', { name: 'Allow' }).click()
    await visitor.page.getByTestId('members').waitFor()
    expect(visitor.path).toBe('/components')
  })

  test('the components show a user at once, without a message in the console, and sign out', async () => {
    const user = await openTab(await openContext(served.site.origin))
    await user.open('/client')
    await user.signIn('ada@example.com')
    const messages = recordMessages(user.page)
    const html = await openPage(user.page)
    expect(html).toContain('Members only')
    expect(html).not.toContain('Visitors only')
    await user.page.waitForLoadState('networkidle')
    const button = user.page.locator('details.latchkey-user-button summary')
    await button.press('ArrowDown')
    await expect
      .poll(() => user.page.evaluate(() => document.activeElement?.textContent))
      .toBe('Manage account')
    expect(messages).toEqual([])
    await user.page.keyboard.press('End')
    await user.page.keyboard.press('Enter')
    await user.page.getByTestId('visitors').waitFor()
    expect(user.path).toBe('/components')
  })
}

/** Opens the page with the components. @returns what the server has rendered, without the data for the script */
async function openPage(page: Page): Promise<string> {
  const response = await page.goto('/components')
  return ((await response?.text()) ?? '').replace(/<script[\s\S]*?<\/script>/g, '')
}

function recordMessages(page: Page): string[] {
  const messages: string[] = []
  page.on('console', message => void (/favicon|404/.test(message.text()) || messages.push(message.text())))
  page.on('pageerror', error => void messages.push(String(error)))
  return messages
}
