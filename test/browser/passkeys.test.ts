import { MemoryAdapter } from 'latchkey/adapters/memory'
import { NodeAuth } from 'latchkey/node'
import Passkey from 'latchkey/providers/passkey'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { launchChromium } from '../support/chromium.js'
import { type Device, plugIn } from '../support/device.js'
import { type Served, serve } from '../support/serve.js'

const address = 'grace@example.com'

/** A person with a browser and a device that knows their finger. */
interface Person extends Device {
  readonly context: BrowserContext
  readonly page: Page
}

describe.each(['jwt', 'database'] as const)('passkeys in Chromium, sessions in the %s strategy', strategy => {
  let browser: Browser
  let server: Served
  let store: ReturnType<typeof MemoryAdapter>

  beforeAll(async () => {
    browser = await launchChromium()
    return () => browser.close()
  })

  beforeEach(async () => {
    store = MemoryAdapter()
    const auth = NodeAuth({
      secret: 'a secret of more than 32 characters!',
      trustHost: true,
      adapter: store,
      session: { strategy },
      providers: [Passkey()],
      experimental: { enableWebAuthn: true },
      logger: { error() {}, warn() {}, debug() {} },
    })
    server = await serve((req, res) =>
      req.url?.startsWith('/auth/') ? auth(req, res) : void res.end('home'),
    )
    return () => server.close()
  })

  async function arrive({ isUserVerified = true } = {}): Promise<Person> {
    const context = await browser.newContext({ baseURL: server.origin })
    const page = await context.newPage()
    return { context, page, ...(await plugIn(page, { isUserVerified })) }
  }

  async function register({ page }: Person, email = address): Promise<void> {
    await page.goto('/auth/signin?callbackUrl=/home')
    await page.fill('#input-email-for-passkey-provider', email)
    await page.click('[data-register]')
    await page.waitForURL(`${server.origin}/home`)
  }

  async function emailOf({ page }: Person): Promise<string | null> {
    const answer = await page.request.get(`${server.origin}/auth/session`)
    const body: { user?: { email?: string } } | null = await answer.json()
    return body?.user?.email ?? null
  }

  /** The passkeys of one device, put into another one: as a password manager does. */
  async function share(from: Person, to: Person): Promise<void> {
    const { credentials } = await from.device.send('WebAuthn.getCredentials', from)
    for (const credential of credentials)
      await to.device.send('WebAuthn.addCredential', { authenticatorId: to.authenticatorId, credential })
  }

  test('somebody registers, signs out, and is signed in by what the field offers', async () => {
    const grace = await arrive()
    await register(grace)
    expect(await emailOf(grace)).toBe(address)

    await grace.context.clearCookies()
    expect(await emailOf(grace)).toBeNull()
    await grace.page.goto('/auth/signin?callbackUrl=/home')
    await grace.page.waitForURL(`${server.origin}/home`)
    expect(await emailOf(grace)).toBe(address)
    await grace.context.close()
  })

  test('the button signs in, with an address and without', async () => {
    const grace = await arrive()
    await register(grace)
    for (const typed of [address, '']) {
      await grace.context.clearCookies()
      await grace.page.addInitScript(() => {
        PublicKeyCredential.isConditionalMediationAvailable = async () => false
      })
      await grace.page.goto('/auth/signin?callbackUrl=/home')
      await grace.page.fill('#input-email-for-passkey-provider', typed)
      await grace.page.click('#submitButton-passkey')
      await grace.page.waitForURL(`${server.origin}/home`)
      expect(await emailOf(grace)).toBe(address)
    }
    await grace.context.close()
  })

  test('a passkey that was carried to another device signs in there', async () => {
    const [laptop, phone] = [await arrive(), await arrive()]
    await register(laptop)
    await share(laptop, phone)
    await phone.page.goto('/auth/signin?callbackUrl=/home')
    await phone.page.waitForURL(`${server.origin}/home`)
    expect(await emailOf(phone)).toBe(address)
    await Promise.all([laptop.context.close(), phone.context.close()])
  })

  test('who is signed in adds a passkey of a second device', async () => {
    const [laptop, phone] = [await arrive(), await arrive()]
    await register(laptop)
    await phone.context.addCookies(await laptop.context.cookies())
    await register(phone)
    const user = await store.getUserByEmail(address)
    expect(await store.listAuthenticatorsByUserId(user?.id ?? '')).toHaveLength(2)

    await phone.context.clearCookies()
    await phone.page.goto('/auth/signin?callbackUrl=/home')
    await phone.page.waitForURL(`${server.origin}/home`)
    expect(await emailOf(phone)).toBe(address)
    await Promise.all([laptop.context.close(), phone.context.close()])
  })

  test('a device that knows no finger of theirs makes no passkey, and the page says so', async () => {
    const stranger = await arrive({ isUserVerified: false })
    await stranger.page.goto('/auth/signin')
    await stranger.page.fill('#input-email-for-passkey-provider', address)
    await stranger.page.click('[data-register]')
    await stranger.page.waitForSelector('[data-failed]:not([hidden])')
    expect(await stranger.page.textContent('[data-failed]')).toContain('wasn’t confirmed')
    expect(await store.getUserByEmail(address)).toBeNull()
    await stranger.context.close()
  })

  test('a registration without an address is not even asked for', async () => {
    const stranger = await arrive()
    await stranger.page.goto('/auth/signin')
    const asked: string[] = []
    stranger.page.on('request', request => asked.push(request.url()))
    await stranger.page.click('[data-register]')
    expect(asked.filter(url => url.includes('register'))).toEqual([])
    await stranger.context.close()
  })

  test('a passkey that the site never met signs nobody in', async () => {
    const [grace, mallory] = [await arrive(), await arrive()]
    await register(grace)
    await share(grace, mallory)
    store = Object.assign(store, { getAuthenticator: async () => null })
    await mallory.page.goto('/auth/signin?callbackUrl=/home')
    await mallory.page.waitForURL(/error=Configuration/)
    expect(await emailOf(mallory)).toBeNull()
    await Promise.all([grace.context.close(), mallory.context.close()])
  })

  test('where the browser knows no passkeys, or runs no script, the page says so', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const context = await browser.newContext({ baseURL: server.origin, javaScriptEnabled })
      if (javaScriptEnabled)
        await context.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
      const page = await context.newPage()
      await page.goto('/auth/signin')
      expect(await page.isVisible('#passkey-form')).toBe(false)
      expect(await page.isVisible('.unsupported')).toBe(true)
      await context.close()
    }
  })

  test('the page loads nothing from elsewhere and breaks no rule of its own', async () => {
    const person = await arrive()
    const [asked, complaints]: string[][] = [[], []]
    person.page.on('request', request => asked?.push(new URL(request.url()).origin))
    person.page.on('console', message => complaints?.push(message.text()))
    person.page.on('pageerror', error => complaints?.push(String(error)))
    await register(person)
    expect(new Set(asked)).toEqual(new Set([server.origin]))
    expect(complaints).toEqual([])
    await person.context.close()
  })
})
