import { mergeProviders } from '../../config/resolve-provider.js'
import type { AuthConfig } from '../../types/config.js'
import type { EmailConfig, OAuthConfig, Provider, ProviderConfig } from '../../types/provider.js'
import { customFetch } from '../../types/symbols.js'
import type { Untyped } from '../../types/untyped.js'
import type { UserClaims } from '../provider/grants.js'
import { createInMemoryProvider, type InMemoryProvider } from '../provider/in-memory.js'
import type { FaultInjector } from './faults.js'

/** An email that the app sent. */
export interface SentEmail {
  readonly providerId: string
  readonly isCode: boolean
  readonly identifier: string
  readonly url: string
  readonly token: string
  /** Milliseconds since 1970. */
  readonly expires: number
  /** Whether it signed in already, or was revoked. It must not sign in again. */
  isUsed: boolean
  /** Whether a failure must have left it usable. */
  mustWork: boolean
}

/** A provider of the app under test. */
export interface SimulatedProvider {
  readonly id: string
  readonly type: ProviderConfig['type']
  readonly isCode: boolean
  /** The identity provider in memory, for types `oauth` and `oidc`. */
  readonly identityProvider: InMemoryProvider | null
}

/** The entries of `providers` that need no network, and how to reach them. */
export interface ReplacedProviders {
  readonly entries: Provider[]
  readonly simulated: readonly SimulatedProvider[]
}

/** Replaces the network of all providers. Their ids, `profile`, `account`, `authorize` and rules stay. */
export function replaceProviders(
  config: AuthConfig,
  faults: FaultInjector,
  emails: SentEmail[],
): ReplacedProviders {
  const pairs = mergeProviders(config.providers).map(provider => replaceProvider(provider, faults, emails))
  return { entries: pairs.map(([entry]) => entry), simulated: pairs.map(([, simulated]) => simulated) }
}

function replaceProvider(
  provider: ProviderConfig,
  faults: FaultInjector,
  emails: SentEmail[],
): [Provider, SimulatedProvider] {
  const { id, type } = provider
  const simulated = { id, type, isCode: false, identityProvider: null }
  switch (provider.type) {
    case 'oauth':
    case 'oidc': {
      const identityProvider = createInMemoryProvider({
        issuer: `https://${id}.provider.example`,
        alg: 'ES256',
      })
      return [replaceEndpoints(provider, identityProvider, faults), { ...simulated, identityProvider }]
    }
    case 'email':
      return [
        captureEmails(provider, faults, emails),
        { ...simulated, isCode: provider.oneTimeCode === true },
      ]
    case 'credentials': {
      const authorize: typeof provider.authorize = (...args) =>
        faults.run('authorize', () => provider.authorize(...args))
      return [{ ...provider, authorize }, simulated]
    }
    default:
      return [provider, simulated]
  }
}

/** Returns a provider with the rules of the app's one and the endpoints of the identity provider in memory. */
function replaceEndpoints(
  provider: OAuthConfig<Untyped>,
  identityProvider: InMemoryProvider,
  faults: FaultInjector,
): Provider {
  const fetchIdentityProvider: typeof fetch = (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input))
    return faults.run(`the request to ${provider.id}${pathname}`, () => identityProvider.fetch(input, init))
  }
  const { id, name, type, profile, account, checks, isEmailVerified, allowDangerousEmailAccountLinking } =
    provider
  const rules = {
    id,
    name,
    type,
    profile,
    account,
    checks,
    isEmailVerified,
    allowDangerousEmailAccountLinking,
  }
  const idToken = 'idToken' in provider ? provider.idToken : undefined
  return {
    ...identityProvider.provider({ [customFetch]: fetchIdentityProvider }),
    ...rules,
    idToken,
  } as OAuthConfig<Untyped>
}

function captureEmails(provider: EmailConfig, faults: FaultInjector, emails: SentEmail[]): EmailConfig {
  return {
    ...provider,
    sendVerificationRequest: async ({ identifier, url, token, expires }) => {
      const isCode = provider.oneTimeCode === true
      const state = { isUsed: false, mustWork: false }
      const email: SentEmail = {
        ...state,
        providerId: provider.id,
        isCode,
        identifier,
        url,
        token,
        expires: expires.getTime(),
      }
      try {
        await faults.run('the email delivery', () => void emails.push(email))
      } catch (error) {
        email.isUsed = true
        throw error
      }
    },
  }
}

/** Returns whether a provider signs in by a redirect to an identity provider. */
export function isFederated(
  provider: SimulatedProvider,
): provider is SimulatedProvider & { identityProvider: InMemoryProvider } {
  return provider.identityProvider !== null
}

/** Claims of a person, in the form of OpenID Connect and with the ids of identity providers that differ. */
export function buildClaims(person: { sub: string; fullName: string; email: string }): UserClaims {
  const { sub, fullName, email } = person
  return { sub, id: sub, name: fullName, email, email_verified: true, verified_email: true, picture: null }
}
