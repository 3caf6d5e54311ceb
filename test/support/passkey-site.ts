import { MemoryAdapter } from 'latchkey/adapters/memory'
import { NodeAuth } from 'latchkey/node'
import Passkey from 'latchkey/providers/passkey'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { startChromium } from './chromium.js'
import { type ServedApp, serve } from './serve.js'
import { addVirtualAuthenticator, type VirtualAuthenticator } from './virtual-authenticator.js'

/** A user with a browser context and a virtual authenticator. */
export interface PasskeyUser extends VirtualAuthenticator {
  readonly context: BrowserContext
  readonly page: Page
}

/** The default email for registrations. */
export const defaultEmail = 'grace@example.com'

/** A site with passkeys: one browser and one server for all tests of a file. */
export class PasskeySite {
  /** Replaced before each test. */
  store = MemoryAdapter()
  #browser: Browser | null = null
  #server: ServedApp | null = null
  readonly #users: PasskeyUser[] = []

  /** Registers the hooks. Call it in a `describe`. */
  constructor(strategy: 'jwt' | 'database', passkey = Passkey()) {
    beforeAll(async () => {
      this.#browser = await startChromium()
      this.#server = await serve((req, res) =>
        req.url?.startsWith('/auth/') ? void this.#auth(strategy, passkey)(req, res) : void res.end('home'),
      )
    })
    beforeEach(() => {
      this.store = MemoryAdapter()
      return async () => {
        await Promise.all(this.#users.splice(0).map(({ context }) => context.close()))
      }
    })
    afterAll(async () => {
      await this.#browser?.close()
      await this.#server?.close()
    })
  }

  #auth(strategy: 'jwt' | 'database', passkey: ReturnType<typeof Passkey>) {
    return NodeAuth({
      secret: 'a secret of more than 32 characters!',
      trustHost: true,
      adapter: this.store,
      session: { strategy },
      providers: [passkey],
      logger: { error() {}, warn() {}, debug() {} },
    })
  }

  get origin(): string {
    return this.#server?.origin ?? ''
  }

  get browser(): Browser {
    if (this.#browser) return this.#browser
    throw new Error('The browser was not started.')
  }

  /** Opens a new browser context with a virtual authenticator. */
  async openUser(options: { isUserVerified?: boolean } = {}): Promise<PasskeyUser> {
    const context = await this.browser.newContext({ baseURL: this.origin })
    const page = await context.newPage()
    const user = { context, page, ...(await addVirtualAuthenticator(page, options)) }
    this.#users.push(user)
    return user
  }

  /** Registers a passkey on the sign-in page. */
  async register({ page }: PasskeyUser, email = defaultEmail): Promise<void> {
    await page.goto('/auth/signin?callbackUrl=/home')
    await page.fill('#input-email-for-passkey-provider', email)
    await page.click('[data-register]')
    await page.waitForURL(`${this.origin}/home`)
  }

  /** Opens the sign-in page and signs in by autofill (conditional UI). */
  async signInByAutofill({ page }: PasskeyUser): Promise<void> {
    await page.goto('/auth/signin?callbackUrl=/home')
    await page.waitForURL(`${this.origin}/home`)
  }

  /** Opens the sign-in page in a browser without autofill and clicks the passkey button. */
  async pressButton({ page }: PasskeyUser): Promise<void> {
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false
    })
    await page.goto('/auth/signin?callbackUrl=/home')
    await page.click('#submitButton-passkey')
  }

  async readEmail({ page }: PasskeyUser): Promise<string | null> {
    const answer = await page.request.get(`${this.origin}/auth/session`)
    const body: { user?: { email?: string } } | null = await answer.json()
    return body?.user?.email ?? null
  }

  async listPasskeys(email = defaultEmail) {
    const user = await this.store.getUserByEmail(email)
    return this.store.listAuthenticatorsByUserId(user?.id ?? '')
  }
}

/** Returns the credentials of a virtual authenticator. */
export async function listCredentials({ device, authenticatorId }: PasskeyUser) {
  const { credentials } = await device.send('WebAuthn.getCredentials', { authenticatorId })
  return credentials
}

/** Copies the passkeys to another authenticator, as a password manager does. */
export async function copyCredentials(from: PasskeyUser, to: PasskeyUser, signCount?: number): Promise<void> {
  for (const credential of await listCredentials(from))
    await to.device.send('WebAuthn.addCredential', {
      authenticatorId: to.authenticatorId,
      credential: { ...credential, ...(signCount !== undefined && { signCount }) },
    })
}
