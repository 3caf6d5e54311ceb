import type { AuthAction } from './action.js'
import type { Callbacks } from './callbacks.js'
import type { AuthConfig, PagesOptions, SessionOptions } from './config.js'
import type { ResolvedCookies } from './cookies.js'
import type { EventCallbacks } from './events.js'
import type { JWTOptions } from './jwt.js'
import type { LoggerInstance } from './logger.js'
import type { ProfileCallback } from './provider.js'
import type { ProviderType } from './provider-type.js'
import type { ProvidersByType, ResolvedOAuthProvider } from './resolved-provider.js'
import type { Theme } from './theme.js'
import type { Profile } from './user.js'
import type { WrappedAdapter } from './wrapped-adapter.js'

/** An OAuth 2 provider with all defaults filled in and all URLs parsed. */
export interface OAuthConfigInternal<P> extends Omit<ResolvedOAuthProvider, 'type' | 'profile'> {
  readonly type: 'oauth'
  readonly profile: ProfileCallback<P>
}

/** An OpenID Connect provider with all defaults filled in and all URLs parsed. */
export interface OIDCConfigInternal<P> extends Omit<ResolvedOAuthProvider, 'type' | 'profile'> {
  readonly type: 'oidc'
  readonly profile: ProfileCallback<P>
}

interface InternalProvidersByType extends Omit<ProvidersByType, 'oauth' | 'oidc'> {
  oauth: OAuthConfigInternal<Profile>
  oidc: OIDCConfigInternal<Profile>
}

/** A resolved provider with its URLs at this site. */
export type InternalProvider<Type extends ProviderType = ProviderType> = InternalProvidersByType[Type] & {
  signinUrl: string
  callbackUrl: string
}

/**
 * The resolved configuration of a request, an Auth.js type that apps may import. The passkey hooks of Latchkey receive
 * `WebAuthnHookOptions` instead.
 */
export interface InternalOptions<Type extends ProviderType = ProviderType> {
  providers: InternalProvider[]
  /** The public scheme, host and port, and the base path. */
  url: URL
  action: AuthAction
  provider: InternalProvider<Type>
  csrfToken?: string | undefined
  csrfTokenVerified?: boolean | undefined
  secret: string | string[]
  theme: Theme
  debug: boolean
  logger: LoggerInstance
  session: { [Option in keyof SessionOptions]-?: NonNullable<SessionOptions[Option]> }
  pages: PagesOptions
  jwt: JWTOptions
  events: { [Event in keyof EventCallbacks]?: EventCallbacks[Event] | undefined }
  adapter: WrappedAdapter | undefined
  callbacks: Callbacks
  cookies: ResolvedCookies
  callbackUrl: string
  isOnRedirectProxy: boolean
  experimental: NonNullable<AuthConfig['experimental']>
  basePath: string
}
