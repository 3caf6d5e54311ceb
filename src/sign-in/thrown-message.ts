import { CallbackRouteError, type ErrorKind } from '../errors.js'

/** How a message of the app is shown. */
interface MessageDisplay {
  /** The `error` of the page that shows the failure. */
  readonly publicMessage: string
  /** The page. */
  readonly kind: ErrorKind
  /** The status for a client that follows redirects itself. */
  readonly status: number
}

/** A sign-in that code of the app ended with an error, in an app that was written for NextAuth 4. */
export class ThrownMessage extends CallbackRouteError {
  override readonly kind: ErrorKind
  readonly publicMessage: string
  readonly status: number

  constructor(error: unknown, { publicMessage, kind, status }: MessageDisplay) {
    // An error of a library or of the language is a fault, which is logged with its stack.
    super(error instanceof Error && error.constructor !== Error ? error : publicMessage)
    this.publicMessage = publicMessage
    this.kind = kind
    this.status = status
  }
}
