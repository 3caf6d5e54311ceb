import { createHash } from 'node:crypto'
import type { Answer, Params, VendorFixture, Request as Wanted } from './fixture.js'
import { getVendorKeys, type KeyedToken } from './keys.js'
import { fillPlaceholders, isMatch, type PlaceholderValues } from './placeholders.js'

/** The client credentials at every vendor. */
export const registeredClient = {
  clientId: 'the-client-id',
  clientSecret: 'the client secret: 32 characters!',
}

/** Deviations from the fixture. */
export interface Lies {
  /** Replaces the token response. */
  token?: Answer
  /** The index of the request that returns the `error` of the fixture. */
  failingRequest?: number
  /** Claims to merge into the ID token. */
  claims?: Readonly<Record<string, unknown>>
  /** Response bodies by request index. */
  bodies?: Readonly<Record<number, unknown>>
}

/** The user's decision at the authorization endpoint. */
export type Decision = 'grant' | 'deny'

/** A pending authorization. */
interface PendingAuthorization {
  readonly params: URLSearchParams
  readonly code: string
  isRedeemed: boolean
}

/**
 * Simulates a vendor from its fixture. Each request must match the vendor's documentation, otherwise it is rejected, so a
 * sign-in succeeds only if all requests were correct.
 */
export class Vendor {
  readonly fixture: VendorFixture
  readonly lies: Lies = {}
  /** The requested URLs without their query, in order. */
  readonly requestedUrls: string[] = []
  /** The mismatches of requests. */
  readonly faults: string[] = []
  readonly accessToken: string
  /** The registered redirect URI. */
  redirectUri = ''
  #pending: PendingAuthorization | null = null
  #kid = 'the-key'

  constructor(fixture: VendorFixture) {
    this.fixture = fixture
    this.accessToken = getAccessToken(fixture)
  }

