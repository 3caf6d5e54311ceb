import type { Context } from '../types/context.js'
import type { RequestHead } from '../types/request.js'

/** Seconds in which the page of a failure shows its reference, also after a reload. */
const referenceMaxAge = 300

/** The form of a reference: Crockford base32. */
const referencePattern = /^[\dA-HJKMNP-TV-Z]{10}$/

/** Maximum length of the `error` that the cookie repeats, in characters. */
const maxErrorLength = 60

/** Does a browser send the request? `Sec-Fetch-Dest` says what it does with the response (Fetch Metadata Request Headers, section 2.1). */
export function isBrowser({ getHeader }: Pick<RequestHead, 'getHeader'>): boolean {
  return getHeader('sec-fetch-dest') != null
}

/**
 * Saves a failure reference in a cookie, for the page that the browser is redirected to with `error`. Anyone can write a link with an
 * `error`, so the page shows that of this browser, and never one of the URL.
 */
export function saveReference({ jar, cookieOptions }: Context, error: string, reference: string): void {
  const { name, options } = getReferenceCookie(cookieOptions)
  jar.set(name, `${reference}.${error.slice(0, maxErrorLength)}`, { ...options, maxAge: referenceMaxAge })
}

/** Returns that of the last failure of this browser, if it failed with this `error`. */
export function readReference({ jar, cookieOptions }: Context, error: string | null): string | undefined {
  const [reference = '', ...rest] = (jar.get(getReferenceCookie(cookieOptions).name) ?? '').split('.')
  if (error === null || rest.join('.') !== error.slice(0, maxErrorLength)) return undefined
  return referencePattern.test(reference) ? reference : undefined
}

/** Returns the name and attributes of the cookie. The attributes are those of the `state` cookie. */
function getReferenceCookie({ state: { options } }: Context['cookieOptions']) {
  return { name: `${options.secure ? '__Secure-' : ''}authjs.reference`, options }
}
