/**
 * What a vendor does, as its own documentation says: `test/fixtures/vendors/<module>.json`. Written apart from the
 * mapping in `src/providers/<module>.ts`, and before it; `vendor.ts` plays the vendor from it.
 *
 * Texts may hold placeholders. In what the double answers: `{code}`, `{state}`, `{access_token}`, `{nonce}`,
 * `{client_id}`. In what it expects: these, `{client_secret}`, `{redirect_uri}`, `{code_verifier}`,
 * `{code_challenge}`, and `{any}` for whatever is there and not empty.
 */
export interface VendorFixture {
  /** The module's name, `github`. */
  readonly provider: string
  readonly type: 'oauth' | 'oidc'
  /**
   * Where the sample answers come from: the vendor's documentation, another library's documented or tested sample, or
   * nobody that is independent of the catalogue's facts.
   */
  readonly source: 'vendor' | 'library' | 'none'
  /** The addresses of the sources. */
  readonly sources: readonly string[]
  /** One sentence for each point where two sources disagree, and which one was followed. For the documentation. */
  readonly disagreements: readonly string[]
  /** What an app gives the factory beside `clientId` and `clientSecret`. */
  readonly options: Readonly<Record<string, unknown>>
  /** The page that the visitor is sent to. */
  readonly authorization: {
    /** Without its query. */
    readonly url: string
    /** Demanded by the vendor, or documented by it; the double refuses a request without one of them. */
    readonly params: Params
    /** The double refuses a request that has one of them. */
    readonly absent?: readonly string[]
    /** What stands behind the `#`. */
    readonly fragment?: string
  }
  readonly callback: {
    readonly method: 'GET' | 'POST'
    /** What the vendor sends the visitor back with. */
    readonly params: Params
    /** What it sends them back with who said no. */
    readonly cancelled: Params
  }
  readonly token: Request & {
    /** What a good code gets. An ID token is `{id_token}`: signed by the double, from `idToken`. */
    readonly answer: Answer
    /** What a code gets that is used up or wrong. */
    readonly error: Answer
  }
  /** OpenID Connect: what discovery gives, where the vendor has it. The double adds nothing. */
  readonly discovery?: { readonly url: string; readonly document: Readonly<Record<string, unknown>> }
  /** What the double puts into an ID token. */
  readonly idToken?: {
    /** `HS256` is keyed with the client secret. */
    readonly alg: string
    /** Where the double serves the keys of it. */
    readonly jwks?: string
    /** `exp` and `iat` are added; `nonce` is too, unless the vendor leaves it out. */
    readonly claims: Readonly<Record<string, unknown>>
    readonly omitsNonce?: boolean
  }
  /** All that may be asked for with the access token, in the order in which it is: userinfo first. */
  readonly requests: ReadonlyArray<
    Request & {
      readonly answer: Answer
      readonly error: Answer
      /** The sign-in goes on when it gets `error`: a picture, an address that the app may not see. */
      readonly optional?: boolean
    }
  >
  /** Who comes back, in our words; null is "the vendor does not say". */
  readonly user: {
    readonly id: string
    readonly name: string | null
    readonly email: string | null
    readonly image: string | null
  }
  /** Whether the vendor says in these answers that the address was proven; null when it never says. */
  readonly emailVerified: boolean | null
  /**
   * How the same answers look for somebody whose address is not proven, where the vendor says so: claims laid over
   * `idToken.claims`, or another body for the request with that index.
   */
  readonly unproven?: {
    readonly claims?: Readonly<Record<string, unknown>>
    readonly request?: number
    readonly body?: unknown
  }
  /** Of the account: what must be kept, beside `provider`, `type` and `providerAccountId`. */
  readonly account: Readonly<Record<string, unknown>>
}

/** Names and values of a query or a form; a list of words in any order is an array. */
export type Params = Readonly<Record<string, string | readonly string[]>>

/** A request as the vendor wants it. */
export interface Request {
  /** Without its query. */
  readonly url: string
  readonly method: 'GET' | 'POST'
  /** Lower-case names. `Basic {client_id}:{client_secret}` stands for its base64. */
  readonly headers?: Readonly<Record<string, string>>
  /** The query that must be there. */
  readonly query?: Params
  /** How a body is written; `{}` in `body` when it is empty. */
  readonly format?: 'form' | 'json' | 'none'
  /** The members that the body must have. */
  readonly body?: Readonly<Record<string, unknown>>
  /** Names that neither body, query nor headers may have. */
  readonly absent?: readonly string[]
}

/** An answer of the vendor. */
export interface Answer {
  /** @default 200 */
  readonly status?: number
  /** @default 'application/json' */
  readonly contentType?: string
  readonly headers?: Readonly<Record<string, string>>
  /** An object is written as JSON; a text is sent as it is; `base64:…` as the bytes. */
  readonly body: unknown
}
