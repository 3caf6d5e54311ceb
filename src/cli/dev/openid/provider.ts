import { createHash } from 'node:crypto'
import { type Claims, getAsymmetricKey, signJwt } from '../../../testing/provider/keys.js'
import type { ProviderUser } from '../../../testing/provider/user.js'
import { readClientId } from './clients.js'
import type { Failure } from './failures.js'
import { type DevGrant, DevGrants } from './grants.js'

const algorithm = 'RS256'

/** How long ID tokens and access tokens are valid, in seconds. */
const tokenLifetime = 3600

/** The decision at the page of the provider. */
export interface AuthorizationChoice {
  readonly user: ProviderUser
  readonly failure: Failure | null
}

/**
 * The provider side of OpenID Connect for any client: authorization code flow with PKCE (RFC 7636) and `iss` (RFC 9207), refresh tokens,
 * userinfo and discovery. It is independent of pages and of the network.
 */
export class DevProvider {
  readonly issuer: string
  readonly #getNow: () => number
  readonly #grants: DevGrants

  constructor(issuer: string, getNow: () => number) {
    this.issuer = issuer
    this.#getNow = getNow
    this.#grants = new DevGrants(getNow)
  }

  getDiscoveryDocument(): Record<string, unknown> {
    const { issuer } = this
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/jwks`,
      end_session_endpoint: `${issuer}/end-session`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      subject_types_supported: ['public'],
      scopes_supported: ['openid', 'profile', 'email', 'groups', 'offline_access'],
      id_token_signing_alg_values_supported: [algorithm],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    }
  }

  async getKeys(): Promise<Record<string, unknown>> {
    return { keys: [(await getAsymmetricKey(algorithm, 'dev')).jwk] }
  }

  /** Returns the redirect URL with a code, or with the error of the failure. `params` are those of a valid authorization request. */
  buildRedirect(params: URLSearchParams, { user, failure }: AuthorizationChoice): URL {
    const url = new URL(params.get('redirect_uri') ?? '')
    const authTime = this.#getSeconds()
    if (failure?.error) {
      url.searchParams.set('error', failure.error)
      url.searchParams.set('error_description', `${failure.text} You chose this failure.`)
    } else {
      url.searchParams.set('code', this.#grants.issue('code', { claims: user, params, failure, authTime }))
    }
    const state = params.get('state')
    if (state !== null) url.searchParams.set('state', state)
    url.searchParams.set('iss', this.issuer)
    for (const [name, value] of Object.entries(failure?.params ?? {})) url.searchParams.set(name, value)
    return url
  }

  /** Exchanges a code or a refresh token for tokens. @throws Response with an OAuth error (RFC 6749 section 5.2) */
  async exchange(headers: Headers, body: URLSearchParams): Promise<Record<string, unknown>> {
    const grant = await this.#grants.redeem(body, readClientId(headers, body))
    const [error, status] = grant.failure?.tokenError ?? []
    if (error)
      throw Response.json({ error, error_description: 'You chose this failure.' }, { status: status ?? 400 })
    const accessToken = this.#grants.issue('access', grant)
    const scope = grant.params.get('scope') ?? ''
    const scopes = scope.split(' ')
    return {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: tokenLifetime,
      scope,
      ...(scopes.includes('offline_access') && { refresh_token: this.#grants.issue('refresh', grant) }),
      ...(scopes.includes('openid') && { id_token: await this.#signIdToken(grant, accessToken) }),
    }
  }

  /** Returns the claims of the user whose access token is in the headers. @throws Response with an OAuth error */
  getUserInfo(headers: Headers): Claims {
    return this.#grants.authenticateBearer(headers).claims
  }

  async #signIdToken({ claims, params, failure, authTime }: DevGrant, accessToken: string): Promise<string> {
    const now = this.#getSeconds()
    const [acr] = params.get('acr_values')?.split(' ') ?? []
    const complete: Claims = {
      ...(acr && { acr }),
      ...claims,
      iss: this.issuer,
      aud: params.get('client_id'),
      iat: now,
      exp: now + tokenLifetime,
      auth_time: authTime,
      at_hash: createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url'),
      ...(params.has('nonce') && { nonce: params.get('nonce') }),
    }
    const published = await getAsymmetricKey(algorithm, 'dev')
    const key = failure?.isForged ? await getAsymmetricKey(algorithm, 'unpublished') : published
    return signJwt(key, failure?.changeClaims?.(complete) ?? complete, published.header)
  }

  #getSeconds(): number {
    return Math.floor(this.#getNow() / 1000)
  }
}
