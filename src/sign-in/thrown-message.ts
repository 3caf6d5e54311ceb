import { AuthError, CallbackRouteError, type ErrorKind } from '../errors.js'
import { truncateToHeaderLimit } from '../http/url.js'
import type { Context } from '../types/context.js'

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

/** Creates the error that shows a text on the page where NextAuth 4 shows it. */
export function createThrownMessage(error: unknown, text: string, status: number): ThrownMessage {
  const kind = signInCodes.has(text) ? 'signIn' : 'error'
  return new ThrownMessage(error, { publicMessage: truncateToHeaderLimit(text), kind, status })
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
    throw createThrownMessage(error, format === 'text' ? String(error) : readMessage(error), status)
  }
}

/** NextAuth 4 shows the text "undefined" for a value without a message. */
function readMessage(error: unknown): string {
  return String(typeof error === 'object' && error !== null ? Reflect.get(error, 'message') : undefined)
}
