import type { Optional } from '../types/common.js'
import type { AuthConfig } from '../types/config.js'
import type { CookieKey, CookieOption, CookieTable } from '../types/cookies.js'

const fifteenMinutes = 900
const oneYear = 31_536_000

/** The default names, after their prefix. Spec: behaviour section 3. */
const names: Readonly<Record<CookieKey, string>> = {
  sessionToken: 'authjs.session-token',
  callbackUrl: 'authjs.callback-url',
  csrfToken: 'authjs.csrf-token',
  pkceCodeVerifier: 'authjs.pkce.code_verifier',
  state: 'authjs.state',
  nonce: 'authjs.nonce',
  webauthnChallenge: 'authjs.challenge',
  lastProvider: 'authjs.last-provider',
}

/** In seconds; the others end with the browser, or say by themselves when they end. */
const maxAges: { readonly [K in CookieKey]?: number } = {
  pkceCodeVerifier: fifteenMinutes,
  state: fifteenMinutes,
  webauthnChallenge: fifteenMinutes,
  lastProvider: oneYear,
}

/** Every cookie with its name and attributes, for https (`secure`) or http, the app's overrides merged in. */
export function getCookieTable(variant: 'secure' | 'plain', overrides?: AuthConfig['cookies']): CookieTable {
  if (!overrides) return defaultTables[variant]
  return buildCookieTable(variant === 'secure', overrides)
}

function buildCookieTable(secure: boolean, overrides: NonNullable<AuthConfig['cookies']>): CookieTable {
  const keys = Object.keys(names) as CookieKey[]
  const table = keys.map(
    key => [key, applyOverride(buildDefaultCookie(key, secure), overrides[key])] as const,
  )
  return Object.freeze(Object.fromEntries(table)) as CookieTable
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
  // A double-submit token must not be settable by a sibling domain: only __Host- forbids that.
  return key === 'csrfToken' ? '__Host-' : '__Secure-'
}

function applyOverride({ name, options }: CookieOption, override: Optional<CookieOption> = {}): CookieOption {
  const overrideEntries = Object.entries(override.options ?? {}).filter(
    ([, value]: [string, unknown]) => value !== undefined,
  )
  return Object.freeze({
    name: override.name ?? name,
    options: Object.freeze({ ...options, ...Object.fromEntries(overrideEntries) }),
  })
}

/** Of a configuration that says nothing of cookies; made once for all. */
const defaultTables = { secure: buildCookieTable(true, {}), plain: buildCookieTable(false, {}) }