  /** Verifies the authorization request and returns the authorization response. */
  authorize(
    authorization: URL,
    decision: Decision = 'grant',
  ): { method: 'GET' | 'POST'; url: URL; form: URLSearchParams } {
    const { authorization: wanted, callback } = this.fixture
    this.#inspect('authorization', authorization.origin + authorization.pathname, wanted.url)
    if (wanted.fragment) this.#inspect('fragment', authorization.hash, `#${wanted.fragment}`)
    this.#inspectParams('authorization', authorization.searchParams, wanted.params)
    for (const name of wanted.absent ?? [])
      if (authorization.searchParams.has(name)) this.#fault(`authorization must not have ${name}`)
    const pending = {
      params: authorization.searchParams,
      code: `code-${this.fixture.provider}`,
      isRedeemed: false,
    }
    this.#pending = pending
    const sent = decision === 'grant' ? callback.params : callback.cancelled
    const form = new URLSearchParams()
    for (const [name, value] of Object.entries(sent))
      form.set(name, fillPlaceholders([value].flat().join(' '), this.#placeholderValues()))
    const back = new URL(authorization.searchParams.get('redirect_uri') ?? '')
    if (callback.method === 'GET') for (const [name, value] of form) back.searchParams.set(name, value)
    return { method: callback.method, url: back, form }
  }

  /** Replaces the signing key. */
  rotateKeys(): void {
    this.#kid = 'the-next-key'
  }

  /** Handles the requests of the app. */
  readonly fetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const address = url.origin + url.pathname
    this.requestedUrls.push(address)
    const { discovery, idToken, token, requests } = this.fixture
    if (discovery && this.#isAt(discovery.url, url)) return this.#toResponse({ body: discovery.document })
    if (idToken?.jwks && this.#isAt(idToken.jwks, url)) return toResponse({ body: (await this.#keys()).jwks })
    if (address === this.#fill(token.url)) return this.#redeem(request, url)
    const index = requests.findIndex(wanted => this.#isFor(wanted, request, url))
    const wanted = requests[index]
    if (!wanted) throw this.#fault(`unexpected request ${request.method} ${url.href}`)
    await this.#inspectRequest(`request ${index}`, wanted, request)
    if (this.lies.failingRequest === index) return toResponse(wanted.error)
    return this.#toResponse({ ...wanted.answer, body: this.lies.bodies?.[index] ?? wanted.answer.body })
  }

  #isAt(address: string, url: URL): boolean {
    return new URL(this.#fill(address)).href === url.href
  }

  #isFor(wanted: Wanted, request: Request, url: URL): boolean {
    const isMatchingUrl =
      url.origin + url.pathname === this.#fill(wanted.url) && request.method === wanted.method
    return isMatchingUrl && Object.entries(wanted.query ?? {}).every(([name]) => url.searchParams.has(name))
  }

  async #redeem(request: Request, url: URL): Promise<Response> {
    const { token } = this.fixture
    await this.#inspectRequest('token request', token, request)
    if (this.lies.token) return toResponse(this.lies.token)
    const pending = this.#pending
    const sent = [await request.clone().text(), url.search].join(' ')
    if (!pending || pending.isRedeemed || !sent.includes(pending.code)) return toResponse(token.error)
    pending.isRedeemed = true
    return this.#toResponse(token.answer)
  }

  async #inspectRequest(what: string, wanted: Wanted, request: Request): Promise<void> {
    const url = new URL(request.url)
    this.#inspect(`${what}: method`, request.method, wanted.method)
    for (const [name, value] of Object.entries(wanted.headers ?? {}))
      this.#inspect(
        `${what}: header ${name}`,
        request.headers.get(name) ?? undefined,
        encodeAuthorizationHeader(this.#fill(value)),
      )
    this.#inspectParams(`${what}: query`, url.searchParams, wanted.query ?? {})
    const text = await request.clone().text()
    if (wanted.format === 'none' && text !== '') this.#fault(`${what}: has a body`)
    const body = wanted.format === 'json' ? parseJson(text) : Object.fromEntries(new URLSearchParams(text))
    if (wanted.body && wanted.format !== 'none') {
      const type = wanted.format === 'json' ? 'application/json' : 'application/x-www-form-urlencoded'
      this.#inspect(`${what}: content type`, (request.headers.get('content-type') ?? '').split(';')[0], type)
    }
    for (const [name, value] of Object.entries(wanted.body ?? {}))
      this.#inspect(
        `${what}: member ${name}`,
        body[name],
        typeof value === 'string' ? this.#fill(value) : value,
      )
    for (const name of wanted.absent ?? [])
      if (name in body || url.searchParams.has(name) || request.headers.has(name))
        this.#fault(`${what}: must not have ${name}`)
    const verifier = body['code_verifier'] ?? url.searchParams.get('code_verifier')
    if (verifier)
      this.#inspect(
        `${what}: verifier`,
        computeChallenge(String(verifier), this.#pending?.params),
        this.#pending?.params.get('code_challenge'),
      )
  }

  #inspectParams(what: string, given: URLSearchParams, wanted: Params): void {
    for (const [name, expected] of Object.entries(wanted)) {
      const value = given.get(name) ?? undefined
      if (typeof expected === 'string') this.#inspect(`${what}: ${name}`, value, this.#fill(expected))
      else
        this.#inspect(
          `${what}: ${name}`,
          value?.split(' ').sort().join(' '),
          this.#fill([...expected].sort().join(' ')),
        )
    }
  }

  #inspect(what: string, given: unknown, wanted: unknown): void {
    if (!isMatch(given, wanted))
      this.#fault(`${what} is ${JSON.stringify(given)}, not ${JSON.stringify(wanted)}`)
  }

  #fault(what: string): Error {
    this.faults.push(what)
    return new Error(`${this.fixture.provider}: ${what}`)
  }

  #placeholderValues(): PlaceholderValues {
    const { params, code } = this.#pending ?? { params: new URLSearchParams(), code: '' }
    return {
      client_id: registeredClient.clientId,
      client_secret: registeredClient.clientSecret,
      code,
      access_token: this.accessToken,
      redirect_uri: this.redirectUri,
      code_challenge: params.get('code_challenge') ?? '',
      nonce: params.get('nonce') ?? '',
      state: params.get('state') ?? '',
      code_verifier: '{any}',
    }
  }

  #fill(text: string): string {
    return fillPlaceholders(text, this.#placeholderValues())
  }

  async #toResponse(answer: Answer): Promise<Response> {
    const text = JSON.stringify(answer.body)
    const signed = text.includes('{id_token}') ? await this.#idToken() : ''
    const filled = fillPlaceholders(text, { ...this.#placeholderValues(), id_token: signed })
    const body: unknown = JSON.parse(filled)
    const isToken = answer.contentType === 'application/jwt' && typeof body === 'object' && body !== null
    return toResponse({ ...answer, body: isToken ? await (await this.#keys()).sign({ ...body }) : body })
  }

  async #idToken(): Promise<string> {
    const { idToken } = this.fixture
    if (!idToken)
      throw new Error(`${this.fixture.provider}: a response contains {id_token}, but \`idToken\` is missing.`)
    const claims = JSON.parse(
      fillPlaceholders(JSON.stringify({ ...idToken.claims, ...this.lies.claims }), this.#placeholderValues()),
    ) as object
    const nonce = this.#pending?.params.get('nonce')
    return (await this.#keys()).sign({ ...claims, ...(nonce && !idToken.omitsNonce && { nonce }) })
  }

  #keys(): Promise<KeyedToken> {
    const { alg } = this.fixture.idToken ?? { alg: 'RS256' }
    return getVendorKeys({ alg, secret: registeredClient.clientSecret, kid: this.#kid })
  }
}

/** Returns the access token of the fixture, which some vendors encode the profile in, or a default. */
function getAccessToken({ token, provider }: VendorFixture): string {
  const body: unknown = token.answer.body
  const value = typeof body === 'object' && body !== null ? Reflect.get(body, 'access_token') : undefined
  return typeof value === 'string' && !/\{(access|id)_token\}/.test(value) ? value : `access-${provider}`
}

/** Encodes HTTP Basic credentials (RFC 7617 section 2, RFC 6749 section 2.3.1). */
function encodeAuthorizationHeader(text: string): string {
  const [, id, secret] = /^Basic ([^:]*):(.*)$/s.exec(text) ?? []
  if (id === undefined || secret === undefined) return text
  const encoded = [id, secret].map(part => encodeURIComponent(part).replaceAll('%20', '+')).join(':')
  return `Basic ${btoa(encoded)}`
}

/** RFC 7636 section 4.6. */
function computeChallenge(verifier: string, params: URLSearchParams | undefined): string {
  if (params?.get('code_challenge_method') === 'plain') return verifier
  return createHash('sha256').update(verifier).digest('base64url')
}

function parseJson(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}

function toResponse({ status = 200, contentType = 'application/json', headers, body }: Answer): Response {
  return new Response(toBody(body), { status, headers: { 'content-type': contentType, ...headers } })
}

function toBody(body: unknown): BodyInit | null {
  if (body === null || body === undefined) return null
  if (typeof body !== 'string') return JSON.stringify(body)
  return body.startsWith('base64:') ? Buffer.from(body.slice('base64:'.length), 'base64') : body
}
