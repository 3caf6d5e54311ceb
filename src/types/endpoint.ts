import type { TokenSet } from './account.js'
import type { Awaitable } from './common.js'

/** The provider as its own hooks receive it. */
export interface ProviderInfo {
  id: string
  clientId?: string | undefined
  clientSecret?: string | undefined
  issuer?: string | undefined
  signinUrl: string
  callbackUrl: string
  /** The configured endpoints with their parameters. Absent if discovery provides them. */
  authorization?: { url: URL } | undefined
  token?: { url: URL } | undefined
  userinfo?: { url: URL } | undefined
}

/**
 * An endpoint with parameters or custom code.
 *
 * Texts of an endpoint can contain placeholders such as `{name}` for options of the provider: `{issuer}`,
 * `{clientId}`, `{clientSecret}`, or a custom one such as `{domain}`. Requests can also contain values that
 * are only known later. `{callback.name}` is a callback parameter and `{tokens.name}` a member of the token
 * response. In an additional request, `{profile.name}` is a member of the profile so far.
 */
export interface EndpointHandler {
  /** Absent if discovery provides it. */
  url?: string | undefined
  /** Added to the query. `null` omits a parameter. `claims` can be an object, which is sent as JSON. */
  params?: Record<string, unknown> | undefined
}

/** The endpoints of an OAuth provider. */
export type OAuthEndpointType = 'authorization' | 'token' | 'userinfo'

/**
 * Names of standard parameters at a provider that uses other ones, by their standard name. `null` omits a
 * parameter.
 */
export type ParameterNames = Readonly<Record<string, string | null>>

/** The authorization endpoint. A `#fragment` of its `url` is kept. */
export interface AuthorizationEndpointHandler extends EndpointHandler {
  /** Names of standard parameters at a provider that uses other ones: `{ client_id: 'appid' }`. */
  parameterNames?: ParameterNames | undefined
  /**
   * Options of the provider that are sent as parameters of the same name if they are set, such as
   * `['prompt']`.
   */
  forwardedOptions?: readonly string[] | undefined
}

/** A `CryptoKey`, derived without the DOM types. */
type PrivateKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>

/** Sends the token request. */
export type TokenRequest = (context: {
  params: Record<string, string>
  provider: ProviderInfo
}) => Awaitable<{ tokens: TokenSet }>

/**
 * Sends a request to a provider, with its custom `fetch`, a timeout and a size limit. Allows https only and
 * follows no redirects. A response with an error status fails the sign-in.
 */
export type ProviderFetch = (
  url: string,
  init?: { method?: string; headers?: Record<string, string>; body?: string },
) => Promise<Response>

/** Requests the profile. */
export type UserinfoRequest = (context: {
  tokens: TokenSet
  provider: ProviderInfo
  fetch: ProviderFetch
}) => Awaitable<unknown>

/** Fixes a response that does not conform. Without a return value the response is unchanged. */
export type ResponseTransform = (response: Response) => Awaitable<Response | undefined>

/** The token endpoint. */
export interface TokenEndpointHandler extends EndpointHandler {
  /** The HTTP method. `GET` sends all parameters in the query. @default 'POST' */
  method?: 'POST' | 'GET' | undefined
  /** Format of the request body. @default 'form' */
  format?: 'form' | 'json' | undefined
  /** Names of standard parameters at a provider that uses other ones: `{ client_id: 'appid' }`. */
  parameterNames?: ParameterNames | undefined
  /** Additional parameters of the request. */
  extraParams?: Readonly<Record<string, string>> | undefined
  /** Additional request headers. */
  headers?: Readonly<Record<string, string>> | undefined
  /**
   * Path of the token set in the response, such as `body` or `data.0`. Ignored if the path does not exist.
   */
  responsePath?: string | undefined
  /** Standard names of nonstandard response members: `{ accessToken: 'access_token' }`. */
  responseAliases?: Readonly<Record<string, string>> | undefined
  /** Whether `scope` of the response is an array. @default false */
  scopeIsArray?: boolean | undefined
  /** The token type, if the response has none or a nonstandard one. */
  tokenType?: 'bearer' | undefined
  /** Sends the token request. Its result is the token set. */
  request?: TokenRequest | undefined
  /** Fixes the response before it is parsed. */
  conform?: ResponseTransform | undefined
  /**
   * The key that signs the assertion of `private_key_jwt`. Text must be PKCS#8 ("BEGIN PRIVATE KEY").
   * `client.token_endpoint_auth_signing_alg` sets the algorithm, RS256 by default.
   */
  clientPrivateKey?: PrivateKey | string | { key: PrivateKey | string; kid?: string | undefined } | undefined
  /** The single audience of the assertion. @default both, the issuer and the token endpoint */
  assertionAudience?: 'issuer' | 'token' | undefined
}

/** A request with the access token. */
export interface ResourceRequest {
  /** The HTTP method. @default 'POST' with a `body`, else 'GET' */
  method?: 'GET' | 'POST' | undefined
  /** Additional request headers. */
  headers?: Readonly<Record<string, string>> | undefined
  /**
   * The scheme of the `Authorization` header. `bare-token` sends the token without a scheme, `no-header` sends no such header.
   *
   * @default 'Bearer'
   */
  scheme?: 'Bearer' | 'OAuth' | 'bare-token' | 'no-header' | undefined
  /** The query parameter that carries the access token instead of the header. */
  tokenParameter?: string | undefined
  /** The members of the request body. */
  body?: Readonly<Record<string, unknown>> | undefined
  /** Format of the `body`. @default 'json' */
  format?: 'form' | 'json' | undefined
}

/** An additional request for the profile. */
export interface AdditionalRequest extends ResourceRequest {
  /** The URL, with placeholders such as `{profile.id}`. */
  url: string
  /** Whether to send the request. @default always */
  when?: ((profile: Readonly<Record<string, unknown>>) => boolean) | undefined
  /** Format of the response. `image` converts it to a `data:` URL. @default 'json' */
  responseFormat?: 'json' | 'image' | undefined
  /**
   * Which failures are ignored: none, a response with a 4xx status, or all.
   *
   * @default 'never'
   */
  ignoreFailure?: 'never' | 'client-error' | 'always' | undefined
  /** Returns the profile with the data of the response. */
  merge(profile: Readonly<Record<string, unknown>>, response: unknown): Record<string, unknown>
}

/** The userinfo endpoint, or another source of the profile. */
export interface UserinfoEndpointHandler extends EndpointHandler, ResourceRequest {
  /**
   * Takes the profile from the token response or from the claims of the access token, instead of sending a
   * request. The access token comes directly from the provider.
   */
  source?: 'tokens' | 'access_token' | undefined
  /** URLs that become members of the profile: `{ picture: '{issuer}/avatar/{tokens.user_id}' }`. */
  profileUrls?: Readonly<Record<string, string>> | undefined
  /** Additional requests, in this order. */
  additionalRequests?: readonly AdditionalRequest[] | undefined
  /** Sends the request. */
  request?: UserinfoRequest | undefined
  /** Fixes the response before it is parsed. */
  conform?: ResponseTransform | undefined
}
