import { createHash } from 'node:crypto'
import type { Answer, Params, VendorFixture, Request as Wanted } from './fixture.js'
import { getVendorKeys, type KeyedToken } from './keys.js'
import { fillPlaceholders, isMatch, type PlaceholderValues } from './placeholders.js'

/** What an app registered, at every vendor. */
export const registeredClient = {
  clientId: 'the-client-id',
  clientSecret: 'the client secret: 32 characters!',
}

/** What a vendor does otherwise than it should, or says of somebody else. */
export interface Lies {
  /** The token endpoint answers this. */
  token?: Answer
  /** The request for the profile with this index fails as the fixture says. */
  failingRequest?: number
  /** Laid over the claims of the ID token. */
  claims?: Readonly<Record<string, unknown>>
  /** The answers of requests by index. */
  bodies?: Readonly<Record<number, unknown>>
}

/** One visitor's way through a vendor's pages, as the vendor keeps it. */
interface Visit {
  readonly asked: URLSearchParams
  readonly code: string
  isRedeemed: boolean
}

/**
 * A vendor played from its fixture. It demands of each request what the vendor's documentation demands, and throws
 * what is wrong with it; so a sign-in passes only if every request was right.
 */
export class Vendor {
  readonly fixture: VendorFixture
  readonly lies: Lies = {}
  /** What was asked for, in order: addresses without their query. */
  readonly asked: string[] = []
  /** What was wrong with a request; an app only sees that it failed. */
  readonly faults: string[] = []
  readonly accessToken: string
  /** Where the app said that visitors come back to. */
  redirectUri = ''
  #visit: Visit | null = null
  #kid = 'the-key'

  constructor(fixture: VendorFixture) {
    this.fixture = fixture
    this.accessToken = getAccessToken(fixture)
  }

