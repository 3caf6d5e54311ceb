import type { OAuth2Config, OIDCConfig } from '../../src/types/provider.js'
import { customFetch } from '../../src/types/symbols.js'
import { type AuthMethod, checkAuthorization, isClient } from './lying-provider/client.js'
import { type Grant, Grants, type Person, refuse, sha256 } from './lying-provider/grants.js'
import { type Algorithm, type KeyRing, keyRing } from './lying-provider/keys.js'
import { type Endpoint, type Lies, tell, twist } from './lying-provider/lies.js'

export { badIdTokens, type Endpoint, failures, type Lies } from './lying-provider/lies.js'

/** How the provider is set up; honest in every respect. */
export interface ProviderSetup {
  /** @default 'https://op.example' */
  issuer?: string
  /** @default 'app' */
  clientId?: string
  clientSecret?: string
  /** How the client must prove itself at the token endpoint. @default 'client_secret_basic' */
  authMethod?: AuthMethod
  /** @default 'RS256' */
  alg?: Algorithm
  /** Who signs in when the choice does not say. @default Grace */
  person?: Person
  /** Called before each answer; throw, or end the process, to die at that moment. */
  onRequest?: (endpoint: Endpoint) => void | Promise<void>
}

/** What the visitor does at the provider. */
export interface Choice {
  as?: Person
  /** Come back with this error instead, `access_denied` say. */
  error?: string
}

/** One request as it arrived. */
export interface LoggedRequest {
  endpoint: Endpoint
  method: string
  url: URL
  headers: Headers
  body: URLSearchParams
}

export const grace: Person = {
  sub: 'grace-0001',
  name: 'Grace Hopper',
  email: 'grace@example.com',
  email_verified: true,
  picture: 'https://op.example/grace.png',
}

/**
 * An OpenID provider in memory. It checks its client as a strict one would, and lies where told to.
 *
 * @example
 * ```ts
 * const op = lyingProvider()
 * const config = { providers: [op.provider()], secret, trustHost: true }
 * const ada = visitor(request => Auth(request, config), 'https://app.example')
 *
 * const away = await ada.signIn('op')
 * op.lies.claims = { nonce: 'not-the-one' }
 * const back = await ada.get(op.authorize(ada.location(away)), { from: op.issuer })
 * ```
 */
export function lyingProvider(setup: ProviderSetup = {}): LyingProvider {
  return new LyingProvider(setup)
}

/** See {@link lyingProvider}. */
export class LyingProvider {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly authMethod: AuthMethod
  readonly alg: Algorithm
  readonly person: Person
  /** What it lies about. */
  lies: Lies = {}
  onRequest: (endpoint: Endpoint) => void | Promise<void>
  /** Every request a client made, oldest first. */
  readonly requests: LoggedRequest[] = []

  readonly #keys: KeyRing
  readonly #grants = new Grants()

  constructor(setup: ProviderSetup) {
    this.issuer = setup.issuer ?? 'https://op.example'
    this.clientId = setup.clientId ?? 'app'
    this.clientSecret = setup.clientSecret ?? 'a client secret: with +/% signs in it'
    this.authMethod = setup.authMethod ?? 'client_secret_basic'
    this.alg = setup.alg ?? 'RS256'
    this.person = setup.person ?? grace
    this.onRequest = setup.onRequest ?? (() => {})
    this.#keys = keyRing(this.alg, this.clientSecret)
  }

  get endpoints() {
    const at = (path: string) => `${this.issuer}/${path}`
    return { authorize: at('authorize'), token: at('token'), userinfo: at('userinfo'), jwks: at('jwks') }
  }

  /** A provider entry for the configuration; `overrides` win. */
  provider(overrides: Partial<OIDCConfig<never>> = {}): OIDCConfig<never> {
    return {
      id: 'op',
      name: 'OP',
      type: 'oidc',
      issuer: this.issuer,
      clientId: this.clientId,
      clientSecret: this.clientSecret,
      client: { token_endpoint_auth_method: this.authMethod, id_token_signed_response_alg: this.alg },
      [customFetch]: this.fetch,
      ...overrides,
    }
  }

