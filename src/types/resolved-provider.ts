import type { TokenSet } from './account.js'
import type { Awaitable } from './common.js'
import type { ParameterNames, TokenEndpointHandler, UserinfoEndpointHandler } from './endpoint.js'
import type {
  CallbackHandler,
  ClientMetadata,
  CredentialsConfig,
  EmailConfig,
  OAuth2Config,
  OAuthProviderButtonStyles,
  TrustedAssurance,
  WebAuthnConfig,
} from './provider.js'
import type { Profile, User } from './user.js'
import type { GetRelayingParty, GetUserInfo, SimpleWebAuthn } from './webauthn.js'

/** A check that protects an OAuth flow, after defaults. */
export type OAuthCheck = 'state' | 'pkce' | 'nonce'

/** An OAuth or OpenID Connect provider with all defaults filled in and all URLs parsed. */
export interface ResolvedOAuthProvider {
  readonly id: string
  readonly name: string
  readonly type: 'oauth' | 'oidc'
  readonly clientId: string
  readonly clientSecret: string | undefined
  readonly generateClientSecret: OAuth2Config<never>['generateClientSecret']
  readonly issuer: string | undefined
  readonly acceptedIssuers: readonly string[] | 'same-origin'
  readonly resolveExpectedIssuer: OAuth2Config<never>['resolveExpectedIssuer']
  readonly wellKnown: string | undefined
  readonly jwksUri: string | undefined
  /** Undefined if discovery provides it. */
  readonly authorization: URL | undefined
  readonly authorizationParameterNames: ParameterNames
  /** Parameters of the authorization URL. */
  readonly authorizationParams: Readonly<Record<string, string>>
  readonly callback: Readonly<CallbackHandler>
  readonly token: Readonly<Omit<TokenEndpointHandler, 'url' | 'params'>> & EndpointUrl
  readonly userinfo: Readonly<Omit<UserinfoEndpointHandler, 'url' | 'params'>> & EndpointUrl
  /** The configured checks. Empty if the configuration disables them. */
  readonly checks: ReadonlySet<OAuthCheck>
  readonly codeChallengeMethod: 'S256' | 'plain'
  readonly idToken: boolean
  readonly client: Readonly<ClientMetadata>
  /** Whether ID tokens can have no nonce, although one was sent. */
  readonly omitsNonce: boolean
  /** Seconds. */
  readonly clockTolerance: number
  readonly profile?: ((profile: Profile, tokens: TokenSet) => Awaitable<User>) | undefined
  /** Returns whether the provider verified the email address, or undefined if the profile does not say. */
  readonly isEmailVerified?: ((profile: Profile) => unknown) | undefined
  readonly account?: ((tokens: TokenSet) => TokenSet) | undefined
  readonly trustedAssurance: TrustedAssurance
  readonly style: Readonly<OAuthProviderButtonStyles>
  readonly icon: OAuth2Config<never>['icon']
  readonly allowDangerousEmailAccountLinking: boolean
  /** The base URL of the proxy, without a trailing slash. */
  readonly redirectProxyUrl: string | undefined
  readonly fetch: typeof fetch
}

/** The location of an endpoint. At most one member is set. */
export interface EndpointUrl {
  readonly url: URL | undefined
  /** A URL with placeholders that are filled at sign-in. */
  readonly template: string | undefined
}

/** A passkey provider with all required functions. */
export interface ResolvedWebAuthnProvider extends WebAuthnConfig {
  readonly getUserInfo: GetUserInfo
  readonly getRelayingParty: GetRelayingParty
  readonly simpleWebAuthn: SimpleWebAuthn
}

/** The resolved providers by type. */
export interface ProvidersByType {
  oauth: ResolvedOAuthProvider
  oidc: ResolvedOAuthProvider
  email: EmailConfig
  credentials: CredentialsConfig
  webauthn: ResolvedWebAuthnProvider
}

/** A provider with all defaults filled in. */
export type ResolvedProvider = ProvidersByType[keyof ProvidersByType]
