import { parseUrl } from '../base/parse.js'
import { createEnvDefaultsResolver } from '../config/create-env-defaults-resolver.js'
import { getAuthUrlVariable, getRuntimeEnvironment } from '../config/environment.js'
import { createBaseContext } from '../core/create-context.js'
import { getPreparedConfig } from '../core/settings.js'
import { AccessDenied, InvalidConfig } from '../errors.js'
import { toRequestHead } from '../http/messages.js'
import { getUnixTime } from '../sessions/session-token.js'
import type { Account } from '../types/account.js'
import type { AuthConfig } from '../types/config.js'
import type { Context, PreparedConfig } from '../types/context.js'
import type { Profile, User } from '../types/user.js'
import { type BrowserCookie, toBrowserCookie } from './browser-cookie.js'
import { resolveTestUser } from './test-user.js'

/** Options of {@link signInAs}. */
export interface SignInAsOptions {
  /**
   * The user to sign in. With an adapter: the stored user with this `id`, else with this `email`, else a new user.
   * Without an adapter: this object.
   */
  user: User & { emailVerified?: Date | null | undefined }
  /** The app's URL. `https:` sets `__Secure-` cookies, `http:` plain ones. @default AUTH_URL, else 'http://localhost:3000' */
  url?: string | URL | undefined
  /** The account that the `jwt` callback receives; it is not stored. @default an account at the first provider */
  account?: Partial<Account> | undefined
  /** The provider's claims that the `jwt` callback receives. @default none */
  profile?: Profile | undefined
  /** The methods that the user passed, as values of RFC 8176: `['pwd', 'otp']` for level `aal2`. @default none */
  amr?: readonly string[] | undefined
}

/** A session and its cookies. */
export interface SignInAsResult {
  /** The session cookies, for Playwright's `context.addCookies(cookies)`. A large session has several. */
  cookies: BrowserCookie[]
  /** The request headers, for `fetch(url, { headers })` or supertest's `.set(headers)`. */
  headers: { cookie: string }
  /** The signed-in user; the stored user if there is an adapter. */
  user: User & { id: string }
}

/**
 * Signs a user in without a browser and without a provider, for tests of signed-in pages and routes.
 *
 * The session is the one that a sign-in would create, with either strategy. It uses your `jwt` callback, your
 * `jwt.encode`, your cookie names and your adapter; a missing secret is read from the environment. The `signIn` callback
 * is not called, no account is linked and no event is emitted.
 *
 * @throws AuthError for an invalid configuration, such as `MissingSecret`
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
  const ctx = createCallbackContext(url, await getPreparedConfig(applyEnvDefaults(config)))
  const resolvedUser = await resolveTestUser(ctx.settings, options)
  const methods = resolvedUser.identity.evidence
  const signedInAt = methods.length === 0 ? getUnixTime() : null
  await ctx.services.sessionStrategy.issue(ctx, resolvedUser, { methods, signedInAt, isRaised: false })
  return { ...collectSessionCookies(ctx, url), user: resolvedUser.user }
}

function resolveAppUrl({ url }: SignInAsOptions): URL {
  const appUrl = String(url ?? getAuthUrlVariable(getRuntimeEnvironment()) ?? 'http://localhost:3000')
  const parsed = parseUrl(appUrl)
  if (parsed && /^https?:$/.test(parsed.protocol)) return parsed
  throw new InvalidConfig(
    `\`url\` of signInAs must be the app's URL, with http:// or https://; it is "${appUrl}".`,
  )
}

/** Trusts the host, because there is no `Host` header that could be forged. */
const applyEnvDefaults = createEnvDefaultsResolver(() => ({ trustHost: true }))

/** Creates the context of a provider callback. */
function createCallbackContext(url: URL, prepared: PreparedConfig): Context {
  const head = toRequestHead(new Request(url))
  const { origin } = url
  const request = { head, origin, url, method: 'GET', action: 'callback', providerId: null } as const
  return createBaseContext({ ...request, query: {}, body: {}, form: null }, prepared)
}

function collectSessionCookies({ jar }: Context, url: URL): Omit<SignInAsResult, 'user'> {
  const setCookies = jar.getSetCookies().filter(({ options }) => options.maxAge !== 0)
  const cookies = setCookies.map(cookie => toBrowserCookie(cookie, url))
  if (cookies.length === 0)
    throw new AccessDenied('signInAs created no session because the `jwt` callback returned null.')
  return { cookies, headers: { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') } }
}
