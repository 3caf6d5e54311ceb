import type { Locator, Page } from 'playwright-core'

const password = 'latchkey-demo'

/** What a page of an example has, by the names of examples/README.md. */
export type Part =
  | 'user'
  | 'name'
  | 'sign-in'
  | 'sign-out'
  | 'to-home'
  | 'to-protected'
  | 'to-account'
  | 'to-client'
  | 'protected'
  | 'account'
  | 'client-user'
  | 'client-name'
  | 'new-name'
  | 'update'

/** A tab of a browser with an example in it. */
export class BrowserTab {
  constructor(readonly page: Page) {}

  part(name: Part): Locator {
    return this.page.getByTestId(name)
  }

  /** Who is there, as the server says. */
  async user(): Promise<string | null> {
    return this.part('user').textContent()
  }

  /** Path and query of the page. */
  get path(): string {
    const { pathname, search } = new URL(this.page.url())
    return pathname + search
  }

  async open(path: string): Promise<void> {
    await this.page.goto(path)
  }

  /** By the app's own link. */
  async goTo(place: 'home' | 'protected' | 'account' | 'client'): Promise<void> {
    await this.part(`to-${place}`).click()
    await this.page.waitForURL(url => url.pathname === (place === 'home' ? '/' : `/${place}`))
  }

  /** Waits until a part says this. */
  async expectText(part: Part, text: string): Promise<void> {
    await this.part(part)
      .and(this.page.getByText(text, { exact: true }))
      .waitFor()
  }

  /** From the sign-in page. */
  async signInWithPassword(email: string): Promise<void> {
    const form = this.page.locator('form[action$="/callback/credentials"]')
    await form.locator('[name=email]').fill(email)
    await form.locator('[name=password]').fill(password)
    await form.locator('button').click()
  }

  /** Until the sign-in page is there; where a page leads to it by script, its first answer is not the last. */
  async isAtSignIn(): Promise<void> {
    await this.page.locator('form[action$="/callback/credentials"]').waitFor()
  }

  /** From the sign-in page, through the pages of Harbor, as Grace. */
  async signInAtHarbor(): Promise<void> {
    await this.goToHarbor()
    await this.submitHarborForm()
    await this.page.getByRole('button', { name: 'Allow' }).click()
  }

  /** From the sign-in page; ends where Harbor asks who one is. */
  async goToHarbor(): Promise<void> {
    const { origin } = new URL(this.page.url())
    await this.page.locator('form[action$="/signin/harbor"] button').click()
    await this.page.waitForURL(url => url.origin !== origin)
  }

  /** Tells Harbor that one is Grace; the first time in a browser it asks then whether the app may know. */
  async submitHarborForm(): Promise<void> {
    const form = this.page.locator('body.harbor form')
    await form.locator('[name=email]').fill('grace@example.com')
    await form.locator('[name=password]').fill(password)
    await form.getByRole('button', { name: 'Continue' }).click()
  }

  /** From the sign-in page. */
  async requestEmail(email: string): Promise<void> {
    const form = this.page.locator('form[action$="/signin/nodemailer"]')
    await form.locator('[name=email]').fill(email)
    await form.locator('button').click()
  }

  /** From the sign-in page, as somebody new. */
  async createPasskey(email: string): Promise<void> {
    await this.page.fill('#input-email-for-passkey-provider', email)
    await this.page.click('[data-register]')
  }

  /** From any page of a stranger. */
  async signIn(email: string): Promise<void> {
    await this.part('sign-in').click()
    await this.signInWithPassword(email)
    await this.expectText('user', email)
  }

  async signOut(): Promise<void> {
    await this.part('sign-out').click()
    await this.page.waitForURL(url => url.pathname === '/')
    await this.expectText('user', 'nobody')
  }
}