  /** The address to which the vendor sends a visitor who agrees, or who says no. */
  answer(
    authorization: URL,
    says: 'yes' | 'no' = 'yes',
  ): { method: 'GET' | 'POST'; url: URL; form: URLSearchParams } {
    const { authorization: wanted, callback } = this.fixture
    this.#inspect('authorization', authorization.origin + authorization.pathname, wanted.url)
    if (wanted.fragment) this.#inspect('fragment', authorization.hash, `#${wanted.fragment}`)
    this.#inspectParams('authorization', authorization.searchParams, wanted.params)
    for (const name of wanted.absent ?? [])
      if (authorization.searchParams.has(name)) this.#fault(`authorization must not have ${name}`)
    const visit = {
      asked: authorization.searchParams,
      code: `code-${this.fixture.provider}`,
      isRedeemed: false,
    }
    this.#visit = visit
    const sent = says === 'yes' ? callback.params : callback.cancelled
    const form = new URLSearchParams()
    for (const [name, value] of Object.entries(sent))
      form.set(name, fillPlaceholders([value].flat().join(' '), this.#words()))
    const back = new URL(authorization.searchParams.get('redirect_uri') ?? '')
    if (callback.method === 'GET') for (const [name, value] of form) back.searchParams.set(name, value)
    return { method: callback.method, url: back, form }
  }

  /** From now on another key signs, and the old one is gone. */
  rotateKeys(): void {
    this.#kid = 'the-next-key'
  }

  /** Stands in for the network. */
  readonly fetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const address = url.origin + url.pathname
    this.asked.push(address)
    const { discovery, idToken, token, requests } = this.fixture
    if (discovery && this.#isAt(discovery.url, url)) return this.#toResponse({ body: discovery.document })
    if (idToken?.jwks && this.#isAt(idToken.jwks, url)) return toResponse({ body: (await this.#keys()).jwks })
    if (address === this.#filled(token.url)) return this.#redeem(request, url)
    const index = requests.findIndex(wanted => this.#isFor(wanted, request, url))
    const wanted = requests[index]
    if (!wanted) throw this.#fault(`nothing to ${request.method} at ${url.href}`)
    await this.#inspectRequest(`request ${index}`, wanted, request)
    if (this.lies.failingRequest === index) return toResponse(wanted.error)
    return this.#toResponse({ ...wanted.answer, body: this.lies.bodies?.[index] ?? wanted.answer.body })
  }

  #isAt(address: string, url: URL): boolean {
    return new URL(this.#filled(address)).href === url.href
  }

  #isFor(wanted: Wanted, request: Request, url: URL): boolean {
    const isThere = url.origin + url.pathname === this.#filled(wanted.url) && request.method === wanted.method
    return isThere && Object.entries(wanted.query ?? {}).every(([name]) => url.searchParams.has(name))
  }

  async #redeem(request: Request, url: URL): Promise<Response> {
    const { token } = this.fixture
    await this.#inspectRequest('token request', token, request)
    if (this.lies.token) return toResponse(this.lies.token)
    const visit = this.#visit
    const sent = [await request.clone().text(), url.search].join(' ')
    if (!visit || visit.isRedeemed || !sent.includes(visit.code)) return toResponse(token.error)
    visit.isRedeemed = true
    return this.#toResponse(token.answer)
  }

  async #inspectRequest(what: string, wanted: Wanted, request: Request): Promise<void> {
    const url = new URL(request.url)
    this.#inspect(`${what}: method`, request.method, wanted.method)
    for (const [name, value] of Object.entries(wanted.headers ?? {}))
      this.#inspect(
        `${what}: header ${name}`,
        request.headers.get(name) ?? undefined,
        encodeAuthorizationHeader(this.#filled(value)),
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
        typeof value === 'string' ? this.#filled(value) : value,
      )
    for (const name of wanted.absent ?? [])
      if (name in body || url.searchParams.has(name) || request.headers.has(name))
        this.#fault(`${what}: must not have ${name}`)
    const verifier = body['code_verifier'] ?? url.searchParams.get('code_verifier')
    if (verifier)
      this.#inspect(
        `${what}: verifier`,
        computeChallenge(String(verifier), this.#visit?.asked),
        this.#visit?.asked.get('code_challenge'),
      )
  }

  #inspectParams(what: string, given: URLSearchParams, wanted: Params): void {
    for (const [name, value] of Object.entries(wanted)) {
      const said = given.get(name) ?? undefined
      if (typeof value === 'string') this.#inspect(`${what}: ${name}`, said, this.#filled(value))
      else
        this.#inspect(
          `${what}: ${name}`,
          said?.split(' ').sort().join(' '),
          this.#filled([...value].sort().join(' ')),
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

  #words(): PlaceholderValues {
    const { asked, code } = this.#visit ?? { asked: new URLSearchParams(), code: '' }
    return {
      client_id: registeredClient.clientId,
      client_secret: registeredClient.clientSecret,
      code,
      access_token: this.accessToken,
      redirect_uri: this.redirectUri,
      code_challenge: asked.get('code_challenge') ?? '',
      nonce: asked.get('nonce') ?? '',
      state: asked.get('state') ?? '',
      code_verifier: '{any}',
    }
  }

  #filled(text: string): string {
    return fillPlaceholders(text, this.#words())
  }

  async #toResponse(answer: Answer): Promise<Response> {
    const text = JSON.stringify(answer.body)
    const signed = text.includes('{id_token}') ? await this.#idToken() : ''
    const filled = fillPlaceholders(text, { ...this.#words(), id_token: signed })
    const body: unknown = JSON.parse(filled)
    const isToken = answer.contentType === 'application/jwt' && typeof body === 'object' && body !== null
    return toResponse({ ...answer, body: isToken ? await (await this.#keys()).sign({ ...body }) : body })
  }

  async #idToken(): Promise<string> {
    const { idToken } = this.fixture
    if (!idToken)
      throw new Error(`${this.fixture.provider}: an answer has {id_token}, but there is no \`idToken\`.`)
    const claims = JSON.parse(
      fillPlaceholders(JSON.stringify({ ...idToken.claims, ...this.lies.claims }), this.#words()),
    ) as object
    const nonce = this.#visit?.asked.get('nonce')
    return (await this.#keys()).sign({ ...claims, ...(nonce && !idToken.omitsNonce && { nonce }) })
  }

  #keys(): Promise<KeyedToken> {
    const { alg } = this.fixture.idToken ?? { alg: 'RS256' }
    return getVendorKeys({ alg, secret: registeredClient.clientSecret, kid: this.#kid })
  }
}

/** Some profiles are a token that can be read. */
function getAccessToken({ token, provider }: VendorFixture): string {
  const body: unknown = token.answer.body
  const own = typeof body === 'object' && body !== null ? Reflect.get(body, 'access_token') : undefined
  return typeof own === 'string' && !/\{(access|id)_token\}/.test(own) ? own : `access-${provider}`
}

/** RFC 7617 section 2; both halves are encoded as RFC 6749 section 2.3.1 says, but for what providers are used to. */
function encodeAuthorizationHeader(text: string): string {
  const [, id, secret] = /^Basic ([^:]*):(.*)$/s.exec(text) ?? []
  if (id === undefined || secret === undefined) return text
  const encoded = [id, secret].map(part => encodeURIComponent(part).replaceAll('%20', '+')).join(':')
  return `Basic ${btoa(encoded)}`
}

/** RFC 7636 section 4.6. */
function computeChallenge(verifier: string, asked: URLSearchParams | undefined): string {
  if (asked?.get('code_challenge_method') === 'plain') return verifier
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
