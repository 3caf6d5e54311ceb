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
  WebAuthnConfig,
} from './provider.js'
import type { Profile, User } from './user.js'
import type { GetRelayingParty, GetUserInfo, SimpleWebAuthn } from './webauthn.js'

/** What protects one OAuth flow, after the defaults. */
export type Check = 'state' | 'pkce' | 'nonce'

/** An OAuth or OpenID Connect provider after merging: every default filled in, every URL parsed. */
export interface OAuthProvider {
  readonly id: string
  readonly name: string
  readonly type: 'oauth' | 'oidc'
  readonly clientId: string
  readonly clientSecret: string | undefined
  readonly generateClientSecret: OAuth2Config<never>['generateClientSecret']
  readonly issuer: string | undefined
  readonly acceptedIssuers: readonly string[] | 'same-origin'
  readonly expectedIssuer: OAuth2Config<never>['expectedIssuer']
  readonly wellKnown: string | undefined
  readonly jwksUri: string | undefined
  /** Undefined where discovery names it. */
  readonly authorization: URL | undefined
  readonly authorizationParameterNames: ParameterNames
  /** Set on the authorization URL. */
  readonly authorizationParams: Readonly<Record<string, string>>
  readonly callback: Readonly<CallbackHandler>
  readonly token: Readonly<Omit<TokenEndpointHandler, 'url' | 'params'>> & EndpointUrl
  readonly userinfo: Readonly<Omit<UserinfoEndpointHandler, 'url' | 'params'>> & EndpointUrl
  /** Which checks the configuration asks for; empty when it opted out. */
  readonly checks: ReadonlySet<Check>
  readonly pkce: 'S256' | 'plain'
  readonly idToken: boolean
  readonly client: Readonly<ClientMetadata>
  profile(profile: Profile, tokens: TokenSet): Awaitable<User>
  /** Whether the provider proved the address; undefined where it does not say. */
  emailVerified(profile: Profile): boolean | undefined
  account(tokens: TokenSet): TokenSet
  readonly style: Readonly<OAuthProviderButtonStyles>
  readonly icon: OAuth2Config<never>['icon']
  readonly allowDangerousEmailAccountLinking: boolean
  /** The mount URL of the proxy, without a trailing slash. */
  readonly redirectProxyUrl: string | undefined
  readonly fetch: typeof fetch
}

/** Where an endpoint is; of the two at most one. */
export interface EndpointUrl {
  readonly url: URL | undefined
  /** With placeholders that only a sign-in fills. */
  readonly template: string | undefined
}

/** A passkey provider with everything that it cannot do without. */
export interface PasskeyProvider extends WebAuthnConfig {
  readonly getUserInfo: GetUserInfo
  readonly getRelayingParty: GetRelayingParty
  readonly simpleWebAuthn: SimpleWebAuthn
}

/** Every provider after merging, by type. */
export interface ProvidersByType {
  oauth: OAuthProvider
  oidc: OAuthProvider
  email: EmailConfig
  credentials: CredentialsConfig
  webauthn: PasskeyProvider
}

/** A provider after merging. */
export type ResolvedProvider = ProvidersByType[keyof ProvidersByType]
