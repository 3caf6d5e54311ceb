import { type ActionClient, type ActionResponse, getStringField } from './action-client.js'
import type { CsrfPoster } from './csrf-poster.js'

/** What came of a sign-in or sign-out that was asked not to leave the page. */
export interface SignInResponse {
  /**
   * Why it did not work: a `type` of `latchkey/errors` that clients may know, `Configuration`, `Unreachable` when the
   * server could not be reached, or the name of what the browser threw when a passkey was not used, `NotAllowedError` say.
   */
  error: string | undefined
  /** The `code` of a `CredentialsSignin`. */
  code: string | undefined
  /** Of the last answer; 0 when there was none. */
  status: number
  /** Nothing failed. At an OAuth provider the visitor is not signed in yet: send them to `url`. */
  ok: boolean
  /** Where to go from here; null when it failed. */
  url: string | null
}

/** What came of it, and where the server would send the visitor, also when it failed. */
export interface SubmitResult extends SignInResponse {
  readonly redirectUrl: string | undefined
  /** Somebody has signed in on this page. */
  readonly isSignedIn?: true
}

/** Submits a form and reads where it leads. */
export async function submitForm(
  csrfPoster: CsrfPoster,
  action: string,
  fields: Record<string, string>,
): Promise<SubmitResult> {
  const response = await csrfPoster.post(action, {
    buildInit: csrfToken => ({
      headers: { 'X-Auth-Return-Redirect': '1' },
      body: new URLSearchParams(csrfToken ? { ...fields, csrfToken } : fields),
    }),
    isTokenRejected: rejected => parseSubmitResult(rejected).error === 'MissingCSRF',
  })
  return parseSubmitResult(response)
}

/** What an answer says: `{ url }`, with the failure in its query. */
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

/** What the app is told. */
export function toSignInResponse({
  redirectUrl: _,
  isSignedIn: __,
  ...response
}: SubmitResult): SignInResponse {
  return response
}

/** Goes where the server would have sent the visitor. */
export function navigateToResult({ authUrl }: ActionClient, { redirectUrl }: SubmitResult): undefined {
  navigate(redirectUrl ?? `${authUrl}/error?error=Configuration`)
}

/** Leaves for another page; one that differs by its fragment alone has to be loaded, or nothing changes. */
function navigate(url: string): void {
  location.href = url
  if (url.includes('#')) location.reload()
}

/** What is submitted, and whether the visitor stays on the page. */
export interface ParsedForm {
  readonly staysOnPage: boolean
  readonly fields: Record<string, string>
}

/**
 * Options of the app as a form. The token of a form that they come from is not needed, and must not end in a URL.
 */
export function parseForm(options: object = {}): ParsedForm {
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

/** What is undefined or null is left out. */
function toStringFields(options: object): Record<string, string> {
  const entries: [string, unknown][] = options instanceof FormData ? [...options] : Object.entries(options)
  const entriesWithValue = entries.filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(entriesWithValue.map(([name, value]) => [name, String(value)]))
}

/** The page where the visitor is, without what an earlier failure wrote into its URL: it would be read as one of now. */
function getCurrentPageUrl(): string | undefined {
  if (!globalThis.location) return undefined
  const url = new URL(location.href)
  if (!url.searchParams.has('error')) return location.href
  for (const name of ['error', 'code']) url.searchParams.delete(name)
  return url.href
}
