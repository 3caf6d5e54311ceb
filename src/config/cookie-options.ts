import type { Optional } from '../types/common.js'
import type { AuthConfig } from '../types/config.js'
import type { CookieKey, CookieOption, ResolvedCookies } from '../types/cookies.js'

/** The prefixes of RFC 6265bis section 4.1.3, whose cookies must be `Secure`. Browsers ignore their case. */
export const securePrefix = /^__(?:Host|Secure)-/i

const tenMinutes = 600
const fiveMinutes = 300
const fifteenMinutes = 900
const thirtyDays = 2_592_000
const oneYear = 31_536_000

const sessionToken = 'authjs.session-token'

/** Default cookie names without their prefix. See docs/reference/contract.md#cookies. */
const names: Readonly<Record<CookieKey, string>> = {
  sessionToken,
  callbackUrl: 'authjs.callback-url',
  csrfToken: 'authjs.csrf-token',
  pkceCodeVerifier: 'authjs.pkce.code_verifier',
  state: 'authjs.state',
  nonce: 'authjs.nonce',
  webauthnChallenge: 'authjs.challenge',
  lastProvider: 'authjs.last-provider',
  sessionEvidence: 'authjs.session-evidence',
  sessionMarker: 'authjs.session-marker',
  pendingSignIn: 'authjs.pending-sign-in',
}

/**
 * Default lifetimes in seconds. The other cookies are session cookies, or their `expires` is set with the
 * value.
 */
const maxAges: { readonly [K in CookieKey]?: number } = {
  pkceCodeVerifier: fifteenMinutes,
  state: fifteenMinutes,
  webauthnChallenge: fifteenMinutes,
  lastProvider: oneYear,
  sessionEvidence: thirtyDays,
  pendingSignIn: tenMinutes,
}

/** Returns the default name of the session cookie, for code that reads sessions and needs no other cookie. */
export function getSessionCookieName(variant: 'secure' | 'plain'): string {
  return getNamePrefix('sessionToken', variant === 'secure') + sessionToken
}

/**
 * Returns the name and attributes of every cookie for https (`secure`) or http (`plain`), with the overrides
 * merged in.
 */
export function getCookieOptions(
  variant: 'secure' | 'plain',
  overrides?: AuthConfig['cookies'],
): ResolvedCookies {
  if (!overrides) return defaultTables[variant]
  return buildCookieOptions(variant === 'secure', overrides)
}

/** Returns the cookies for https and for http. */
export function resolveCookieOptions({
  cookies,
}: AuthConfig): Readonly<Record<'secure' | 'plain', ResolvedCookies>> {
  return { secure: getCookieOptions('secure', cookies), plain: getCookieOptions('plain', cookies) }
}

function buildCookieOptions(secure: boolean, overrides: NonNullable<AuthConfig['cookies']>): ResolvedCookies {
  const keys = Object.keys(names) as CookieKey[]
  const { sessionToken, sessionMarker } = overrides
  const { domain, path, sameSite, partitioned } = sessionToken?.options ?? {}
  const inherited = Object.entries({ domain, path, sameSite, partitioned })
  // Scripts read the marker, wherever the session cookie is sent.
  const options = {
    ...Object.fromEntries(inherited.filter(([, value]) => value !== undefined)),
    httpOnly: false,
    maxAge: fiveMinutes,
    ...sessionMarker?.options,
  }
  const complete = { ...overrides, sessionMarker: { ...sessionMarker, options } }
  const table = keys.map(key => [key, applyOverride(buildDefaultCookie(key, secure), complete[key])] as const)
  const resolved = Object.fromEntries(table) as Record<CookieKey, CookieOption>
  return Object.freeze({ ...resolved, signOut: buildSignOutCookie(resolved.sessionToken) })
}

function buildSignOutCookie({ name, options }: CookieOption): CookieOption {
  return Object.freeze({
    name: getSignOutCookieName(name),
    options: Object.freeze({ ...options, path: '/' }),
  })
}

/** Returns the name of the cookie that remembers a sign-out. It has no prefix, so that it stays when that of the session cookie changes. */
export function getSignOutCookieName(sessionCookieName: string): string {
  return `${sessionCookieName.replace(securePrefix, '')}-signed-out`
}

function buildDefaultCookie(key: CookieKey, secure: boolean): CookieOption {
  return {
    name: getNamePrefix(key, secure) + names[key],
    options: {
      httpOnly: true,
      sameSite: 'lax',
      path: '/',
      secure,
      ...(maxAges[key] && { maxAge: maxAges[key] }),
    },
  }
}

function getNamePrefix(key: CookieKey, secure: boolean): string {
  if (!secure) return ''
  // A sibling domain must not be able to set the double-submit token. Only the `__Host-` prefix prevents
  // that.
  return key === 'csrfToken' ? '__Host-' : '__Secure-'
}

function applyOverride(defaults: CookieOption, override: Optional<CookieOption> = {}): CookieOption {
  const { name = defaults.name } = override
  // Browsers reject these names without `Secure`. With it, most of them accept the cookie on http://localhost.
  const secure = defaults.options.secure || securePrefix.test(name)
  const overrideEntries = Object.entries(override.options ?? {}).filter(
    ([, value]: [string, unknown]) => value !== undefined,
  )
  return Object.freeze({
    name,
    options: Object.freeze({ ...defaults.options, secure, ...Object.fromEntries(overrideEntries) }),
  })
}

/** Tables without overrides, built once and shared. */
const defaultTables = {
  secure: /* @__PURE__ */ buildCookieOptions(true, {}),
  plain: /* @__PURE__ */ buildCookieOptions(false, {}),
}
