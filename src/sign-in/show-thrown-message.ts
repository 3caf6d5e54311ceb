import { AuthError, CallbackRouteError } from '../errors.js'
import { truncateToHeaderLimit } from '../http/url.js'
import type { Context } from '../types/context.js'
import { ThrownMessage } from './thrown-message.js'

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
