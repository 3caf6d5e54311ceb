import { AuthError, CallbackRouteError, type ErrorKind } from '../errors.js'
import { truncateToHeaderLimit } from '../http/url.js'
import type { Context } from '../types/context.js'

/** The codes that NextAuth 4 shows on the sign-in page. It shows all other text on the error page. */
const signInCodes: ReadonlySet<string> = new Set([
  'Signin',
  'OAuthSignin',
  'OAuthCallback',
  'OAuthCreateAccount',
  'EmailCreateAccount',
  'Callback',
  'OAuthAccountNotLinked',
  'EmailSignin',
  'CredentialsSignin',
  'SessionRequired',
])

/** A sign-in that code of the app ended with an error, in an app that was written for NextAuth 4. */
export class ThrownMessage extends CallbackRouteError {
  override readonly kind: ErrorKind
  /** The `error` of the page that shows the failure. */
  readonly publicMessage: string
  /** The status for a client that follows redirects itself. */
  readonly status: number

  constructor(error: unknown, publicMessage: string, status: number) {
    const message = truncateToHeaderLimit(publicMessage)
    // An error of a library or of the language is a fault, which is logged with its stack.
    super(error instanceof Error && error.constructor !== Error ? error : message)
    this.publicMessage = message
    this.kind = signInCodes.has(publicMessage) ? 'signIn' : 'error'
    this.status = status
  }
}

interface ThrowingStep {
  /** How NextAuth 4 converts what was thrown: at the request of an email to text, else it reads the message. */
  readonly format: 'text' | 'message'
  readonly status: number
}

/**
 * Runs code of the app. What it throws becomes the message of the failure, if the configuration asks for that. An `AuthError` is passed on.
 *
 * @throws ThrownMessage
 * @throws CallbackRouteError for `null`, which has no message
 */
export async function showThrownMessage<T>(
  { settings }: Pick<Context, 'settings'>,
  { format, status }: ThrowingStep,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const isShown = settings.showsThrownMessages && !(error instanceof AuthError)
    if (!isShown) throw error
    if (format === 'message' && (error === null || error === undefined))
      throw new CallbackRouteError(`Code of the app threw ${error}, which has no message.`)
    throw new ThrownMessage(error, format === 'text' ? String(error) : readMessage(error), status)
  }
}

/** NextAuth 4 shows the text "undefined" for a value without a message. */
function readMessage(error: unknown): string {
  return String(typeof error === 'object' && error !== null ? Reflect.get(error, 'message') : undefined)
}
