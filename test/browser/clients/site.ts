import type { IncomingMessage, ServerResponse } from 'node:http'
import { type BuildOptions, build } from 'esbuild'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import type { RefetchOptions } from 'latchkey/client'
import { getSession, NodeAuth, type NodeAuthConfig } from 'latchkey/node'
import Passkey from 'latchkey/providers/passkey'
import { createInMemoryProvider } from 'latchkey/testing'
import type { Session } from 'latchkey/types'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterEach, beforeEach } from 'vitest'
import type { Awaitable } from '../../../src/types/common.js'
import { credentials, secret } from '../../support/app.js'
import { type ServedApp, serve } from '../../support/serve.js'

/** The client of a framework in a page. */
export interface ClientPage {
  /** The bundled script. */
  readonly script: string
  /** Renders the page on the server, as a framework does. @default the script renders it */
  render?(options: PageOptions): Awaitable<string>
}

/** Options that the server serializes into the page. */
export interface PageOptions extends RefetchOptions {
  basePath?: string
  session?: Session | null
  /** Shows the page of a signed-in user only. Of React. */
  required?: boolean
  /** Passes `onUnauthenticated`, so the page shows a note instead of redirecting. Of React. */
  handled?: boolean
}

/** Bundles the script of a page. */
export async function bundleScript(entry: string, options: BuildOptions = {}): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    format: 'iife',
    target: 'es2022',
    conditions: ['latchkey-source', 'browser', 'import'],
    define: { 'process.env.NODE_ENV': '"development"' },
    logLevel: 'error',
    ...options,
    write: false,
  })
  return outputFiles.map(({ text }) => text).join('')
}

/** Options for opening a page. */
export interface OpenedPage extends PageOptions {
  /** Whether the server renders the session. */
  rendered?: boolean
}

/** A site with one page, a provider and an adapter. It is created again for each test. */
export class Site {
  /** Handles a request instead of the server if it returns true. */
  interfere: (req: IncomingMessage, res: ServerResponse) => boolean = () => false
  /** The requested actions, for example `GET session`. */
  readonly requests: string[] = []
  context: BrowserContext | null = null
  readonly #servers: ServedApp[] = []
  readonly #basePath: string
  readonly #source: () => ClientPage & { browser: Browser }
  #origin = ''

