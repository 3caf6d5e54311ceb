import type { Poster } from './csrf.js'
import { type Answer, textOf, type Wire } from './wire.js'

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
export interface Outcome extends SignInResponse {
  readonly target: string | undefined
  /** Somebody has signed in on this page. */
  readonly isIn?: true
}

/** Submits a form and reads where it leads. */
export async function submit(
  poster: Poster,
  action: string,
  fields: Record<string, string>,
): Promise<Outcome> {
  const answer = await poster.post(action, {
    init: csrfToken => ({
      headers: { 'X-Auth-Return-Redirect': '1' },
      body: new URLSearchParams(csrfToken ? { ...fields, csrfToken } : fields),
    }),
    isRefusal: refused => outcomeOf(refused).error === 'MissingCSRF',
  })
  return outcomeOf(answer)
}

/** What an answer says: `{ url }`, with the failure in its query. */
export function outcomeOf(answer: Answer): Outcome {
  const target = textOf(answer, 'url')
  const { status } = answer
  if (target === undefined) return failure(status ? 'Configuration' : 'Unreachable', status)
  const query = new URL(target, 'http://localhost').searchParams
  const error = query.get('error') ?? undefined
  const code = query.get('code') ?? undefined
  if (error !== undefined) return { ...failure(error, status), code, target }
  return { ...success(target), status }
}

export function success(url: string): Outcome {
  return { error: undefined, code: undefined, status: 200, ok: true, url, target: url }
}

export function failure(error: string, status: number): Outcome {
  return { error, code: undefined, status, ok: false, url: null, target: undefined }
}

/** What the app is told. */
export function responseOf({ target: _, isIn: __, ...response }: Outcome): SignInResponse {
  return response
}

/** Goes where the server would have sent the visitor. */
export function leave({ base }: Wire, { target }: Outcome): undefined {
  go(target ?? `${base}/error?error=Configuration`)
}

/** Leaves for another page; one that differs by its fragment alone has to be loaded, or nothing changes. */
function go(url: string): void {
  location.href = url
  if (url.includes('#')) location.reload()
}

/** What is submitted, and whether the visitor stays on the page. */
export interface Form {
  readonly stays: boolean
  readonly fields: Record<string, string>
}

/**
 * Options of the app as a form. The token of a form that they come from is not needed, and must not end in a URL.
 */
export function formOf(options: object = {}): Form {
  const { redirect, redirectTo, callbackUrl = here(), csrfToken: _, ...rest } = textsIn(options)
  const target = redirectTo ?? callbackUrl
  const fields = target === undefined ? rest : { ...rest, callbackUrl: target }
  return { stays: redirect === 'false', fields }
}

/** What is undefined or null is left out. */
function textsIn(options: object): Record<string, string> {
  const entries: [string, unknown][] = options instanceof FormData ? [...options] : Object.entries(options)
  const given = entries.filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]))
}

/** The page where the visitor is, without what an earlier failure wrote into its URL: it would be read as one of now. */
function here(): string | undefined {
  if (!globalThis.location) return undefined
  const url = new URL(location.href)
  if (!url.searchParams.has('error')) return location.href
  for (const name of ['error', 'code']) url.searchParams.delete(name)
  return url.href
}
