import type { AuthInstance } from '../../server.js'
import type { Callbacks, SessionParams } from '../../types/callbacks.js'
import type { Awaitable, Optional } from '../../types/common.js'
import type { OAuth2Config, Provider } from '../../types/provider.js'
import type { DefaultSession, Session } from '../../types/session.js'
import { nextAuth4Errors } from '../../types/symbols.js'
import type { Untyped } from '../../types/untyped.js'
import { getNextAuth, type NextAuthConfig } from '../next/config.js'

/** The callbacks of NextAuth 4: the `session` callback receives the session without the columns of a stored one. */
export interface CallbacksOptions extends Omit<Callbacks, 'session'> {
  /** Returns the session that clients receive. @default name, email, image and the expiry */
  session(params: Omit<SessionParams, 'session'> & { session: Session }): Awaitable<Session | DefaultSession>
}

/** An OAuth provider of NextAuth 4. With `idToken: true` it is an OpenID provider, which has the type `oidc` in Latchkey. */
export interface NextAuth4OAuthConfig extends OAuth2Config<Untyped> {
  idToken?: boolean | undefined
}

/** The configuration of an app that was written for NextAuth 4. It can have the options of Latchkey too. */
export interface AuthOptions extends Omit<NextAuthConfig, 'callbacks' | 'providers'> {
  providers: (Provider | NextAuth4OAuthConfig)[]
  callbacks?: Optional<CallbacksOptions> | undefined
}

/** By options, so that the configuration is converted once. */
const configs = new WeakMap<AuthOptions, NextAuthConfig>()

/** Returns the authentication of an app that was written for NextAuth 4. */
export function createNextAuth4(options: AuthOptions): AuthInstance {
  const config = configs.get(options) ?? toNextConfig(options)
  configs.set(options, config)
  return getNextAuth(config)
}

function toNextConfig(options: AuthOptions): NextAuthConfig {
  return { ...options, providers: options.providers?.map(toProvider), ...{ [nextAuth4Errors]: true } }
}

function toProvider(provider: Provider | NextAuth4OAuthConfig): Provider {
  return isOpenIdProvider(provider) ? { ...provider, type: 'oidc' } : provider
}

function isOpenIdProvider(provider: Provider | NextAuth4OAuthConfig): provider is NextAuth4OAuthConfig {
  return 'idToken' in provider && provider.type === 'oauth' && provider.idToken === true
}
