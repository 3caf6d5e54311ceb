import type { TokenSet } from './account.js'
import type { Awaitable } from './common.js'
import type {
  ClientMetadata,
  CredentialsConfig,
  EmailConfig,
  OAuthProviderButtonStyles,
  TokenEndpointHandler,
  UserinfoEndpointHandler,
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
  readonly issuer: string | undefined
  readonly wellKnown: string | undefined
  readonly jwksUri: string | undefined
  /** Undefined where discovery names it. */
  readonly authorization: URL | undefined
  /** Set on the authorization URL. */
  readonly parameters: Readonly<Record<string, string>>
  readonly token: Readonly<Omit<TokenEndpointHandler, 'url' | 'params'>> & { readonly url: URL | undefined }
  readonly userinfo: Readonly<Omit<UserinfoEndpointHandler, 'url' | 'params'>> & {
    readonly url: URL | undefined
  }
  /** Which checks the configuration asks for; empty when it opted out. */
  readonly checks: ReadonlySet<Check>
  readonly idToken: boolean
  readonly client: Readonly<ClientMetadata>
  profile(profile: Profile, tokens: TokenSet): Awaitable<User>
  account(tokens: TokenSet): TokenSet
  readonly style: Readonly<OAuthProviderButtonStyles>
  readonly allowDangerousEmailAccountLinking: boolean
  /** The mount URL of the proxy, without a trailing slash. */
  readonly redirectProxyUrl: string | undefined
  readonly fetch: typeof fetch
}

/** A passkey provider with everything that it cannot do without. */
export interface PasskeyProvider extends WebAuthnConfig {
  readonly getUserInfo: GetUserInfo
  readonly getRelayingParty: GetRelayingParty
  readonly simpleWebAuthn: SimpleWebAuthn
}

/** Every provider after merging, by type. */
export interface Providers {
  oauth: OAuthProvider
  oidc: OAuthProvider
  email: EmailConfig
  credentials: CredentialsConfig
  webauthn: PasskeyProvider
}

/** A provider after merging. */
export type ResolvedProvider = Providers[keyof Providers]
