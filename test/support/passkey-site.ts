import { MemoryAdapter } from 'latchkey/adapters/memory'
import { NodeAuth } from 'latchkey/node'
import Passkey from 'latchkey/providers/passkey'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { launchChromium } from './chromium.js'
import { type Device, plugIn } from './device.js'
import { type Served, serve } from './serve.js'

/** A person with a browser and a device that knows their finger. */
export interface Person extends Device {
  readonly context: BrowserContext
  readonly page: Page
}

/** The address of who registers. */
export const address = 'grace@example.com'

/** A site with passkeys, and the people who come to it: one browser and one server for all tests of a file. */
export class Town {
  /** Empty at the beginning of each test. */
  store = MemoryAdapter()
  #browser: Browser | null = null
  #server: Served | null = null
  readonly #people: Person[] = []

  /** To be called in a `describe`. */
  constructor(strategy: 'jwt' | 'database') {
    beforeAll(async () => {
      this.#browser = await launchChromium()
      this.#server = await serve((req, res) =>
        req.url?.startsWith('/auth/') ? void this.#auth(strategy)(req, res) : void res.end('home'),
      )
    })
    beforeEach(() => {
      this.store = MemoryAdapter()
      return async () => {
        await Promise.all(this.#people.splice(0).map(({ context }) => context.close()))
      }
    })
    afterAll(async () => {
      await this.#browser?.close()
      await this.#server?.close()
    })
  }

  #auth(strategy: 'jwt' | 'database') {
    return NodeAuth({
      secret: 'a secret of more than 32 characters!',
      trustHost: true,
      adapter: this.store,
      session: { strategy },
      providers: [Passkey()],
      experimental: { enableWebAuthn: true },
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

  /** Somebody opens a browser of their own. */
  async arrive(options: { isUserVerified?: boolean } = {}): Promise<Person> {
    const context = await this.browser.newContext({ baseURL: this.origin })
    const page = await context.newPage()
    const person = { context, page, ...(await plugIn(page, options)) }
    this.#people.push(person)
    return person
  }

  /** Makes a passkey on the sign-in page, with an address. */
  async register({ page }: Person, email = address): Promise<void> {
    await page.goto('/auth/signin?callbackUrl=/home')
    await page.fill('#input-email-for-passkey-provider', email)
    await page.click('[data-register]')
    await page.waitForURL(`${this.origin}/home`)
  }

  /** Opens the sign-in page, where the field offers what the device has, and comes in by it. */
  async comeInByAutofill({ page }: Person): Promise<void> {
    await page.goto('/auth/signin?callbackUrl=/home')
    await page.waitForURL(`${this.origin}/home`)
  }

  /** Opens the sign-in page in a browser that offers nothing, and presses the button. */
  async pressButton({ page }: Person): Promise<void> {
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false
    })
    await page.goto('/auth/signin?callbackUrl=/home')
    await page.click('#submitButton-passkey')
  }

  async emailOf({ page }: Person): Promise<string | null> {
    const answer = await page.request.get(`${this.origin}/auth/session`)
    const body: { user?: { email?: string } } | null = await answer.json()
    return body?.user?.email ?? null
  }

  async passkeysOf(email = address) {
    const user = await this.store.getUserByEmail(email)
    return this.store.listAuthenticatorsByUserId(user?.id ?? '')
  }
}

/** What a device holds. */
export async function credentialsOf({ device, authenticatorId }: Person) {
  const { credentials } = await device.send('WebAuthn.getCredentials', { authenticatorId })
  return credentials
}

/** The passkeys of one device, put into another one: as a password manager does. */
export async function share(from: Person, to: Person, signCount?: number): Promise<void> {
  for (const credential of await credentialsOf(from))
    await to.device.send('WebAuthn.addCredential', {
      authenticatorId: to.authenticatorId,
      credential: { ...credential, ...(signCount !== undefined && { signCount }) },
    })
}
