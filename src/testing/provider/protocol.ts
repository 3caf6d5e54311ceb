import { sha256, toBase64url } from '#crypto'
import { type Client, faultsOf, isClient } from './client.js'
import { type Grant, Grants, type Person, refuse } from './grants.js'
import type { Algorithm, Claims } from './keys.js'

/** The requests that a client makes to its provider. */
export type Endpoint = 'discovery' | 'jwks' | 'token' | 'userinfo'

/** One request of a client, as it arrived. */
export interface ClientRequest {
  readonly endpoint: Endpoint
  readonly method: string
  readonly headers: Headers
  readonly body: URLSearchParams
}

/** What a provider and its client agreed on. */
export interface Terms extends Client {
  readonly issuer: string
  readonly alg: Algorithm
}

/** Whatever signs ID tokens. */
export interface Signer {
  /** Those that can be published. */
  publicKeys(): Promise<readonly Claims[]>
  sign(claims: Claims): Promise<string>
}

/**
 * The provider's half of OpenID Connect, strict and honest: authorization code flow with PKCE (RFC 7636), `iss` in the
 * answer (RFC 9207). It knows neither pages nor a network.
 */
export class Protocol {
  readonly #terms: Terms
  readonly #signer: Signer
  readonly #grants = new Grants()

  constructor(terms: Terms, signer: Signer) {
    this.#terms = terms
    this.#signer = signer
  }

  get endpoints() {
    const at = (path: string) => `${this.#terms.issuer}/${path}`
    return { authorize: at('authorize'), token: at('token'), userinfo: at('userinfo'), jwks: at('jwks') }
  }

  /** What a client may ask for at an address; null when there is nothing. */
  endpointAt({ origin, pathname }: URL): Endpoint | null {
    const { jwks, token, userinfo } = this.endpoints
    const names = new Map<string, Endpoint>([
      [`${this.#terms.issuer}/.well-known/openid-configuration`, 'discovery'],
      [jwks, 'jwks'],
      [token, 'token'],
      [userinfo, 'userinfo'],
    ])
    return names.get(origin + pathname) ?? null
  }

  /**
   * An authorization request as it should be.
   *
   * @throws Error that names what is wrong with it
   */
  parseAuthorization(url: URL): URLSearchParams {
    const isElsewhere = url.origin + url.pathname !== this.endpoints.authorize
    const faults = [...(isElsewhere ? ['address'] : []), ...faultsOf(url.searchParams, this.#terms)]
    if (faults.length === 0) return url.searchParams
    throw new Error(`The authorization request is wrong: ${faults.join(', ')}. ${url}`)
  }

  /** Back to the client with a code. */
  letIn(asked: URLSearchParams, person: Person): URL {
    return this.#back(asked, 'code', this.#grants.issueCode({ person, asked }))
  }

  /** Back to the client with an error, RFC 6749 section 4.1.2.1. */
  turnAway(asked: URLSearchParams, error: string): URL {
    return this.#back(asked, 'error', error)
  }

  #back(asked: URLSearchParams, name: 'code' | 'error', value: string): URL {
    const back = new URL(asked.get('redirect_uri') ?? '')
    const state = asked.get('state')
    back.searchParams.set(name, value)
    if (state !== null) back.searchParams.set('state', state)
    back.searchParams.set('iss', this.#terms.issuer)
    return back
  }

  /** The answer to a client; a refusal is thrown, as a `Response`. */
  async answer(request: ClientRequest): Promise<Record<string, unknown>> {
    switch (request.endpoint) {
      case 'discovery':
        return this.#discovery()
      case 'jwks':
        return { keys: await this.#signer.publicKeys() }
      case 'token':
        return this.#token(request)
      case 'userinfo':
        return this.#grants.bearer(request.headers).person
    }
  }

  #discovery() {
    const { issuer, alg, authMethod } = this.#terms
    const { authorize, token, userinfo, jwks } = this.endpoints
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

  async #token({ method, headers, body }: ClientRequest): Promise<Record<string, unknown>> {
    if (method !== 'POST') throw refuse('invalid_request', 405)
    if (!isClient(this.#terms, headers, body)) throw refuse('invalid_client', 401)
    const grant = await this.#grants.redeem(body)

    const access_token = this.#grants.issueToken(grant)
    const scope = grant.asked.get('scope') ?? ''
    const answer = { access_token, token_type: 'Bearer', expires_in: 3600, scope }
    if (!scope.split(' ').includes('openid')) return answer
    return { ...answer, id_token: await this.#idToken(grant, access_token) }
  }

  async #idToken({ person, asked }: Grant, accessToken: string): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    return this.#signer.sign({
      ...person,
      iss: this.#terms.issuer,
      aud: this.#terms.clientId,
      iat: now,
      exp: now + 300,
      at_hash: toBase64url((await sha256(accessToken)).subarray(0, 16)),
      ...(asked.has('nonce') && { nonce: asked.get('nonce') }),
    })
  }
}
