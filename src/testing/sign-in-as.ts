import { getPublicUrl, getRuntimeEnvironment } from '../config/environment.js'
import { withEnvDefaults } from '../config/with-env-defaults.js'
import { createBaseContext } from '../core/create-context.js'
import { getSettings } from '../core/settings.js'
import { AccessDenied, InvalidConfig } from '../errors.js'
import { parseUrl } from '../http/url.js'
import type { Account } from '../types/account.js'
import type { AuthConfig } from '../types/config.js'
import type { Context, Settings } from '../types/context.js'
import type { Profile, User } from '../types/user.js'
import { type BrowserCookie, toBrowserCookie } from './browser-cookie.js'
import { resolveTestUser } from './session-user.js'

/** Who is to be signed in, and where. */
export interface SignInAsOptions {
  /**
   * With an adapter it is the stored user with this `id`, else with this `email`, as stored; else it is created.
   * Without an adapter it is what is given here.
   */
  user: User & { emailVerified?: Date | null | undefined }
  /** Where the app is. Its scheme decides between `__Secure-` and plain cookies. @default AUTH_URL, else 'http://localhost:3000' */
  url?: string | URL | undefined
  /** What the `jwt` callback is told of the account; nothing of it is stored. @default one at the first provider */
  account?: Partial<Account> | undefined
  /** What the `jwt` callback is told of the provider's claims. @default nothing */
  profile?: Profile | undefined
}

/** A session that is open. */
export interface SignInAsResult {
  /** Playwright: `context.addCookies(cookies)`. A large session has several. */
  cookies: BrowserCookie[]
  /** `fetch(url, { headers })`; supertest: `.set(headers)`. */
  headers: { cookie: string }
  /** Who is signed in; in the store, if there is one. */
  user: User & { id: string }
}

/**
 * Signs somebody in without a browser and without a provider: for tests of what comes after the sign-in.
 *
 * The session is the one that a sign-in would open, in either strategy: your `jwt` callback, your `jwt.encode`, your
 * cookie names and your adapter have their say, and a secret that is left out comes from the environment. The `signIn`
 * callback is not asked, no account is linked and no event is told, for nobody signed in.
 *
 * @throws AuthError that says what is wrong with the configuration, such as `MissingSecret`
 * @throws MissingAdapterMethods when the adapter cannot find or create users
 * @throws SessionTooLarge when browsers would drop the session
 * @throws AccessDenied when the `jwt` callback returned `null`
 *
 * @example
 * ```ts
 * import { Auth, type AuthConfig } from 'latchkey'
 * import { signInAs } from 'latchkey/testing'
 *
 * declare const config: AuthConfig
 *
 * const { headers } = await signInAs(config, { user: { name: 'Ada', email: 'ada@example.com' } })
 * await Auth(new Request('http://localhost:3000/auth/session', { headers }), config)
 * ```
 */
export async function signInAs(config: AuthConfig, options: SignInAsOptions): Promise<SignInAsResult> {
  const url = resolveAppUrl(options)
  const ctx = createCallbackContext(url, resolveSettings(config))
  const resolvedUser = await resolveTestUser(ctx.settings, options)
  await ctx.settings.sessions.issue(ctx, resolvedUser)
  return { ...collectSessionCookies(ctx, url), user: resolvedUser.user }
}

function resolveAppUrl({ url }: SignInAsOptions): URL {
  const appUrl = String(url ?? getPublicUrl(getRuntimeEnvironment()) ?? 'http://localhost:3000')
  const parsed = parseUrl(appUrl)
  if (parsed && /^https?:$/.test(parsed.protocol)) return parsed
  throw new InvalidConfig(
    `\`url\` must be the address of the app, with http:// or https://; it is "${appUrl}".`,
  )
}

/** There is no `Host` header here that could lie. */
const applyEnvDefaults = withEnvDefaults(() => ({ trustHost: true }))

/** The settings of the app as its integration would complete them. */
function resolveSettings(config: AuthConfig): Settings {
  const { settings, configError } = getSettings(applyEnvDefaults(config))
  if (!settings) throw configError
  return settings
}

/** As if the visitor came back from a provider. */
function createCallbackContext(url: URL, settings: Settings): Context {
  const head = new Request(url)
  const request = { head, url, method: 'GET', action: 'callback', providerId: null } as const
  return createBaseContext({ ...request, query: {}, body: {}, form: null }, settings)
}

function collectSessionCookies({ jar }: Context, url: URL): Omit<SignInAsResult, 'user'> {
  const setCookies = jar.getSetCookies().filter(({ options }) => options.maxAge !== 0)
  const cookies = setCookies.map(cookie => toBrowserCookie(cookie, url))
  if (cookies.length === 0)
    throw new AccessDenied('The `jwt` callback returned null, which ends the session: nobody is signed in.')
  return { cookies, headers: { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') } }
}