  /** The same house as a plain OAuth 2 provider: no discovery, no ID token. */
  plainProvider(overrides: Partial<OAuth2Config<never>> = {}): OAuth2Config<never> {
    const { authorize, token, userinfo } = this.endpoints
    return {
      id: 'plain',
      name: 'Plain',
      type: 'oauth',
      clientId: this.clientId,
      clientSecret: this.clientSecret,
      client: { token_endpoint_auth_method: this.authMethod },
      authorization: { url: authorize, params: { scope: 'profile email' } },
      token,
      userinfo,
      [customFetch]: this.fetch,
      ...overrides,
    }
  }

  /** Names of the endpoints that were asked, in order. */
  asked(): Endpoint[] {
    return this.requests.map(({ endpoint }) => endpoint)
  }

  rotateKeys(): void {
    this.#keys.rotate()
  }

  /** Plays the visitor at the authorization endpoint; answers where the browser goes next. */
  authorize(url: string | URL, { as = this.person, error }: Choice = {}): URL {
    const asked = checkAuthorization(new URL(url), this.endpoints.authorize, this)
    const back = new URL(asked.get('redirect_uri') ?? '')
    const answer = back.searchParams
    const state = asked.get('state')

    if (error === undefined) answer.set('code', this.#grants.issueCode({ person: as, asked }))
    else answer.set('error', error)
    if (state !== null) answer.set('state', state)
    answer.set('iss', this.issuer)
    this.lies.authorization?.(answer)
    return back
  }

  /** The way in for clients; one stable function, to hand over as `[customFetch]`. */
  readonly fetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const signal = init?.signal ?? undefined
    signal?.throwIfAborted()
    const endpoint = this.#endpoint(new URL(request.url))
    const body = new URLSearchParams(await request.text())
    const { method, headers } = request
    const logged = { endpoint, method, url: new URL(request.url), headers, body }
    this.requests.push(logged)
    await this.onRequest(endpoint)

    try {
      return await tell(this.lies[endpoint], () => this.#answer(logged), signal)
    } catch (refusal) {
      if (refusal instanceof Response) return refusal
      throw refusal
    }
  }

  #endpoint(url: URL): Endpoint {
    const names: Record<string, Endpoint> = {
      [`${this.issuer}/.well-known/openid-configuration`]: 'discovery',
      [this.endpoints.jwks]: 'jwks',
      [this.endpoints.token]: 'token',
      [this.endpoints.userinfo]: 'userinfo',
    }
    const name = names[url.origin + url.pathname]
    if (!name) throw new TypeError(`The provider has nothing at ${url}.`)
    return name
  }

  async #answer(request: LoggedRequest): Promise<Record<string, unknown>> {
    switch (request.endpoint) {
      case 'discovery':
        return this.#discovery()
      case 'jwks':
        return { ...(await this.#keys.jwks()) }
      case 'token':
        return this.#token(request)
      case 'userinfo':
        return this.#grants.bearer(request.headers).person
    }
  }

  #discovery() {
    return {
      issuer: this.issuer,
      authorization_endpoint: this.endpoints.authorize,
      token_endpoint: this.endpoints.token,
      userinfo_endpoint: this.endpoints.userinfo,
      jwks_uri: this.endpoints.jwks,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: [this.alg],
      token_endpoint_auth_methods_supported: [this.authMethod],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    }
  }

  async #token({ method, headers, body }: LoggedRequest): Promise<Record<string, unknown>> {
    if (method !== 'POST') throw refuse('invalid_request', 405)
    if (!isClient(this, headers, body)) throw refuse('invalid_client', 401)
    const grant = this.#grants.redeem(body)

    const access_token = this.#grants.issueToken(grant)
    const answer = {
      access_token,
      token_type: 'Bearer',
      expires_in: 3600,
      scope: grant.asked.get('scope') ?? '',
    }
    if (!answer.scope.split(' ').includes('openid')) return answer
    return { ...answer, id_token: await this.#idToken(grant, access_token) }
  }

  #idToken({ person, asked }: Grant, accessToken: string): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    const honest = {
      ...person,
      iss: this.issuer,
      aud: this.clientId,
      iat: now,
      exp: now + 300,
      at_hash: leftHalf(accessToken),
      ...(asked.has('nonce') && { nonce: asked.get('nonce') }),
    }
    return this.#keys.sign(twist(honest, this.lies), this.lies.signature)
  }
}

function leftHalf(text: string): string {
  return sha256(text).subarray(0, 16).toString('base64url')
}
