import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { normalAddress } from '../mail/address.js'
import type {
  CredentialInput,
  InferredOptions,
  WebAuthnConfig,
  WebAuthnUserConfig,
} from '../types/provider.js'
import type {
  GetRelayingParty,
  GetUserInfo,
  RelayingParty,
  RelayingPartyOptions,
  SimpleWebAuthn,
  WebAuthnUserInfo,
} from '../types/webauthn.js'

/** Milliseconds that a visitor has for a ceremony. */
export const DEFAULT_WEBAUTHN_TIMEOUT = 300_000

/** Kept for apps that name it; the page brings the version with it that it was made with. */
export const DEFAULT_SIMPLEWEBAUTHN_BROWSER_VERSION = 'v9.0.1'

const simpleWebAuthn: SimpleWebAuthn = {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
}

const formFields: Record<string, CredentialInput> = {
  email: { label: 'Email', required: true, autocomplete: 'username webauthn' },
}

/**
 * Signs people in with a key of their device, such as a security key; the app says what the key must be able to do. Most
 * apps want `latchkey/providers/passkey`.
 *
 * Needs the package `@simplewebauthn/server`, an adapter, and `experimental: { enableWebAuthn: true }`.
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
export function WebAuthn(config: WebAuthnUserConfig & InferredOptions = {}): WebAuthnConfig {
  const { authenticationOptions, registrationOptions, simpleWebAuthn: own, ...rest } = config
  return {
    id: 'webauthn',
    name: 'WebAuthn',
    enableConditionalUI: true,
    simpleWebAuthnBrowserVersion: DEFAULT_SIMPLEWEBAUTHN_BROWSER_VERSION,
    formFields,
    getUserInfo,
    getRelayingParty,
    ...given(rest),
    authenticationOptions: { timeout: DEFAULT_WEBAUTHN_TIMEOUT, ...authenticationOptions },
    registrationOptions: { timeout: DEFAULT_WEBAUTHN_TIMEOUT, ...registrationOptions },
    simpleWebAuthn: { ...simpleWebAuthn, ...given(own ?? {}) },
    type: 'webauthn',
  }
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** An option that is `undefined` is not given. */
function given<T extends object>(options: T): Given<T> {
  const entries: [string, unknown][] = Object.entries(options)
  return Object.fromEntries<unknown>(entries.filter(([, value]) => value !== undefined)) as Given<T>
}

async function getUserInfo(
  { adapter }: Parameters<GetUserInfo>[0],
  { method, query, body }: Parameters<GetUserInfo>[1],
): Promise<WebAuthnUserInfo | null> {
  const typed: unknown = (method === 'POST' ? body : query)?.email
  if (typeof typed !== 'string' || !typed) return null
  const normal = normalAddress(typed)
  const email = typeof normal === 'string' ? normal : typed
  // A user of before may be called by what is no address; nobody new is.
  if (email !== normal && query?.action === 'register') return null
  // Always both, or the time of the answer would tell which one is known.
  const found = await Promise.all([...new Set([typed, email])].map(name => adapter.getUserByEmail(name)))
  const user = found.find(Boolean)
  return user ? { user, exists: true } : { user: { email }, exists: false }
}

function getRelayingParty({ url, provider }: Parameters<GetRelayingParty>[0]): RelayingParty {
  const { id, name, origin } = provider.relayingParty ?? {}
  return { id: first(id) ?? url.hostname, name: first(name) ?? url.host, origin: first(origin) ?? url.origin }
}

function first(part: RelayingPartyOptions['id']): string | undefined {
  return Array.isArray(part) ? part[0] : part
}

/** @alias */
export default WebAuthn
export type {
  GetRelayingParty,
  GetUserInfo,
  RelayingParty,
  RelayingPartyOptions,
  SimpleWebAuthn,
  WebAuthnConfig,
  WebAuthnUserConfig,
}
