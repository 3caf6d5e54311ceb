import type { Locator, Page } from 'playwright-core'
import { submitIdentifier } from '../support/sign-in-form.js'

const password = 'latchkey-demo'

/** The `data-testid` values of the examples, see examples/README.md. */
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
  | 'server-email'
  | 'server-password'
  | 'server-sign-in'
  | 'server-sign-out'

/** A browser tab that shows an example. */
export class BrowserTab {
  constructor(readonly page: Page) {}

  part(name: Part): Locator {
    return this.page.getByTestId(name)
  }

  /** The text that the server rendered for the user. */
  async user(): Promise<string | null> {
    return this.part('user').textContent()
  }

  /** The path and query of the page. */
  get path(): string {
    const { pathname, search } = new URL(this.page.url())
    return pathname + search
  }

  async open(path: string): Promise<void> {
    await this.page.goto(path)
  }

  /** Follows a navigation link of the app. */
  async goTo(name: 'home' | 'protected' | 'account' | 'client'): Promise<void> {
    await this.part(`to-${name}`).click()
    await this.page.waitForURL(url => url.pathname === (name === 'home' ? '/' : `/${name}`))
  }

  /** Waits until an element has this text. */
  async expectText(part: Part, text: string): Promise<void> {
    await this.part(part)
      .and(this.page.getByText(text, { exact: true }))
      .waitFor()
  }

  /** Submits the password form of the sign-in page. */
  async signInWithPassword(email: string, entered = password): Promise<void> {
    await this.submitIdentifier(email)
    const form = this.page.locator('form[action$="/callback/credentials"]')
    if (await form.locator('[name=email]').isVisible()) await form.locator('[name=email]').fill(email)
    await form.locator('[name=password]').fill(entered)
    await form.locator('button').click()
  }

  /** Says who signs in, if several methods of the example share the field. */
  async submitIdentifier(email: string): Promise<void> {
    await this.isAtSignIn()
    if (await this.page.isVisible('[name=identifier]')) await submitIdentifier(this.page, email)
  }

  /** Waits for the sign-in page. A page may also redirect to it by script. */
  async isAtSignIn(): Promise<void> {
    await this.page
      .locator('form[action$="/auth/signin"], form[action$="/callback/credentials"]')
      .first()
      .waitFor()
  }

  /** Signs in as Grace at Harbor, starting from the sign-in page. */
  async signInAtHarbor(): Promise<void> {
    await this.goToHarbor()
    await this.submitHarborForm()
    await this.page.getByRole('button', { name: 'Allow' }).click()
  }

  /** Opens the login page of Harbor, starting from the sign-in page. */
  async goToHarbor(): Promise<void> {
    const { origin } = new URL(this.page.url())
    await this.page.locator('form[action$="/signin/harbor"] button').click()
    await this.page.waitForURL(url => url.origin !== origin)
  }

  /** Submits the login form of Harbor as Grace. The first time in a browser, the consent page follows. */
  async submitHarborForm(): Promise<void> {
    const form = this.page.locator('body.harbor form')
    await form.locator('[name=email]').fill('grace@example.com')
    await form.locator('[name=password]').fill(password)
    await form.getByRole('button', { name: 'Continue' }).click()
  }

  /** Submits the email form of the sign-in page. */
  async requestEmail(email: string): Promise<void> {
    await this.submitIdentifier(email)
    const form = this.page.locator('form[action$="/signin/nodemailer"]')
    if (await form.locator('[name=email]').isVisible()) await form.locator('[name=email]').fill(email)
    await form.locator('button').click()
  }

  /** Creates a passkey for a new user on the sign-in page. */
  async createPasskey(email: string): Promise<void> {
    await this.submitIdentifier(email)
    await this.page.click('[data-register]')
  }

  /** Signs in with a password, starting from any page of a signed-out visitor. */
  async signIn(email: string): Promise<void> {
    await this.part('sign-in').click()
    await this.signInWithPassword(email)
    await this.expectText('user', email)
  }

  /** Signs in with a password by a server function, on the page of the browser's session. */
  async signInOnServer(email: string): Promise<void> {
    await this.part('server-email').fill(email)
    await this.part('server-password').fill(password)
    await this.part('server-sign-in').click()
    await this.expectText('client-user', email)
  }

  async signOut(): Promise<void> {
    await this.part('sign-out').click()
    await this.page.waitForURL(url => url.pathname === '/')
    await this.expectText('user', 'Not signed in')
  }
}
