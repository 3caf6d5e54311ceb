import { type ActionClient, type ActionResponse, getStringField } from './action-client.js'
import type { CsrfClient } from './csrf-client.js'

/** Result of a sign-in or sign-out with `redirect: false`. */
export interface SignInResponse {
  /**
   * Cause of the failure: a client-safe `type` of `latchkey/errors`, `Configuration`, or `Unreachable` if the server could
   * not be reached. If the browser did not use a passkey, the name of its exception, for example `NotAllowedError`.
   */
  error: string | undefined
  /** `code` of a `CredentialsSignin`. */
  code: string | undefined
  /** HTTP status of the last response; 0 if there was none. */
  status: number
  /** Whether nothing failed. At an OAuth provider the user is not signed in yet: open `url`. */
  ok: boolean
  /** Next page; `null` after a failure. */
  url: string | null
}

/** Result with the URL to which the server redirects, also after a failure. */
export interface SubmitResult extends SignInResponse {
  readonly redirectUrl: string | undefined
  /** Set if the user signed in on this page, without a redirect. */
  readonly isSignedIn?: true
}

/** Submits a form and parses the redirect. */
export async function submitForm(
  csrfClient: CsrfClient,
  action: string,
  fields: Record<string, string>,
): Promise<SubmitResult> {
  const response = await csrfClient.post(action, {
    buildInit: csrfToken => ({
      headers: { 'X-Auth-Return-Redirect': '1' },
      body: new URLSearchParams(csrfToken ? { ...fields, csrfToken } : fields),
    }),
    isTokenRejected: rejected => parseSubmitResult(rejected).error === 'MissingCSRF',
  })
  return parseSubmitResult(response)
}

/** Parses the response `{ url }`. A failure is in the query of the URL. */
export function parseSubmitResult(response: ActionResponse): SubmitResult {
  const redirectUrl = getStringField(response, 'url')
  const { status } = response
  if (redirectUrl === undefined) return createFailure(status ? 'Configuration' : 'Unreachable', status)
  const query = new URL(redirectUrl, 'http://localhost').searchParams
  const error = query.get('error') ?? undefined
  const code = query.get('code') ?? undefined
  if (error !== undefined) return { ...createFailure(error, status), code, redirectUrl }
  return { ...createSuccess(redirectUrl), status }
}

export function createSuccess(url: string): SubmitResult {
  return { error: undefined, code: undefined, status: 200, ok: true, url, redirectUrl: url }
}

export function createFailure(error: string, status: number): SubmitResult {
  return { error, code: undefined, status, ok: false, url: null, redirectUrl: undefined }
}

/** Removes the internal fields of a result. */
export function toSignInResponse({
  redirectUrl: _,
  isSignedIn: __,
  ...response
}: SubmitResult): SignInResponse {
  return response
}

/** Navigates to the URL to which the server redirects. */
export function navigateToResult(
  { authUrl }: ActionClient,
  { redirectUrl, status }: SubmitResult,
): undefined {
  navigate(redirectUrl ?? `${authUrl}/error?error=${status === 429 ? 'TooManyRequests' : 'Configuration'}`)
}

/** Navigates to another page. A URL that differs only in its fragment does not load the page, so it is reloaded. */
function navigate(url: string): void {
  location.href = url
  if (url.includes('#')) location.reload()
}

/** Fields to submit, and whether to stay on the page. */
export interface ParsedActionOptions {
  readonly staysOnPage: boolean
  readonly fields: Record<string, string>
}

/** Parses the options of the app. The CSRF token of a submitted form is dropped, because it must not end up in a URL. */
export function parseActionOptions(options: object = {}): ParsedActionOptions {
  const {
    redirect,
    redirectTo,
    callbackUrl = getCurrentPageUrl(),
    csrfToken: _,
    ...rest
  } = toStringFields(options)
  const redirectUrl = redirectTo ?? callbackUrl
  const fields = redirectUrl === undefined ? rest : { ...rest, callbackUrl: redirectUrl }
  return { staysOnPage: redirect === 'false', fields }
}

/** Converts values to strings, and drops those that are undefined or null. */
function toStringFields(options: object): Record<string, string> {
  const entries: [string, unknown][] = options instanceof FormData ? [...options] : Object.entries(options)
  const entriesWithValue = entries.filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(entriesWithValue.map(([name, value]) => [name, String(value)]))
}

/** Returns the URL of the page without the parameters of an earlier failure, which would be read as a new one. */
function getCurrentPageUrl(): string | undefined {
  if (!globalThis.location) return undefined
  const url = new URL(location.href)
  if (!url.searchParams.has('error')) return location.href
  for (const name of ['error', 'code']) url.searchParams.delete(name)
  return url.href
}
