import { createPageProps } from '../actions/page-props.js'
import { toError } from '../base/to-error.js'
import { isSafeMethod } from '../checks/csrf.js'
import {
  AccessDenied,
  AuthError,
  CredentialsSignin,
  EmailSignInError,
  ImpersonationActive,
  isClientError,
  OAuthCallbackError,
  OAuthSignInError,
  PayloadTooLarge,
  SessionUnavailable,
  StepUpFailed,
  TooManyRequests,
  UnknownAction,
  Verification,
  WebAuthnVerificationError,
} from '../errors.js'
import { createJsonResult, createRedirectResult, isJsonRequested } from '../http/messages.js'
import { parseUiLocales } from '../http/ui-locales.js'
import { appendQuery, toAbsoluteUrl } from '../http/url.js'
import { ThrownMessage } from '../sign-in/thrown-message.js'
import type { AuthConfig } from '../types/config.js'
import type { Services } from '../types/context.js'
import type { FailureTrail } from '../types/logger.js'
import type { ActionResult, AuthRequest, RequestAction, RequestHead } from '../types/request.js'
import { describeForDeveloper } from './developer-hint.js'
import { getAllowedMethods } from './routes.js'

/** A failed request, and the settings that an error response needs. */
export interface ErrorResponseContext {
  readonly request: AuthRequest
  readonly pages: NonNullable<AuthConfig['pages']>
  readonly theme: NonNullable<AuthConfig['theme']>
  readonly getTranslations: Services['getTranslations']
  /** The base path that browsers see. */
  readonly publicBasePath: string
  /** What the log has of the failure. */
  readonly trail: FailureTrail | undefined
}

/** Actions whose errors are JSON. `session` has a rule of its own. */
const jsonActions: ReadonlySet<RequestAction> = new Set(['csrf', 'providers', 'webauthn-options'])

/** Creates the response to a request that cannot be parsed, or is too large. See docs/reference/contract.md#rejected-requests. */
function createBadRequestResult(error: unknown): ActionResult {
  return createJsonResult('Bad request.', error instanceof PayloadTooLarge ? 413 : 400)
}

/** Creates the response to a request that cannot be parsed: a page if a browser opens a path that is not one of an action. */
export async function createUnparsedResult(
  error: unknown,
  head: RequestHead,
  base: Omit<ErrorResponseContext, 'request'>,
): Promise<ActionResult> {
  const isPage = isSafeMethod(head) && head.getHeader('accept')?.includes('text/html')
  if (!isPage || !(error instanceof UnknownAction)) return createBadRequestResult(error)
  const url = new URL(head.url)
  const target = { action: 'error', providerId: null, query: {}, body: {}, form: null } as const
  const request: AuthRequest = { head, method: 'GET', origin: url.origin, url, ...target }
  return await renderOwnErrorPage(error.type, { ...base, request }, error)
}

/** Creates the response to a failed action. See docs/reference/contract.md#failures. */
export async function createErrorResult(
  error: unknown,
  errorContext: ErrorResponseContext,
): Promise<ActionResult> {
  if (errorContext.request.action === 'session') return createSessionErrorResult(error, errorContext.request)
  if (errorContext.request.action === 'plugin' && isJsonRequested(errorContext.request.head))
    return (await import('./plugin-runtime.js')).createPluginErrorResult(error, toErrorParams(error).error)
  if (error instanceof TooManyRequests) {
    const { createThrottledResult } = await import('../throttling/index.js')
    const url = getErrorPageUrl(error, errorContext)
    // The page is the same for every account, and needs no log.
    const renderPage = () => renderOwnErrorPage(error.type, { ...errorContext, trail: undefined })
    return await createThrottledResult(error, { ...errorContext, url, renderPage })
  }
  if (jsonActions.has(errorContext.request.action)) return createJsonErrorResult(error, errorContext.request)
  if (isErrorPage(errorContext))
    return await renderOwnErrorPage('Configuration', errorContext, toError(error))
  return createRedirectResult(getErrorPageUrl(error, errorContext))
}

/** The body is always `null`, so that an error cannot be mistaken for a session. */
function createSessionErrorResult(error: unknown, { method }: AuthRequest): ActionResult {
  if (error instanceof SessionUnavailable) return createJsonResult(null, 503)
  return createJsonResult(null, method === 'POST' ? 400 : 500)
}

function createJsonErrorResult(error: unknown, { action, method }: AuthRequest): ActionResult {
  // A plugin does not allow the user to add a passkey, or an administrator acts as the user.
  if (error instanceof AccessDenied || error instanceof ImpersonationActive)
    return createJsonResult({ error: error.type, message: error.message }, 403)
  if (!(error instanceof UnknownAction))
    return createJsonResult({ message: 'The request failed. Check the server logs.' }, 500)
  const message = `\`${action}\` does not accept ${method} requests. Use GET.`
  const result = createJsonResult({ message }, 405)
  return { ...result, headers: { ...result.headers, allow: getAllowedMethods(action) } }
}

/** The error page cannot show its own failure by a redirect to itself. */
function isErrorPage({ request, pages }: ErrorResponseContext): boolean {
  return request.action === 'error' && request.method === 'GET' && !pages.error
}

