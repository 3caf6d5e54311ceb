import type { TokenSet } from './account.js'
import type { Awaitable } from './common.js'

/** The provider as its own hooks see it. */
export interface ProviderView {
  id: string
  clientId?: string | undefined
  clientSecret?: string | undefined
  issuer?: string | undefined
  signinUrl: string
  callbackUrl: string
  /** The configured endpoints, parameters included; left out where discovery names them. */
  authorization?: { url: URL } | undefined
  token?: { url: URL } | undefined
  userinfo?: { url: URL } | undefined
}

/**
 * An endpoint with parameters, or with code around it.
 *
 * Texts of an endpoint may hold `{name}`, which stands for an option of the provider: `{issuer}`, `{clientId}`,
 * `{clientSecret}`, or one of its own such as `{domain}`. What comes later may stand in a request as well:
 * `{callback.name}` for what the provider sent the visitor back with, `{tokens.name}` for what the token endpoint gave,
 * and in a further request `{profile.name}` for what the profile says by then.
 */
export interface EndpointHandler {
  /** Left out where discovery names it. */
  url?: string | undefined
  /** Added to the query; `null` leaves one out. `claims` may be an object; it is sent as JSON. */
  params?: Record<string, unknown> | undefined
}

/** The endpoints of an OAuth provider. */
export type OAuthEndpointType = 'authorization' | 'token' | 'userinfo'

/** Standard parameters that a provider calls otherwise, by their standard name; `null` leaves one out. */
export type ParameterNames = Readonly<Record<string, string | null>>

/** Where the sign-in starts. A `#fragment` of its `url` stays. */
export interface AuthorizationEndpointHandler extends EndpointHandler {
  parameterNames?: ParameterNames | undefined
  /** Options of the provider that are sent as parameters of the same name, where the app gives them: `['prompt']`. */
  options?: readonly string[] | undefined
}

/** A `CryptoKey`, found without the types of a browser. */
type PrivateKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>

/** Makes the token request. */
export type TokenRequest = (context: {
  params: Record<string, string>
  provider: ProviderView
}) => Awaitable<{ tokens: TokenSet }>

/**
 * Asks a provider: with its own `fetch`, a deadline and a limit, https only, and without following redirects. An answer
 * with an error status fails the sign-in.
 */
export type ProviderFetch = (
  url: string,
  init?: { method?: string; headers?: Record<string, string>; body?: string },
) => Promise<Response>

/** Makes the request for the profile. */
export type UserinfoRequest = (context: {
  tokens: TokenSet
  provider: ProviderView
  fetch: ProviderFetch
}) => Awaitable<unknown>

/** Mends an answer; without a value it stays as it is. */
export type ResponseTransform = (response: Response) => Awaitable<Response | undefined>

/** Where the code becomes tokens. */
export interface TokenEndpointHandler extends EndpointHandler {
  /** `GET` puts everything into the query. @default 'POST' */
  method?: 'POST' | 'GET' | undefined
  /** @default 'form' */
  format?: 'form' | 'json' | undefined
  parameterNames?: ParameterNames | undefined
  /** Further members of the request. */
  extraParams?: Readonly<Record<string, string>> | undefined
  headers?: Readonly<Record<string, string>> | undefined
  /** Where in the answer the tokens are: `body`, `data.0`. Left alone where there is no such place. */
  responsePath?: string | undefined
  /** Members of the answer that the provider calls otherwise, by its own name: `{ accessToken: 'access_token' }`. */
  responseNames?: Readonly<Record<string, string>> | undefined
  /** `scope` of the answer is a list. @default false */
  scopeIsArray?: boolean | undefined
  /** What the tokens are, where the answer does not say or uses a word of its own. */
  tokenType?: 'bearer' | undefined
  /** Makes the token request itself; the answer is taken as the token set. */
  request?: TokenRequest | undefined
  /** Mends the provider's answer before it is read. */
  conform?: ResponseTransform | undefined
  /**
   * Signs the assertion of `private_key_jwt`. A text is that of a PKCS#8 file ("BEGIN PRIVATE KEY"), for the algorithm in
   * `client.token_endpoint_auth_signing_alg`, which is RS256 unless it says otherwise.
   */
  clientPrivateKey?: PrivateKey | string | { key: PrivateKey | string; kid?: string | undefined } | undefined
  /** The one name that this assertion may be addressed to. @default both, the issuer and the token endpoint */
  audience?: 'issuer' | 'token' | undefined
}

/** A request with the access token. */
export interface ResourceRequest {
  /** @default 'POST' with a `body`, else 'GET' */
  method?: 'GET' | 'POST' | undefined
  headers?: Readonly<Record<string, string>> | undefined
  /** The scheme in front of the access token; `none` sends the token alone, `absent` no such header. @default 'Bearer' */
  scheme?: 'Bearer' | 'OAuth' | 'none' | 'absent' | undefined
  /** The query parameter that carries the access token in place of the header. */
  tokenParameter?: string | undefined
  body?: Readonly<Record<string, unknown>> | undefined
  /** @default 'json' */
  format?: 'form' | 'json' | undefined
}

/** One more request for the profile. */
export interface AdditionalRequest extends ResourceRequest {
  url: string
  /** Whether to ask at all. @default always */
  when?: ((profile: Readonly<Record<string, unknown>>) => boolean) | undefined
  /** `image` gives a `data:` URL. @default 'json' */
  as?: 'json' | 'image' | undefined
  /** When the sign-in goes on without an answer: if the provider refuses (4xx), or however it failed. @default 'never' */
  optional?: 'never' | 'refused' | 'failed' | undefined
  /** The profile with what the answer adds to it. */
  merge(profile: Readonly<Record<string, unknown>>, response: unknown): Record<string, unknown>
}

/** Where the profile comes from. */
export interface UserinfoEndpointHandler extends EndpointHandler, ResourceRequest {
  /**
   * Takes the profile from what is there already, in place of a request: the token answer, or the claims of the access
   * token, which came straight from the provider.
   */
  from?: 'tokens' | 'access_token' | undefined
  /** Addresses that become members of the profile: `{ picture: '{issuer}/avatar/{tokens.user_id}' }`. */
  profileUrls?: Readonly<Record<string, string>> | undefined
  /** Further requests, in this order. */
  additionalRequests?: readonly AdditionalRequest[] | undefined
  /** Makes the request itself. */
  request?: UserinfoRequest | undefined
  /** Mends the provider's answer before it is read. */
  conform?: ResponseTransform | undefined
}
