interface H3ErrorDetails {
  readonly status: number
  readonly message: string
  readonly headers: Readonly<Record<string, string>>
  /** What the body of the response contains as `data`. */
  readonly data?: unknown
  readonly cause?: Error | undefined
}

/**
 * An error of h3 1 (`H3Error`) and of h3 2 (`HTTPError`). An app may have both versions, so that importing either one would be wrong.
 * Both recognize their errors by a mark instead of the class.
 */
export class H3AuthError extends Error {
  static readonly __h3_error__ = true
  /** The mark of h3 2. */
  override readonly name = 'HTTPError'
  readonly status: number
  /** The status, as h3 1 names it. It is a value, because Nuxt replaces `status` by a getter that reads it. */
  readonly statusCode: number
  readonly headers: Headers
  readonly data: unknown
  readonly unhandled = false
  readonly fatal = false

  constructor({ status, message, headers, data, cause }: H3ErrorDetails) {
    super(message, cause && { cause })
    this.status = status
    this.statusCode = status
    this.headers = new Headers(headers)
    this.data = data
  }

  /** Returns what the body of the response contains. */
  toJSON(): object {
    const { status, message, data } = this
    return { status, statusCode: status, message, ...(data === undefined ? {} : { data }) }
  }
}
