import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { createLoader } from '../base/cache.js'
import { isOptions, mergeDefaults } from '../base/merge-defaults.js'
import { listEmailSpellings, normalizeEmail } from '../email/address.js'
import { InvalidConfig } from '../errors.js'
import type { PasskeyCode } from '../types/passkey-code.js'
import type {
  CredentialInput,
  EnvironmentOptions,
  WebAuthnConfig,
  WebAuthnUserConfig,
} from '../types/provider.js'
import { passkeyCode } from '../types/symbols.js'
import type {
  GetRelayingParty,
  GetUserInfo,
  PasskeyOrigin,
  RelayingParty,
  RelayingPartyOptions,
  SimpleWebAuthn,
  WebAuthnUserInfo,
} from '../types/webauthn.js'

/** The default timeout of a ceremony, in milliseconds. */
export const DEFAULT_WEBAUTHN_TIMEOUT = 300_000

/** Exported for compatibility with Auth.js. The page contains the version that it was built with. */
export const DEFAULT_SIMPLEWEBAUTHN_BROWSER_VERSION = 'v9.0.1'

const library: SimpleWebAuthn = {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
}

/** Both ceremonies start with options, so an older version fails before a user creates or presents a passkey in vain. */
const simpleWebAuthn: SimpleWebAuthn = {
  ...library,
  async generateAuthenticationOptions(options) {
    await assertSupportedVersion()
    return library.generateAuthenticationOptions(options)
  },
  async generateRegistrationOptions(options) {
    await assertSupportedVersion()
    return library.generateRegistrationOptions(options)
  },
}

/**
 * Asserts that `@simplewebauthn/server` is version 11 or newer. The peer range allows any version, because an app may use an
 * older one without this provider. Version 11 renamed the option `authenticator`, so only older ones read it.
 *
 * @throws InvalidConfig if it is older
 */
async function assertSupportedVersion(): Promise<void> {
  let isOutdated = false
  const options = {
    response: {},
    get authenticator() {
      isOutdated = true
      return {}
    },
  }
  await verifyAuthenticationResponse(options as never).catch(() => {})
  if (isOutdated)
    throw new InvalidConfig(
      'Passkeys require "@simplewebauthn/server" 11 or newer. An older version is installed. Update it: npm install @simplewebauthn/server@latest',
    )
}

const formFields: Record<string, CredentialInput> = {
  email: { label: 'Email', required: true, autocomplete: 'username webauthn' },
}

/**
 * Signs users in with WebAuthn, such as with a security key. Your options determine the requirements for the
 * authenticator. For passkeys, use `latchkey/providers/passkey` instead.
 *
 * Requires the package `@simplewebauthn/server` and an adapter.
 *
 * @example
 * ```ts
 * import WebAuthn from 'latchkey/providers/webauthn'
 *
 * export const securityKey = WebAuthn({
 *   name: 'Security key',
 *   relayingParty: { id: 'app.example', name: 'App' },
 *   verifyAuthenticationOptions: { requireUserVerification: false },
 *   verifyRegistrationOptions: { requireUserVerification: false },
 * })
 * ```
 */
export function WebAuthn(config: WebAuthnUserConfig & EnvironmentOptions = {}): WebAuthnConfig {
  const { authenticationOptions, registrationOptions, simpleWebAuthn: customSimpleWebAuthn, ...rest } = config
  return {
    id: 'webauthn',
    name: 'WebAuthn',
    enableConditionalUI: true,
    enableSignals: true,
    simpleWebAuthnBrowserVersion: DEFAULT_SIMPLEWEBAUTHN_BROWSER_VERSION,
    formFields,
    getUserInfo,
    getRelayingParty,
    ...omitUndefined(rest),
    authenticationOptions: mergeDefaults({ timeout: DEFAULT_WEBAUTHN_TIMEOUT }, authenticationOptions),
    registrationOptions: mergeDefaults({ timeout: DEFAULT_WEBAUTHN_TIMEOUT }, registrationOptions),
    simpleWebAuthn: mergeDefaults(simpleWebAuthn, omitUndefined(customSimpleWebAuthn)),
    type: 'webauthn',
    ...broughtCode,
  }
}