/**
 * Renders the built-in error page in the response to a failure, instead of redirecting to it.
 *
 * @param shownCause what the page shows in development
 */
export async function renderOwnErrorPage(
  error: string,
  { request, theme, getTranslations, publicBasePath, trail }: ErrorResponseContext,
  shownCause?: Error,
): Promise<ActionResult> {
  const { origin } = request
  const pageSource = {
    request,
    origin,
    authUrl: origin + publicBasePath,
    settings: { theme },
    services: { getTranslations },
  }
  const { renderErrorPage } = await import('../pages/index.js')
  return await renderErrorPage({
    ...(await createPageProps(pageSource)),
    error,
    reference: trail?.reference,
    ...(shownCause && describeForDeveloper(shownCause, trail)),
  })
}

/**
 * Returns whether server code that calls an action gets the response or the page of a failure, and not the error. Apps rely on it, as with
 * Auth.js: an email address that is not valid, an email that cannot be sent, a provider that cannot be reached when the sign-in
 * starts, and errors that are not an `AuthError`. Every other failure, such as `CredentialsSignin` and `AccessDenied`, is thrown to that code.
 */
export function isAlwaysRedirected(error: unknown): boolean {
  return (
    !(error instanceof AuthError) || error instanceof EmailSignInError || error instanceof OAuthSignInError
  )
}

/**
 * Returns the URL of the page that shows a failure: the sign-in page, the error page, the verify-request page for a wrong
 * code, or the page of the step-up that the form was for.
 */
export function getErrorPageUrl(
  error: unknown,
  { request, pages, publicBasePath }: Pick<ErrorResponseContext, 'request' | 'pages' | 'publicBasePath'>,
): string {
  if (error instanceof Verification && error.cause?.retryProviderId === request.providerId) {
    const params = {
      provider: request.providerId ?? '',
      type: 'email',
      error: error.type,
      ...parseUiLocales(request),
    }
    return appendQuery(`${request.origin}${publicBasePath}/verify-request`, params)
  }
  const kind = error instanceof AuthError ? error.kind : 'error'
  const { stepUp } = request.body
  if (kind === 'signIn' && typeof stepUp === 'string') {
    const params = { stepUp, ...toErrorParams(error), ...parseUiLocales(request) }
    return appendQuery(`${request.origin}${publicBasePath}/step-up`, params)
  }
  const ownPage = pages[kind]
  const path = ownPage || `${publicBasePath}/${kind === 'signIn' ? 'signin' : 'error'}`
  const url = appendQuery(toAbsoluteUrl(path, request.origin), {
    ...toErrorParams(error),
    ...(ownPage && toProviderErrorParams(error)),
    ...parseUiLocales(request),
  })
  return error instanceof ThrownMessage ? encodeSpaces(url) : url
}

/** NextAuth 4 encoded the messages of apps without `+`. A path can contain one. */
function encodeSpaces(url: string): string {
  const queryStart = url.indexOf('?')
  return url.slice(0, queryStart) + url.slice(queryStart).replaceAll('+', '%20')
}

/** Errors whose type is not public, but for which the sign-in page has a text. An expired sign-in starts again there. */
const errorAliases: Readonly<Record<string, string>> = {
  OAuthSignInError: 'OAuthSignin',
  EmailSignInError: 'EmailSignin',
  InvalidCheck: 'OAuthCallbackError',
}

/** The `code` of a magic link that is not as it was sent. The error page has a text for it. */
const changedLinkCode = 'link_changed'

/** The `code` of a passkey that is not registered. The error page has a text for it, and scripts call `PublicKeyCredential.signalUnknownCredential`. */
const unknownCredentialCode = 'unknown_credential'

/** Returns the query parameters of the page that shows a failure. */
export function toErrorParams(error: unknown): { error: string; code?: string } {
  if (error instanceof CredentialsSignin) return { error: 'CredentialsSignin', code: error.code }
  if (error instanceof ThrownMessage) return { error: error.publicMessage }
  if (error instanceof Verification && error.cause?.isLinkChanged === true)
    return { error: error.type, code: changedLinkCode }
  if (error instanceof WebAuthnVerificationError && error.cause?.isUnknownCredential === true)
    return { error: error.type, code: unknownCredentialCode }
  if (isClientError(error)) return { error: error.type }
  const alias =
    error instanceof AuthError && Object.hasOwn(errorAliases, error.type)
      ? errorAliases[error.type]
      : undefined
  return { error: alias ?? 'Configuration' }
}

/** What the provider returned, so that a page of the app can react to it. The built-in pages show the same for every code. */
function toProviderErrorParams(error: unknown): { providerError?: string; providerErrorCode?: string } {
  const response = error instanceof StepUpFailed ? error.cause?.err : error
  if (!(response instanceof OAuthCallbackError)) return {}
  const { code, vendorCode } = response.cause ?? {}
  return {
    ...(isErrorCode(code) && { providerError: code }),
    ...(isErrorCode(vendorCode) && { providerErrorCode: vendorCode }),
  }
}

/** An app may throw the error too, with any details. */
function isErrorCode(code: unknown): code is string {
  return typeof code === 'string' && /^[A-Za-z]\w{0,39}$/.test(code)
}
