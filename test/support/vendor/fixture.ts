/**
 * The documented behavior of a vendor, from `test/fixtures/vendors/<module>.json`. Not derived from
 * `src/providers/<module>.ts`. `vendor.ts` simulates the vendor.
 *
 * Strings may contain placeholders. In responses: `{code}`, `{state}`, `{access_token}`, `{nonce}`, `{client_id}`. In expected
 * requests also `{client_secret}`, `{redirect_uri}`, `{code_verifier}`, `{code_challenge}`, and `{any}` for any value that is
 * not empty.
 */
export interface VendorFixture {
  /** The module name, such as `github`. */
  readonly provider: string
  readonly type: 'oauth' | 'oidc'
  /**
   * The source of the sample responses: the vendor's documentation, the documentation or tests of another library, or no
   * independent source.
   */
  readonly source: 'vendor' | 'library' | 'none'
  /** The URLs of the sources. */
  readonly sources: readonly string[]
  /** Conflicts between sources and the chosen interpretation, one sentence each. */
  readonly disagreements: readonly string[]
  /** Factory options beside `clientId` and `clientSecret`. */
  readonly options: Readonly<Record<string, unknown>>
  /** The authorization request. */
  readonly authorization: {
    /** The URL without its query. */
    readonly url: string
    /** Required parameters. A request without one of them is rejected. */
    readonly params: Params
    /** Forbidden parameters. A request with one of them is rejected. */
    readonly absent?: readonly string[]
    /** The fragment without `#`. */
    readonly fragment?: string
  }
  readonly callback: {
    readonly method: 'GET' | 'POST'
    /** The parameters of a successful authorization response. */
    readonly params: Params
    /** The parameters if the user denies access. */
    readonly cancelled: Params
  }
  readonly token: Request & {
    /** The response for a valid code. `{id_token}` is replaced by a token that is signed with the claims of `idToken`. */
    readonly answer: Answer
    /** The response for a used or invalid code. */
    readonly error: Answer
  }
  /** The OpenID Connect discovery document. */
  readonly discovery?: { readonly url: string; readonly document: Readonly<Record<string, unknown>> }
  /** The ID token. */
  readonly idToken?: {
    /** `HS256` signs with the client secret. */
    readonly alg: string
    /** The JWKS URL. */
    readonly jwks?: string
    /** `exp` and `iat` are added, and `nonce` unless `omitsNonce` is set. */
    readonly claims: Readonly<Record<string, unknown>>
    readonly omitsNonce?: boolean
  }
  /** The requests with the access token, in order, userinfo first. */
  readonly requests: ReadonlyArray<
    Request & {
      readonly answer: Answer
      readonly error: Answer
      /** Whether the sign-in continues if this request fails. */
      readonly optional?: boolean
    }
  >
  /** The expected user. Null if the vendor does not provide the value. */
  readonly user: {
    readonly id: string
    readonly name: string | null
    readonly email: string | null
    readonly image: string | null
  }
  /** Whether the sample responses report the email as verified. Null if the vendor never reports it. */
  readonly emailVerified: boolean | null
  /**
   * Changes for a user with an unverified email, if the vendor reports it: claims to merge into `idToken.claims`, or the
   * body of the request with that index.
   */
  readonly unverified?: {
    readonly claims?: Readonly<Record<string, unknown>>
    readonly request?: number
    readonly body?: unknown
  }
  /** The stored fields of the account beside `provider`, `type` and `providerAccountId`. */
  readonly account: Readonly<Record<string, unknown>>
}

/** Names and values of a query or a form. An array is a space-separated list in any order. */
export type Params = Readonly<Record<string, string | readonly string[]>>

/** A request that the vendor expects. */
export interface Request {
  /** The URL without its query. */
  readonly url: string
  readonly method: 'GET' | 'POST'
  /** Names in lower case. `Basic {client_id}:{client_secret}` is encoded as base64. */
  readonly headers?: Readonly<Record<string, string>>
  /** Required query parameters. */
  readonly query?: Params
  /** The format of the body. */
  readonly format?: 'form' | 'json' | 'none'
  /** Required members of the body. */
  readonly body?: Readonly<Record<string, unknown>>
  /** Names that must not appear in body, query or headers. */
  readonly absent?: readonly string[]
}

/** A response of the vendor. */
export interface Answer {
  /** @default 200 */
  readonly status?: number
  /** @default 'application/json' */
  readonly contentType?: string
  readonly headers?: Readonly<Record<string, string>>
  /** An object is sent as JSON, a string unchanged, and `base64:…` as bytes. */
  readonly body: unknown
}