const code: PasskeyCode = {
  loadCeremonies: /* @__PURE__ */ createLoader(() => import('../flows/webauthn/ceremonies.js')),
  loadRules: /* @__PURE__ */ createLoader(() => import('../config/validate-passkeys.js')),
  loadScript: async () => (await import('../pages/passkey-script.js')).passkeyScript,
}

/** The core does not import this code, so the bundle of an app without this provider has none of it. */
const broughtCode = { [passkeyCode]: code }

type DefinedOptions<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** Removes options that are `undefined`, so that they do not override defaults. */
function omitUndefined<T extends object>(options: T | undefined): DefinedOptions<T> {
  if (options != null && !isOptions(options)) return options
  const entries: [string, unknown][] = Object.entries(options ?? {})
  return Object.fromEntries<unknown>(entries.filter(([, value]) => value !== undefined)) as DefinedOptions<T>
}

async function getUserInfo(
  { adapter }: Parameters<GetUserInfo>[0],
  { method, query, body }: Parameters<GetUserInfo>[1],
): Promise<WebAuthnUserInfo | null> {
  const input: unknown = (method === 'POST' ? body : query)?.email
  if (typeof input !== 'string' || !input) return null
  const normalized = normalizeEmail(input)
  const email = typeof normalized === 'string' ? normalized : input
  // An existing user may have an invalid email address. A new user may not.
  if (email !== normalized && query?.action === 'register') return null
  // Queries both, because the response time would otherwise reveal which of them has an account.
  const users = await Promise.all(
    [...new Set([input, ...listEmailSpellings(email)])].map(candidate => adapter.getUserByEmail(candidate)),
  )
  const user = users.find(Boolean)
  return user ? { user, exists: true } : { user: { email }, exists: false }
}

function getRelayingParty({ url, provider }: Parameters<GetRelayingParty>[0]): RelayingParty {
  const { id, name, origin } = provider.relayingParty ?? {}
  return {
    id: getFirst(id) ?? url.hostname,
    name: getFirst(name) ?? url.host,
    origin: origin && origin.length > 0 ? origin : url.origin,
  }
}

function getFirst(value: RelayingPartyOptions['id']): string | undefined {
  return Array.isArray(value) ? value[0] : value
}

/** The document of `/.well-known/webauthn`. Web Authentication level 3 section 5.11. */
export interface RelatedOrigins {
  /** The pages outside of the `id` of the relying party that can use its passkeys: scheme, host and port. */
  origins: string[]
}

/**
 * Returns the document that browsers request at `/.well-known/webauthn` of the host of `relayingParty.id`, before a page of another domain
 * uses a passkey. Serve it as JSON, without a redirect.
 *
 * @throws InvalidConfig if the provider has no `relayingParty.id`
 * @example
 * ```ts
 * import Passkey, { getRelatedOrigins } from 'latchkey/providers/passkey'
 *
 * export const passkey = Passkey({
 *   relayingParty: { id: 'example.com', name: 'Example', origin: ['https://example.com', 'https://example.net'] },
 * })
 *
 * export const GET = () => Response.json(getRelatedOrigins(passkey))
 * ```
 */
export function getRelatedOrigins({ id, relayingParty }: WebAuthnConfig): RelatedOrigins {
  const rpId = getFirst(relayingParty?.id)?.toLowerCase()
  if (!rpId)
    throw new InvalidConfig(
      `Provider "${id}" needs \`relayingParty.id\`: the host whose passkeys its related origins use.`,
    )
  const isRelated = (origin: string) => {
    const host = /^https?:\/\/([^:/]+)/.exec(origin)?.[1]
    return host !== undefined && host !== rpId && !host.endsWith(`.${rpId}`)
  }
  return { origins: [relayingParty?.origin ?? []].flat().filter(isRelated) }
}

/** The type of the provider. The name in Auth.js. */
export type WebAuthnProviderType = WebAuthnConfig['type']

export default WebAuthn
export type {
  GetRelayingParty,
  GetUserInfo,
  PasskeyOrigin,
  RelayingParty,
  RelayingPartyOptions,
  SimpleWebAuthn,
  WebAuthnConfig,
  WebAuthnUserConfig,
}
