import type { AuthMethod } from '../../src/testing/provider/client.js'
import type { UserClaims } from '../../src/testing/provider/grants.js'
import type { Algorithm } from '../../src/testing/provider/keys.js'
import { type ClientRequest, type Endpoint, ProviderProtocol } from '../../src/testing/provider/protocol.js'
import type { OAuth2Config, OIDCConfig } from '../../src/types/provider.js'
import { customFetch } from '../../src/types/symbols.js'
import { createKeyRing, type KeyRing } from './malicious-provider/keys.js'
import { applyClaimLies, type Lies, respondWithLie } from './malicious-provider/lies.js'

export { badIdTokens, failures, type Lies } from './malicious-provider/lies.js'
export type { Endpoint, UserClaims }

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
  person?: UserClaims
  /** Called before each answer; throw, or end the process, to die at that moment. */
  onRequest?: (endpoint: Endpoint) => void | Promise<void>
}

/** What the visitor does at the provider. */
export interface Choice {
  as?: UserClaims
  /** Come back with this error instead, `access_denied` say. */
  error?: string
}

/** One request as it arrived. */
export interface LoggedRequest extends ClientRequest {
  readonly url: URL
}

export const grace: UserClaims = {
  sub: 'grace-0001',
  name: 'Grace Hopper',
  email: 'grace@example.com',
  email_verified: true,
  picture: 'https://op.example/grace.png',
}

/**
 * An OpenID provider in memory. It speaks the protocol of `latchkey/testing`, and lies where told to.
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
export function createMaliciousProvider(setup: ProviderSetup = {}): MaliciousProvider {
  return new MaliciousProvider(setup)
}

/** See {@link createMaliciousProvider}. */
export class MaliciousProvider {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly authMethod: AuthMethod
  readonly alg: Algorithm
  readonly person: UserClaims
  /** What it lies about. */
  lies: Lies = {}
  onRequest: (endpoint: Endpoint) => void | Promise<void>
  /** Every request a client made, oldest first. */
  readonly requests: LoggedRequest[] = []

  readonly #keys: KeyRing
  readonly #protocol: ProviderProtocol

  constructor(setup: ProviderSetup) {
    this.issuer = setup.issuer ?? 'https://op.example'
    this.clientId = setup.clientId ?? 'app'
    this.clientSecret = setup.clientSecret ?? 'a client secret: with +/% signs in it'
    this.authMethod = setup.authMethod ?? 'client_secret_basic'
    this.alg = setup.alg ?? 'RS256'
    this.person = setup.person ?? grace
    this.onRequest = setup.onRequest ?? (() => {})
    this.#keys = createKeyRing(this.alg, this.clientSecret)
    this.#protocol = new ProviderProtocol(this, {
      getPublicKeys: () => this.#keys.publicKeys(),
      sign: claims => this.#keys.sign(applyClaimLies(claims, this.lies), this.lies.signature),
    })
  }

  get endpoints() {
    return this.#protocol.endpoints
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
  listRequestedEndpoints(): Endpoint[] {
    return this.requests.map(({ endpoint }) => endpoint)
  }

  rotateKeys(): void {
    this.#keys.rotate()
  }

  /** Plays the visitor at the authorization endpoint; answers where the browser goes next. */
  authorize(url: string | URL, { as = this.person, error }: Choice = {}): URL {
    const asked = this.#protocol.parseAuthorization(new URL(url))
    const back = error === undefined ? this.#protocol.grant(asked, as) : this.#protocol.deny(asked, error)
    this.lies.authorization?.(back.searchParams)
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
      return await respondWithLie(this.lies[endpoint], () => this.#protocol.respond(logged), signal)
    } catch (refusal) {
      if (refusal instanceof Response) return refusal
      throw refusal
    }
  }

  #endpoint(url: URL): Endpoint {
    const name = this.#protocol.findEndpoint(url)
    if (!name) throw new TypeError(`The provider has nothing at ${url}.`)
    return name
  }
}