  /** Registers hooks, so it must be called inside `describe`. */
  constructor(source: () => ClientPage & { browser: Browser }, basePath = '/auth') {
    this.#source = source
    this.#basePath = basePath
    beforeEach(async () => {
      this.interfere = () => false
      await this.#build()
      this.requests.length = 0
      this.context = await source().browser.newContext({ baseURL: this.#origin })
    })
    afterEach(async () => {
      await this.context?.close()
      await Promise.all(this.#servers.splice(0).map(server => server.close()))
    })
  }

  get origin(): string {
    return this.#origin
  }

  async #build(): Promise<void> {
    const found: ReturnType<typeof createInMemoryProvider>[] = []
    const provider = await serve((req, res) => void found[0]?.listener(req, res))
    const op = createInMemoryProvider({ issuer: provider.origin })
    found.push(op)
    const config: NodeAuthConfig = {
      basePath: this.#basePath,
      secret,
      trustHost: true,
      adapter: MemoryAdapter(),
      session: { strategy: 'jwt' },
      providers: [
        credentials,
        Passkey(),
        {
          id: 'harbor',
          name: 'Harbor',
          type: 'oidc',
          issuer: op.issuer,
          clientId: op.clientId,
          clientSecret: op.clientSecret,
        },
      ],
      callbacks: {
        jwt: ({ token, trigger, session }) =>
          trigger === 'update' ? { ...token, name: parseName(session) } : token,
      },
      logger: { error() {}, warn() {}, debug() {} },
    }
    const auth = NodeAuth(config)
    const site = await serve(async (req, res) => {
      const path = req.url ?? '/'
      if (this.interfere(req, res)) return
      if (path.startsWith(`${this.#basePath}/`)) {
        this.requests.push(`${req.method} ${path.slice(this.#basePath.length + 1).replace(/\?.*/, '')}`)
        return auth(req, res)
      }
      if (path === '/app.js') return void res.end(this.#source().script)
      const session = path.includes('rendered') ? await getSession(req, config) : undefined
      res
        .setHeader('content-type', 'text/html; charset=utf-8')
        .end(await renderMarkup(path, session, this.#source().render))
    })
    this.#servers.push(provider, site)
    this.#origin = site.origin
  }

  /** Opens a tab. */
  async open({ rendered = false, ...options }: OpenedPage = {}): Promise<Page> {
    const page = await this.#context.newPage()
    const query = new URLSearchParams({
      options: JSON.stringify({ basePath: '/auth', ...options }),
      ...(rendered && { rendered: '' }),
    })
    await page.goto(`/?${query}`)
    return page
  }

  /** Opens a tab and signs in as Ada. */
  async openSignedIn(options: OpenedPage = {}): Promise<Page> {
    const page = await this.open(options)
    await expectText(page, 'status', 'unauthenticated')
    await signInAsAda(page)
    await expectText(page, 'user', 'Ada')
    return page
  }

  get #context(): BrowserContext {
    if (this.context) return this.context
    throw new Error('The browser context is not open.')
  }

  count(action: string): number {
    return this.requests.filter(one => one === action).length
  }
}

/** Reads the name from the data of a session update. */
function parseName(value: unknown): string {
  return String((value as { name: string }).name)
}

/** Renders the document. With a session, it also renders the page on the server. */
async function renderMarkup(
  path: string,
  session: Session | null | undefined,
  render: ClientPage['render'] = () => '',
): Promise<string> {
  const serialized = new URL(path, 'http://localhost').searchParams.get('options')
  const own = JSON.parse(serialized ?? '{"basePath":"/auth"}') as PageOptions
  const options = session === undefined ? own : { ...own, session }
  const inner = session === undefined ? '' : await render(options)
  const json = JSON.stringify(options).replaceAll('<', '\\u003c')
  return `<!doctype html><div id="root">${inner}</div>
    <script type="application/json" id="options">${json}</script><script src="/app.js"></script>`
}

/** The functions that the page exposes as `window.auth`. */
interface ClientHandle {
  signIn(provider?: string, options?: object): Promise<unknown>
  signOut(options?: object): Promise<unknown>
  getSession(): Promise<unknown>
  update(value?: unknown): Promise<unknown>
}

/** Calls a function of `window.auth` in the page. */
export function call(page: Page, name: keyof ClientHandle, ...args: unknown[]): Promise<unknown> {
  return page.evaluate(
    ([name, args]) => {
      const { auth } = window as unknown as { auth: Record<string, (...args: unknown[]) => Promise<unknown>> }
      return auth[name]?.(...args)
    },
    [name, args] as const,
  )
}

/** Renders the page again with changed options, as a framework does. */
export function renderAgain(page: Page, changed: PageOptions): Promise<void> {
  return page.evaluate(changed => {
    const { renderPage } = window as unknown as { renderPage: (changed: PageOptions) => void }
    renderPage(changed)
  }, changed)
}

/** Signs in without leaving the page. */
export function signInAsAda(page: Page): Promise<unknown> {
  return call(page, 'signIn', 'credentials', {
    email: 'ada@example.com',
    password: 'correct horse',
    redirect: false,
  })
}

/** Waits until an element has this text. */
export async function expectText(
  page: Page,
  part: 'status' | 'user' | 'error' | 'note',
  text: string,
): Promise<void> {
  await page.waitForFunction(
    ([part, text]) => document.getElementById(part)?.textContent === text,
    [part, text] as const,
    { timeout: 8_000 },
  )
}
