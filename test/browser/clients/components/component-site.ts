import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { account } from 'latchkey/account'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { getSession, NodeAuth, type NodeAuthConfig } from 'latchkey/node'
import { passwords } from 'latchkey/passwords'
import Email from 'latchkey/providers/email'
import Passkey from 'latchkey/providers/passkey'
import { toPublicSession } from 'latchkey/server'
import { createInMemoryProvider } from 'latchkey/testing'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { secret } from '../../../support/app.js'
import { type ServedApp, serve } from '../../../support/serve.js'
import type { ComponentPage } from './component-pages.js'
import type { PageProps } from './props.js'

/** The query of a page. */
export interface PageQuery {
  readonly view?: PageProps['view']
  /** Whether the server renders the page with the session and the providers. */
  readonly rendered?: ''
  readonly dir?: 'rtl'
  readonly language?: 'de'
}

const styles = readFileSync('src/client/components/components.css', 'utf8')

/** A site whose pages have the components, with a provider and passwords. */
export class ComponentSite {
  /** The page of the framework that is tested. */
  page: ComponentPage | undefined
  /** The auth actions that were requested. */
  readonly requests: string[] = []
  /** The emails that were sent: the recipients. */
  readonly emails: string[] = []
  readonly #contexts: BrowserContext[] = []
  readonly #servers: ServedApp[]
  readonly #browser: Browser

  static async start(browser: Browser): Promise<ComponentSite> {
    const found: { op?: ReturnType<typeof createInMemoryProvider>; site?: ComponentSite } = {}
    const provider = await serve((req, res) => void found.op?.listener(req, res))
    const op = createInMemoryProvider({ issuer: provider.origin })
    found.op = op
    const emails: string[] = []
    const config = createConfig(op, emails)
    const auth = NodeAuth(config)
    const server = await serve(async (req, res) => {
      const url = new URL(req.url ?? '/', 'http://localhost')
      const { pathname, searchParams } = url
      if (pathname.startsWith('/auth/')) {
        found.site?.requests.push(`${req.method} ${pathname.slice('/auth/'.length)}`)
        return auth(req, res)
      }
      if (pathname === '/app.js') return void res.end(found.site?.page?.script)
      if (pathname === '/components.css') return void res.setHeader('content-type', 'text/css').end(styles)
      if (pathname === '/favicon.ico') return void res.writeHead(204).end()
      const session = searchParams.has('rendered')
        ? toPublicSession(await getSession(req, config))
        : undefined
      await sendPage(res, { searchParams, session, page: found.site?.page })
    })
    const site = new ComponentSite(browser, [provider, server], emails)
    found.site = site
    return site
  }

  private constructor(browser: Browser, servers: ServedApp[], emails: string[]) {
    this.#browser = browser
    this.#servers = servers
    this.emails = emails
  }

  get origin(): string {
    return this.#servers[1]?.origin ?? ''
  }

  /** Opens a page in a new context. */
  async open(query: PageQuery = {}, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.#browser.newContext({
      baseURL: this.origin,
      reducedMotion: 'reduce',
      ...options,
    })
    this.#contexts.push(context)
    const page = await context.newPage()
    await this.visit(page, query)
    return page
  }

  /** Opens a page as Grace, who has signed in at the provider. */
  async openSignedIn(query: PageQuery = {}, options: BrowserContextOptions = {}): Promise<Page> {
    const page = await this.open({ view: 'sign-in' }, { ...options, javaScriptEnabled: true })
    await page.getByRole('button', { name: 'Continue with Harbor' }).click()
    await page.getByRole('button', { name: 'Grace Hopper' }).click()
    await page.waitForURL('**/?view=none')
    await this.visit(page, query)
    return page
  }

  async visit(page: Page, query: PageQuery): Promise<void> {
    await page.goto(`/?${new URLSearchParams({ view: 'none', ...query })}`)
  }

  async closeContexts(): Promise<void> {
    this.requests.length = 0
    await Promise.all(this.#contexts.splice(0).map(context => context.close()))
  }

  async stop(): Promise<void> {
    await Promise.all(this.#servers.map(server => server.close()))
  }
}

function createConfig(op: ReturnType<typeof createInMemoryProvider>, emails: string[]) {
  const adapter = MemoryAdapter()
  return {
    basePath: '/auth',
    secret,
    trustHost: true,
    adapter,
    // Users proved the address, so that they can add others.
    events: {
      createUser: async ({ user }) => {
        await adapter.updateUser({ id: user.id ?? '', emailVerified: new Date() })
      },
    },
    providers: [
      op.provider({ id: 'harbor', name: 'Harbor' }),
      Email({ sendVerificationRequest: async ({ identifier }) => void emails.push(identifier) }),
      Passkey(),
    ],
    plugins: [passwords(), account()],
    sendEmail: async ({ to }) => void emails.push(to),
    logger: { error() {}, warn() {}, debug() {} },
  } satisfies NodeAuthConfig
}

/** The menu covers nothing, because axe cannot determine the contrast of what is covered. */
const pageStyles = `html{background:#fff;color:#111}@media(prefers-color-scheme:dark){html{background:#111;color:#eee}}
header{display:flex;justify-content:end;min-block-size:20rem}`

interface SentPage {
  readonly searchParams: URLSearchParams
  readonly session: PageProps['session'] | undefined
  readonly page: ComponentPage | undefined
}

async function sendPage(res: ServerResponse, { searchParams, session, page }: SentPage): Promise<void> {
  const language = searchParams.get('language') ?? undefined
  const props = {
    view: searchParams.get('view') ?? 'none',
    ...(session !== undefined && { session }),
    ...(language && { language }),
  } as PageProps
  const inner = searchParams.has('rendered') ? await page?.render(props) : ''
  const json = JSON.stringify(props).replaceAll('<', '\\u003c')
  res.setHeader('content-type', 'text/html; charset=utf-8').end(
    `<!doctype html><html lang="en" dir="${searchParams.get('dir') ?? 'ltr'}"><head><title>Acme</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="/components.css"><style>${pageStyles}</style></head>
<body><div id="root">${inner}</div><script type="application/json" id="props">${json}</script>
<script src="/app.js"></script></body></html>`,
  )
}
