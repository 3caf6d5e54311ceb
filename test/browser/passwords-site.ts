import type { AuthConfig } from 'latchkey'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { NodeAuth } from 'latchkey/node'
import { type PasswordsOptions, passwords } from 'latchkey/passwords'
import type { Plugin } from 'latchkey/plugins'
import { createAuth, toRequestHead } from 'latchkey/server'
import { createTransport } from 'nodemailer'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { startChromium } from '../support/chromium.js'
import { type ServedApp, serve } from '../support/serve.js'
import { startSmtpServer } from '../support/smtp-server.js'
import { findViolations } from './pages/accessibility-audit.js'

export const email = 'ada@example.com'
export const password = 'correct horse battery'
export const newPassword = 'staple horse battery'

/** A site with passwords and an empty store, which Chromium opens. */
export class PasswordsSite {
  readonly #browser: Browser
  readonly #smtp: Awaited<ReturnType<typeof startSmtpServer>>
  readonly #contexts: BrowserContext[] = []
  readonly #server: ServedApp
  #app: ReturnType<typeof createApp> | undefined

  static async start(): Promise<PasswordsSite> {
    const [browser, smtp] = [await startChromium(), await startSmtpServer()]
    const sites: PasswordsSite[] = []
    const server = await serve((req, res) =>
      req.url?.startsWith('/auth/') ? void sites[0]?.app.handle(req, res) : void res.end('home'),
    )
    const site = new PasswordsSite(browser, smtp, server)
    sites.push(site)
    return site
  }

  private constructor(
    browser: Browser,
    smtp: Awaited<ReturnType<typeof startSmtpServer>>,
    server: ServedApp,
  ) {
    this.#browser = browser
    this.#smtp = smtp
    this.#server = server
  }

  get origin(): string {
    return this.#server.origin
  }

  get app(): ReturnType<typeof createApp> {
    if (!this.#app) throw new Error('Call `configure` first.')
    return this.#app
  }

  /** Serves a new app, without users. */
  configure(strategy: 'jwt' | 'database', options: PasswordsOptions = {}, more: SiteParts = {}): void {
    this.#app = createApp({ strategy, options, more, mailServer: this.#smtp.server })
  }

  async open(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.#browser.newContext({
      baseURL: this.origin,
      reducedMotion: 'reduce',
      ...options,
    })
    this.#contexts.push(context)
    return context.newPage()
  }

  async closeWindows(): Promise<void> {
    await Promise.all(this.#contexts.splice(0).map(context => context.close()))
  }

  async stop(): Promise<void> {
    await this.#browser.close()
    await this.#server.close()
    await this.#smtp.close()
  }

  /** Returns the link of the latest email to an address. */
  getLink(recipient: string = email): string {
    const sent = this.#smtp.emails.filter(({ recipients }) => recipients.includes(recipient))
    const { text = '' } = sent.at(-1) ?? {}
    return /http:\S+/.exec(text)?.[0] ?? ''
  }

  /** Enters the fields of the sign-up page, with the email address and the password of Ada. */
  async enterSignUp(page: Page, more: Readonly<Record<string, string>> = {}): Promise<void> {
    await page.goto('/auth/passwords/sign-up?callbackUrl=/home')
    for (const [name, value] of Object.entries({ email, password, ...more }))
      await page.fill(`#${name}`, value)
    await submit(page)
  }

  /** Signs up, and creates the account with the link of the email. */
  async signUp(page: Page, more: Readonly<Record<string, string>> = {}): Promise<void> {
    await this.enterSignUp(page, more)
    await page.waitForURL('**/passwords/sent?**')
    await page.goto(this.getLink())
    await submit(page)
    await page.waitForURL('**/home')
  }
}

/** What a site has beside passwords. */
export interface SiteParts {
  readonly plugins?: readonly Plugin[]
  readonly providers?: AuthConfig['providers']
}

interface AppParts {
  readonly more: SiteParts
  readonly strategy: 'jwt' | 'database'
  readonly options: PasswordsOptions
  readonly mailServer: Awaited<ReturnType<typeof startSmtpServer>>['server']
}

function createApp({ strategy, options, more, mailServer }: AppParts) {
  const adapter = MemoryAdapter()
  const plugin = passwords(options)
  const config = {
    secret: 'a secret of more than 32 characters!',
    trustHost: true,
    adapter,
    session: { strategy },
    revocation: { maxStale: 0 },
    providers: more.providers ?? [],
    plugins: [plugin, ...(more.plugins ?? [])],
    sendEmail: createTransport(mailServer, { from: 'Acme <no-reply@acme.example>' }),
    logger: { error() {}, warn() {}, debug() {} },
  }
  const { api } = createAuth({ ...config, plugins: [plugin] })
  const head = toRequestHead(new Request('http://localhost'))
  const findUser = () => adapter.getUserByEmail(email)
  return {
    handle: NodeAuth(config),
    findUser,
    renameUser: async (name: string) => adapter.updateUser({ id: (await findUser())?.id ?? '', name }),
    /** Requires a new password of Ada. */
    requirePasswordChange: async () =>
      (await api.passwords.requirePasswordChange(head, (await findUser())?.id ?? '')).data,
  }
}

export async function submit(page: Page): Promise<void> {
  await page.click('button[type=submit]')
}

/** Returns the email address of the signed-in user. */
export async function readEmail(page: Page): Promise<unknown> {
  const session: unknown = await (await page.request.get('/auth/session')).json()
  return session && Object(Object(session).user).email
}

/** Expects that the page is accessible and fits the width of its window. */
export async function auditPage(page: Page): Promise<void> {
  expect(await findViolations(page), page.url()).toEqual([])
  const [width, available] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
  expect(width, page.url()).toBeLessThanOrEqual(available ?? 0)
}
