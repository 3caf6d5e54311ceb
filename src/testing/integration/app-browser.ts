import { MemoryAdapter } from '../../adapters/memory.js'
import type { Adapter } from '../../types/adapter.js'
import type { AuthConfig } from '../../types/config.js'
import { assertEqual, assertTrue, ContractViolation } from '../contract/assert.js'
import { createInMemoryProvider } from '../provider/in-memory.js'
import { type BrowserRequest, SimulatedBrowser } from '../simulation/browser.js'
import type { IntegrationSetup, IntegrationUnderTest, ServedIntegration } from './integration-under-test.js'

/** The origin of the app, as browsers see it. */
export const appOrigin = 'https://app.example'

/** The password of {@link email}. */
export const password = 'correct horse'
export const email = 'ada@example.com'

/** The session cookie over https, and the start of its parts. */
export const sessionCookie = '__Secure-authjs.session-token'

const op = createInMemoryProvider()

const baseConfig: AuthConfig = {
  providers: [
    {
      id: 'credentials',
      name: 'Password',
      type: 'credentials',
      credentials: { email: {}, password: {} },
      authorize: async input => (input['password'] === password ? { id: 'ada-1', name: 'Ada', email } : null),
    },
    op.provider(),
    op.provider({ id: 'form-post', authorization: { params: { response_mode: 'form_post' } } }),
  ],
  secret: 'a secret of the contract of integrations',
  trustHost: true,
  logger: { error: () => {}, warn: () => {} },
  session: { updateAge: 0 },
}

/** How fields are sent. */
export type Encoding = 'form' | 'json'

/** What a check needs: opens apps, which are closed after the check. */
export interface IntegrationCheckContext {
  open(config?: Partial<AuthConfig>, setup?: IntegrationSetup): Promise<AppBrowser>
  /** Opens an app as a signed-in user. */
  openSignedIn(config?: Partial<AuthConfig>): Promise<AppBrowser>
}

/** Runs a check, and closes its apps. */
export async function runWithApps(
  integration: IntegrationUnderTest,
  check: (context: IntegrationCheckContext) => Promise<void>,
): Promise<void> {
  const served: ServedIntegration[] = []
  const open: IntegrationCheckContext['open'] = async (config = {}, setup) => {
    const app = await integration.serve({ ...baseConfig, ...config }, setup)
    served.push(app)
    return new AppBrowser(app)
  }
  const openSignedIn: IntegrationCheckContext['openSignedIn'] = async config => {
    const browser = await open(config)
    await browser.signIn()
    return browser
  }
  try {
    await check({ open, openSignedIn })
  } finally {
    for (const app of served) await app.close()
  }
}

/** A browser of the app. */
export class AppBrowser {
  readonly #browser: SimulatedBrowser

  constructor(app: ServedIntegration) {
    this.#browser = new SimulatedBrowser(appOrigin, request => app.answer(request))
  }

  send(request: BrowserRequest): Promise<Response> {
    return this.#browser.send(request)
  }

  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Response> {
    return this.send({ path, ...(headers && { headers }) })
  }

  async readText(path: string): Promise<string> {
    return (await this.get(path)).text()
  }

  listSessionCookies(): string[] {
    return this.#browser.listCookies(sessionCookie).map(({ name }) => name)
  }

  /** Signs in with a password. The fields are sent as a form or as JSON. */
  async signIn(encoding: Encoding = 'form'): Promise<Response> {
    return this.post('/auth/callback/credentials', { email, password }, encoding)
  }

  async signOut(encoding: Encoding = 'form'): Promise<Response> {
    return this.post('/auth/signout', {}, encoding)
  }

  async post(
    path: string,
    fields: Readonly<Record<string, string>>,
    encoding: Encoding = 'form',
  ): Promise<Response> {
    const all = { csrfToken: await this.getCsrfToken(), ...fields }
    return this.send({ path, [encoding]: all })
  }

  async getCsrfToken(): Promise<string> {
    const { csrfToken }: { csrfToken: string } = await (await this.get('/auth/csrf')).json()
    return csrfToken
  }

  /** Submits a form of another site, with the right password. */
  postFromOtherSite(): Promise<Response> {
    return this.send({ path: '/auth/callback/credentials', form: { email, password }, isCrossSite: true })
  }

  /** Starts a sign-in at a provider, and returns the URL with which the provider answers. */
  async authorize(provider: string): Promise<URL> {
    const started = await this.post(`/auth/signin/${provider}`, { callbackUrl: '/ok' })
    return op.authorize(getLocation(started))
  }

  async assertEmail(expected: string): Promise<void> {
    assertEqual(await this.readText('/ok'), expected)
  }
}

/** Returns the target of a redirect. */
export function getLocation(response: Response): URL {
  const location = response.headers.get('location')
  if (location === null) throw new ContractViolation(`expected a redirect, got the status ${response.status}`)
  return new URL(location, appOrigin)
}

/** Asserts that the response has each of these lines of `Set-Cookie`. */
export function assertCookies(lines: readonly string[], expected: readonly string[]): void {
  for (const line of expected)
    assertTrue(lines.includes(line), `expected the cookie ${line}, got ${JSON.stringify(lines)}`)
}

/** Creates an adapter whose sessions cannot be read while the database is down. */
export function createFailingAdapter(): { adapter: Adapter; setDown(isDown: boolean): void } {
  const adapter = MemoryAdapter()
  let isDown = false
  const getSessionAndUser: Adapter['getSessionAndUser'] = async token => {
    if (isDown) throw new Error('The database is down.')
    return adapter.getSessionAndUser(token)
  }
  return {
    adapter: { ...adapter, getSessionAndUser },
    setDown: value => {
      isDown = value
    },
  }
}
