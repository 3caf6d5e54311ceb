import { asError } from '../base/as-error.js'
import {
  AuthError,
  CredentialsSignin,
  isClientError,
  PayloadTooLarge,
  SessionUnavailable,
  UnknownAction,
  Verification,
} from '../errors.js'
import { localesIn } from '../http/locales.js'
import { json, redirect } from '../http/result.js'
import { absolute, withQuery } from '../http/url.js'
import { errorPage } from '../pages/error.js'
import type { AuthAction } from '../types/action.js'
import type { AuthConfig } from '../types/config.js'
import type { Settings } from '../types/context.js'
import type { Call, Result } from '../types/wire.js'
import { causeOf } from './cause.js'
import { allowed } from './routes.js'

/** What is known of a request that failed. */
export interface Failed {
  readonly call: Call
  readonly pages: NonNullable<AuthConfig['pages']>
  readonly theme: NonNullable<AuthConfig['theme']>
  readonly textsFor: Settings['textsFor']
  readonly basePath: string
}

/** Actions that answer with data, also when they fail; `session` has a rule of its own. */
const dataActions: ReadonlySet<AuthAction> = new Set(['csrf', 'providers', 'webauthn-options'])

/** A request that is none of ours, or too large to be read. Spec: behaviour section 2.3. */
export function reject(error: unknown): Result {
  return json('Bad request.', error instanceof PayloadTooLarge ? 413 : 400)
}

/** What the visitor gets to see when an action failed. Spec: behaviour section 2.7. */
export function fail(error: unknown, failed: Failed): Result | Promise<Result> {
  if (failed.call.action === 'session') return failedSession(error, failed.call)
  if (dataActions.has(failed.call.action)) return failedData(error, failed.call)
  if (isErrorPage(failed)) return brokenErrorPage(error, failed)
  return failedPage(error, failed)
}

/** Always `null`: nothing that is not a session can be taken for one. */
function failedSession(error: unknown, { method }: Call): Result {
  if (error instanceof SessionUnavailable) return json(null, 503)
  return json(null, method === 'POST' ? 400 : 500)
}

function failedData(error: unknown, { action }: Call): Result {
  if (!(error instanceof UnknownAction))
    return json({ message: 'The request failed. Check the server logs.' }, 500)
  const refusal = json({ message: `\`${action}\` does not know this method.` }, 405)
  return { ...refusal, headers: { ...refusal.headers, allow: allowed(action) } }
}

/** A page that failed cannot be where its failure is shown. */
function isErrorPage({ call, pages }: Failed): boolean {
  return call.action === 'error' && call.method === 'GET' && !pages.error
}

async function brokenErrorPage(error: unknown, failed: Failed): Promise<Result> {
  const { call, theme, textsFor, basePath } = failed
  const { origin } = call.url
  const texts = await textsFor(call)
  const detail = causeOf(asError(error))
  return errorPage({ theme, origin, base: origin + basePath, texts, error: 'Configuration', detail })
}

function failedPage(error: unknown, { call, pages, basePath }: Failed): Result {
  if (error instanceof Verification && error.cause?.retry === call.providerId) {
    const again = { provider: call.providerId ?? '', type: 'email', error: error.type, ...localesIn(call) }
    return redirect(withQuery(`${call.url.origin}${basePath}/verify-request`, again))
  }
  const kind = error instanceof AuthError ? error.kind : 'error'
  const path = pages[kind] || `${basePath}/${kind === 'signIn' ? 'signin' : 'error'}`
  return redirect(withQuery(absolute(path, call.url.origin), { ...shown(error), ...localesIn(call) }))
}

/** Failures that are not the visitor's to know the type of, but that the sign-in page has a text for. */
const aliases: Readonly<Record<string, string>> = {
  OAuthSignInError: 'OAuthSignin',
  EmailSignInError: 'EmailSignin',
}

function shown(error: unknown): Record<string, string> {
  if (error instanceof CredentialsSignin) return { error: 'CredentialsSignin', code: error.code }
  if (isClientError(error)) return { error: error.type }
  const alias =
    error instanceof AuthError && Object.hasOwn(aliases, error.type) ? aliases[error.type] : undefined
  return { error: alias ?? 'Configuration' }
}
