import type { OAuth2Config, OAuthUserConfig, OIDCConfig, OIDCUserConfig } from '../types/provider.js'

/** The claims that OpenID providers share, for the profiles of those that send them all. OpenID Connect Core section 5.1. */
export interface StandardClaims {
  [claim: string]: unknown
  sub: string
  name?: string | undefined
  given_name?: string | undefined
  family_name?: string | undefined
  preferred_username?: string | undefined
  email?: string | undefined
  email_verified?: boolean | undefined
  picture?: string | undefined
}

/** Of a provider's own options, those that an app may leave out: the provider has a default for them. */
type RequiredOptions<Options> = {
  [Name in keyof Options as undefined extends Options[Name] ? never : Name]: true
}

/** The argument of a factory: it may be left out where the provider needs nothing that the environment cannot give. */
type FactoryArguments<User, Options> = keyof RequiredOptions<Options> extends never
  ? [options?: User & Options]
  : [options: User & Options]

/** Makes an OAuth 2 provider of what an app knows about it. */
export type OAuthFactory<Profile, Options = unknown> = (
  ...options: FactoryArguments<OAuthUserConfig<Profile>, Options>
) => OAuth2Config<Profile>

/** Makes an OpenID Connect provider of what an app knows about it. */
export type OIDCFactory<Profile, Options = unknown> = (
  ...options: FactoryArguments<OIDCUserConfig<Profile>, Options>
) => OIDCConfig<Profile>

/**
 * What a catalogue file says of a provider. `scope` is short for the parameter of that name, or the default of an option
 * of that name, which the parameter then says: `{scope}`. With `null` there is none but the app's own.
 */
type OAuthDefinition<Profile> = Omit<OAuth2Config<Profile>, 'type' | 'options'> & { scope?: string | null }
type OIDCDefinition<Profile> = Omit<OIDCConfig<Profile>, 'type' | 'options'> & { scope?: string | null }

/**
 * An OAuth 2 provider of the catalogue, as data.
 *
 * @example
 * ```ts
 * import { defineOAuth } from 'latchkey/providers/define'
 *
 * interface HarborProfile {
 *   uid: number
 *   handle: string
 *   mail: string
 * }
 *
 * export const Harbor = defineOAuth<HarborProfile>({
 *   id: 'harbor',
 *   name: 'Harbor',
 *   authorization: 'https://harbor.example/oauth/authorize',
 *   token: 'https://harbor.example/oauth/token',
 *   userinfo: 'https://harbor.example/api/me',
 *   scope: 'profile email',
 *   profile: ({ uid, handle, mail }) => ({ id: String(uid), name: handle, email: mail }),
 * })
 * ```
 */
export function defineOAuth<Profile, Options = unknown>(
  definition: OAuthDefinition<Profile> & Partial<Options>,
): OAuthFactory<Profile, Options> {
  const provider: OAuthDefinition<Profile> = definition
  const authorization = withScope(provider.authorization, provider.scope)
  return (...[options]) => ({ ...provider, type: 'oauth', authorization, options })
}

/**
 * An OpenID Connect provider of the catalogue, as data. Without an `issuer` the app gives it, or `AUTH_<ID>_ISSUER` does.
 *
 * @example
 * ```ts
 * import { defineOIDC } from 'latchkey/providers/define'
 *
 * export const Harbor = defineOIDC<{ sub: string; name: string }>({
 *   id: 'harbor',
 *   name: 'Harbor',
 *   issuer: 'https://harbor.example',
 * })
 * ```
 */
export function defineOIDC<Profile, Options = unknown>(
  definition: OIDCDefinition<Profile> & Partial<Options>,
): OIDCFactory<Profile, Options> {
  const isIssuerFromApp = !definition.issuer && (definition.wellKnown ?? '{issuer}').includes('{issuer}')
  const provider: OIDCDefinition<Profile> = {
    acceptedIssuers: isIssuerFromApp ? withOrWithoutSlash : [],
    ...definition,
  }
  const authorization = withScope(provider.authorization, provider.scope)
  return (...[options]) => ({ ...provider, type: 'oidc', authorization, options })
}

/** An issuer that the app gives: people leave out the slash at its end where the service has one, or add it. */
const withOrWithoutSlash = ['{issuer}', '{issuer}/']

function withScope(authorization: OAuth2Config<never>['authorization'], scope: string | null | undefined) {
  if (scope === undefined) return authorization
  const endpoint = typeof authorization === 'string' ? { url: authorization } : authorization
  return { ...endpoint, params: { scope, ...endpoint?.params } }
}
