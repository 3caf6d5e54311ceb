import { interpolateDeep, toPlaceholderText } from '../base/template.js'
import type { OAuth2Config, OAuthUserConfig, OIDCConfig, OIDCUserConfig } from '../types/provider.js'
import type { Untyped } from '../types/untyped.js'

/** Makes every member of a profile readable: providers return more claims than the type lists. */
export interface AdditionalClaims {
  [claim: string]: Untyped
}

/** The standard claims of OpenID Connect Core section 5.1, for providers that return all of them. */
export interface StandardClaims {
  sub: string
  name?: string | undefined
  given_name?: string | undefined
  family_name?: string | undefined
  preferred_username?: string | undefined
  email?: string | undefined
  email_verified?: boolean | undefined
  picture?: string | undefined
}

/** The claims that describe an ID token itself, OpenID Connect Core section 2. */
export interface IDTokenClaims {
  iss: string
  sub: string
  aud: string | string[]
  /** The expiry, in seconds since the epoch. */
  exp: number
  /** The time of issue, in seconds since the epoch. */
  iat: number
  /** The time of the sign-in, in seconds since the epoch. */
  auth_time?: number | undefined
  nonce?: string | undefined
  acr?: string | undefined
  azp?: string | undefined
  at_hash?: string | undefined
  c_hash?: string | undefined
}

/** The names of a provider's options that have no default. */
type RequiredOptions<Options> = {
  [Name in keyof Options as object extends Pick<Options, Name> ? never : Name]: true
}

/** Marks a factory that must be called, because the environment cannot provide every required option. */
type RequiredOptionsBrand<Options> = keyof RequiredOptions<Options> extends never
  ? unknown
  : { readonly '~options'?: 'required' }

/** The arguments of a factory. They are optional if the environment can provide every required option. */
type FactoryArguments<User, Options> = keyof RequiredOptions<Options> extends never
  ? [options?: User & Options]
  : [options: User & Options]

/** Creates an OAuth 2 provider from the options of an app. */
export type OAuthFactory<Profile, Options = unknown> = RequiredOptionsBrand<Options> &
  ((...options: FactoryArguments<OAuthUserConfig<Profile>, Options>) => OAuth2Config<Profile>)

/** Creates an OpenID Connect provider from the options of an app. */
export type OIDCFactory<Profile, Options = unknown> = RequiredOptionsBrand<Options> &
  ((...options: FactoryArguments<OIDCUserConfig<Profile>, Options>) => OIDCConfig<Profile>)

/**
 * The definition of a provider. `scope` is short for the authorization parameter `scope`. If the parameter is
 * `{scope}`, it is the default of an option `scope`. With `null`, only the app sets a scope.
 */
type OAuthDefinition<Profile> = Omit<OAuth2Config<Profile>, 'type' | 'options'> & { scope?: string | null }
type OIDCDefinition<Profile> = Omit<OIDCConfig<Profile>, 'type' | 'options'> & { scope?: string | null }

/**
 * Creates the factory of an OAuth 2 provider from its definition.
 *
 * @example
 * ```ts
 * import { defineOAuth } from 'latchkey/providers/define'
 *
 * interface SpotifyProfile {
 *   id: string
 *   display_name: string
 *   email: string
 * }
 *
 * export const Spotify = defineOAuth<SpotifyProfile>({
 *   id: 'spotify',
 *   name: 'Spotify',
 *   authorization: 'https://accounts.spotify.com/authorize',
 *   token: 'https://accounts.spotify.com/api/token',
 *   userinfo: 'https://api.spotify.com/v1/me',
 *   scope: 'user-read-email',
 *   profile: ({ id, display_name, email }) => ({ id, name: display_name, email }),
 * })
 * ```
 */
export function defineOAuth<Profile, Options = unknown>(
  definition: OAuthDefinition<Profile> & Partial<Options>,
): OAuthFactory<Profile, Options> {
  const provider: OAuthDefinition<Profile> = definition
  const authorization = withScope(provider.authorization, provider.scope)
  const fillPlaceholders = createPlaceholderFiller({ ...provider, authorization })
  return (...[options]) => ({
    ...provider,
    type: 'oauth',
    authorization,
    ...fillPlaceholders(options),
    options,
  })
}

/**
 * Creates the factory of an OpenID Connect provider from its definition. If the definition has no `issuer`, the app
 * sets it as an option or as `AUTH_<ID>_ISSUER`.
 *
 * @example
 * ```ts
 * import { defineOIDC } from 'latchkey/providers/define'
 *
 * export const Google = defineOIDC<{ sub: string; name: string }>({
 *   id: 'google',
 *   name: 'Google',
 *   issuer: 'https://accounts.google.com',
 * })
 * ```
 */
export function defineOIDC<Profile, Options = unknown>(
  definition: OIDCDefinition<Profile> & Partial<Options>,
): OIDCFactory<Profile, Options> {
  const isIssuerFromApp = !definition.issuer && (definition.wellKnown ?? '{issuer}').includes('{issuer}')
  const provider: OIDCDefinition<Profile> = {
    acceptedIssuers: isIssuerFromApp ? issuerWithOptionalSlash : [],
    ...definition,
  }
  const authorization = withScope(provider.authorization, provider.scope)
  const fillPlaceholders = createPlaceholderFiller({ ...provider, authorization })
  return (...[options]) => ({
    ...provider,
    type: 'oidc',
    authorization,
    ...fillPlaceholders(options),
    options,
  })
}

/** Accepts a configured issuer that differs from the provider's issuer only in the trailing slash. */
const issuerWithOptionalSlash = ['{issuer}', '{issuer}/']

/** The members of a definition that may contain placeholders. */
const templateNames = [
  'issuer',
  'wellKnown',
  'jwks_endpoint',
  'authorization',
  'token',
  'userinfo',
  'acceptedIssuers',
] as const

/** Options that the environment can set. Their defaults are not filled in, because the environment replaces them later. */
const environmentOptions: ReadonlySet<string> = new Set(['clientId', 'clientSecret', 'issuer', 'apiKey'])

/**
 * Creates a function that fills the placeholders for which an option or a default is known, so that an app can read
 * `GitLab({ baseUrl }).token`. The other placeholders are filled when the configuration is resolved.
 */
function createPlaceholderFiller(definition: object) {
  const templates = templateNames.flatMap(name => {
    const value: unknown = Reflect.get(definition, name)
    return hasPlaceholder(value) ? [[name, value] as const] : []
  })
  return (options: object = {}): object => {
    const getValue = (name: string) => {
      const value: unknown = Reflect.get(options, name)
      const usesDefault = value === undefined && !environmentOptions.has(name)
      return toPlaceholderText(usesDefault ? Reflect.get(definition, name) : value)
    }
    return Object.fromEntries(templates.map(([name, value]) => [name, interpolateDeep(value, getValue)]))
  }
}

function hasPlaceholder(value: unknown): boolean {
  let isFound = false
  interpolateDeep(value, () => {
    isFound = true
    return undefined
  })
  return isFound
}

function withScope(authorization: OAuth2Config<never>['authorization'], scope: string | null | undefined) {
  if (scope === undefined) return authorization
  const endpoint = typeof authorization === 'string' ? { url: authorization } : authorization
  return { ...endpoint, params: { scope, ...endpoint?.params } }
}
