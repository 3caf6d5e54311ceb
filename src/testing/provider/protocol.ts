import { hashSha256, toBase64url } from '#crypto'
import { type Client, findRequestErrors, isAuthenticatedClient } from './client.js'
import { createErrorResponse, type Grant, Grants, type UserClaims } from './grants.js'
import type { Algorithm, Claims } from './keys.js'

/** The endpoints that a client requests. */
export type BackChannelEndpoint = 'discovery' | 'jwks' | 'token' | 'userinfo'

/** A request of a client. */
export interface ClientRequest {
  readonly endpoint: BackChannelEndpoint
  readonly method: string
  readonly headers: Headers
  readonly body: URLSearchParams
}

/** The registration of the client at the provider. */
export interface ProviderSettings extends Client {
  readonly issuer: string
  readonly alg: Algorithm
}

/** Signs ID tokens. */
export interface Signer {
  /** Returns the public keys; empty for a shared secret. */
  getPublicKeys(): Promise<readonly Claims[]>
  sign(claims: Claims): Promise<string>
}

/**
 * Implements the provider side of OpenID Connect: authorization code flow with PKCE (RFC 7636), and `iss` in the
 * authorization response (RFC 9207). It is independent of pages and of the network.
 */
export class ProviderProtocol {
  readonly #settings: ProviderSettings
  readonly #signer: Signer
  readonly #grants = new Grants()

  constructor(settings: ProviderSettings, signer: Signer) {
    this.#settings = settings
    this.#signer = signer
  }

  get endpointUrls() {
    const buildUrl = (path: string) => `${this.#settings.issuer}/${path}`
    return {
      authorize: buildUrl('authorize'),
      token: buildUrl('token'),
      userinfo: buildUrl('userinfo'),
      jwks: buildUrl('jwks'),
    }
  }

  /** Returns the endpoint at a URL, or null. */
  findEndpoint({ origin, pathname }: URL): BackChannelEndpoint | null {
    const { jwks, token, userinfo } = this.endpointUrls
    const names = new Map<string, BackChannelEndpoint>([
      [`${this.#settings.issuer}/.well-known/openid-configuration`, 'discovery'],
      [jwks, 'jwks'],
      [token, 'token'],
      [userinfo, 'userinfo'],
    ])
    return names.get(origin + pathname) ?? null
  }

  /**
   * Validates an authorization request and returns its parameters.
   *
   * @throws Error that names the invalid parameters
   */
  parseAuthorization(url: URL): URLSearchParams {
    const isWrongEndpoint = url.origin + url.pathname !== this.endpointUrls.authorize
    const errors = [
      ...(isWrongEndpoint ? ['endpoint'] : []),
      ...findRequestErrors(url.searchParams, this.#settings),
    ]
    if (errors.length === 0) return url.searchParams
    throw new Error(`The authorization request is invalid: ${errors.join(', ')}. ${url}`)
  }

  /** Returns the redirect URL with a code. */
  buildCodeRedirect(params: URLSearchParams, claims: UserClaims): URL {
    return this.#buildRedirectUrl(params, 'code', this.#grants.issueCode({ claims, params }))
  }

  /** Returns the redirect URL with an error, RFC 6749 section 4.1.2.1. */
  buildErrorRedirect(params: URLSearchParams, error: string): URL {
    return this.#buildRedirectUrl(params, 'error', error)
  }

  #buildRedirectUrl(params: URLSearchParams, name: 'code' | 'error', value: string): URL {
    const redirectUrl = new URL(params.get('redirect_uri') ?? '')
    const state = params.get('state')
    redirectUrl.searchParams.set(name, value)
    if (state !== null) redirectUrl.searchParams.set('state', state)
    redirectUrl.searchParams.set('iss', this.#settings.issuer)
    return redirectUrl
  }

  /**
   * Returns the JSON body of the response to a client.
   *
   * @throws Response with an OAuth error
   */
  async respond(request: ClientRequest): Promise<Record<string, unknown>> {
    switch (request.endpoint) {
      case 'discovery':
        return this.#getDiscoveryDocument()
      case 'jwks':
        return { keys: await this.#signer.getPublicKeys() }
      case 'token':
        return this.#exchangeCode(request)
      case 'userinfo':
        return this.#grants.authenticateBearer(request.headers).claims
    }
  }

  #getDiscoveryDocument() {
    const { issuer, alg, authMethod } = this.#settings
    const { authorize, token, userinfo, jwks } = this.endpointUrls
    return {
      issuer,
      authorization_endpoint: authorize,
      token_endpoint: token,
      userinfo_endpoint: userinfo,
      jwks_uri: jwks,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: [alg],
      token_endpoint_auth_methods_supported: [authMethod],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    }
  }

  async #exchangeCode({ method, headers, body }: ClientRequest): Promise<Record<string, unknown>> {
    if (method !== 'POST') throw createErrorResponse('invalid_request', 405)
    if (!isAuthenticatedClient(this.#settings, headers, body))
      throw createErrorResponse('invalid_client', 401)
    const grant = await this.#grants.redeem(body)

    const access_token = this.#grants.issueToken(grant)
    const scope = grant.params.get('scope') ?? ''
    const response = { access_token, token_type: 'Bearer', expires_in: 3600, scope }
    if (!scope.split(' ').includes('openid')) return response
    return { ...response, id_token: await this.#signIdToken(grant, access_token) }
  }

  async #signIdToken({ claims, params }: Grant, accessToken: string): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    return this.#signer.sign({
      ...claims,
      iss: this.#settings.issuer,
      aud: this.#settings.clientId,
      iat: now,
      exp: now + 300,
      at_hash: toBase64url((await hashSha256(accessToken)).subarray(0, 16)),
      ...(params.has('nonce') && { nonce: params.get('nonce') }),
    })
  }
}
