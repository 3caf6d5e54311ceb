import type { ClientAuthMethod } from '../../src/testing/provider/client.js'
import type { UserClaims } from '../../src/testing/provider/grants.js'
import type { Algorithm } from '../../src/testing/provider/keys.js'
import {
  type BackChannelEndpoint,
  type ClientRequest,
  ProviderProtocol,
} from '../../src/testing/provider/protocol.js'
import type { OAuth2Config, OIDCConfig } from '../../src/types/provider.js'
import { customFetch } from '../../src/types/symbols.js'
import type { Untyped } from '../../src/types/untyped.js'
import { createKeyRing, type KeyRing } from './malicious-provider/keys.js'
import { applyClaimLies, type Lies, respondWithLie } from './malicious-provider/lies.js'

export { badIdTokens, failures, type Lies } from './malicious-provider/lies.js'
export type { BackChannelEndpoint, UserClaims }

/** The settings of the provider. By default it follows the specifications. */
export interface ProviderSetup {
  /** @default 'https://op.example' */
  issuer?: string
  /** @default 'app' */
  clientId?: string
  clientSecret?: string
  /** The client authentication at the token endpoint. @default 'client_secret_basic' */
  authMethod?: ClientAuthMethod
  /** @default 'RS256' */
  alg?: Algorithm
  /** The user who signs in by default. @default Grace */
  defaultUser?: UserClaims
  /** Called before each response. Throw, or exit the process, to simulate a crash. */
  onRequest?: (endpoint: BackChannelEndpoint) => void | Promise<void>
}

/** The decision of the user at the provider. */
export interface Choice {
  as?: UserClaims
  /** Redirects back with this error, such as `access_denied`. */
  error?: string
}

/** A received request. */
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
 * Creates an OpenID provider in memory, based on that of `latchkey/testing`. Set `lies` to make it return invalid data.
 *
 * @example
 * ```ts
 * const op = createMaliciousProvider()
 * const config = { providers: [op.provider()], secret, trustHost: true }
 * const ada = createVisitor(request => Auth(request, config), 'https://app.example')
 *
 * const away = await ada.signIn('op')
 * op.lies.claims = { nonce: 'another-nonce' }
 * const back = await ada.get(op.authorize(ada.getLocation(away)), { from: op.issuer })
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
  readonly authMethod: ClientAuthMethod
  readonly alg: Algorithm
  readonly defaultUser: UserClaims
  /** The invalid data to return. */
  lies: Lies = {}
  onRequest: (endpoint: BackChannelEndpoint) => void | Promise<void>
  /** The received requests, oldest first. */
  readonly requests: LoggedRequest[] = []

  readonly #keys: KeyRing
  readonly #protocol: ProviderProtocol

  constructor(setup: ProviderSetup) {
    this.issuer = setup.issuer ?? 'https://op.example'
    this.clientId = setup.clientId ?? 'app'
    this.clientSecret = setup.clientSecret ?? 'a client secret: with +/% signs in it'
    this.authMethod = setup.authMethod ?? 'client_secret_basic'
    this.alg = setup.alg ?? 'RS256'
    this.defaultUser = setup.defaultUser ?? grace
    this.onRequest = setup.onRequest ?? (() => {})
    this.#keys = createKeyRing(this.alg, this.clientSecret)
    this.#protocol = new ProviderProtocol(this, {
      getPublicKeys: () => this.#keys.publicKeys(this.lies.signature),
      sign: claims => this.#keys.sign(applyClaimLies(claims, this.lies), this.lies.signature),
    })
  }

  get endpoints() {
    return this.#protocol.endpointUrls
  }

  /** Returns an `oidc` provider for the configuration. */
  provider(overrides: Partial<OIDCConfig<Untyped>> = {}): OIDCConfig<Untyped> {
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

  /** Returns an `oauth` provider for the same endpoints: no discovery, no ID token. */
  plainProvider(overrides: Partial<OAuth2Config<Untyped>> = {}): OAuth2Config<Untyped> {
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

  /** Returns the names of the requested endpoints, in order. */
  listRequestedEndpoints(): BackChannelEndpoint[] {
    return this.requests.map(({ endpoint }) => endpoint)
  }

  rotateKeys(): void {
    this.#keys.rotate()
  }

  /** Simulates the user at the authorization endpoint. Returns the URL of the callback. */
  authorize(url: string | URL, { as = this.defaultUser, error }: Choice = {}): URL {
    const request = this.#protocol.parseAuthorization(new URL(url))
    const back =
      error === undefined
        ? this.#protocol.buildCodeRedirect(request, as)
        : this.#protocol.buildErrorRedirect(request, error)
    this.lies.authorization?.(back.searchParams)
    return back
  }

  /** Handles requests of clients. Pass it as `[customFetch]`. */
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
    } catch (error) {
      if (error instanceof Response) return error
      throw error
    }
  }

  #endpoint(url: URL): BackChannelEndpoint {
    const name = this.#protocol.findEndpoint(url)
    if (!name) throw new TypeError(`The provider has no endpoint at ${url}.`)
    return name
  }
}
