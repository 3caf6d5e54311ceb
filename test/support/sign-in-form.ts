import type { Page } from 'playwright-core'

/** Says who signs in on the first step of the sign-in page, and waits for the second one. */
export async function submitIdentifier(page: Page, identifier: string): Promise<void> {
  await page.fill('[name=identifier]', identifier)
  await page.press('[name=identifier]', 'Enter')
  await page.waitForURL(/step=methods/)
}
