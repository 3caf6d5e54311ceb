import { parseUrl } from '../base/parse.js'

/** Adds query parameters to a URL or path. Keeps existing parameters and the fragment. */
export function appendQuery(url: string, params: Record<string, string>): string {
  const query = new URLSearchParams(params).toString()
  if (!query) return url
  const [beforeHash = '', ...hash] = url.split('#')
  const separator = beforeHash.includes('?') ? '&' : '?'
  return [beforeHash + separator + query, ...hash].join('#')
}

/**
 * Maximum length of a value that a visitor chooses and that is sent in cookies and headers, in characters after percent-encoding. Proxies
 * limit the length of all headers to a few thousand bytes.
 */
const maxEncodedLength = 2_048

/** Checks that a text from a visitor is short enough for cookies and headers. */
export function isWithinHeaderLimit(text: string): boolean {
  // Three bytes of UTF-8 become nine characters.
  if (text.length * 9 <= maxEncodedLength) return true
  return text.length <= maxEncodedLength && encodeURIComponent(toWellFormed(text)).length <= maxEncodedLength
}

/** Shortens a text to the length that is allowed in headers, without splitting a character. */
export function truncateToHeaderLimit(text: string): string {
  if (isWithinHeaderLimit(text)) return text
  const wellFormed = toWellFormed(text.slice(0, maxEncodedLength))
  let remaining = maxEncodedLength
  let end = 0
  for (const character of wellFormed) {
    remaining -= encodeURIComponent(character).length
    if (remaining < 0) break
    end += character.length
  }
  return wellFormed.slice(0, end)
}

/** Checks for an absolute http(s) URL or a path of this origin. Nothing else is a valid redirect. */
export function isRedirectUrl(url: unknown): url is string {
  if (typeof url !== 'string' || !isWithinHeaderLimit(url)) return false
  return url.startsWith('/') || (/^https?:/i.test(url) && parseUrl(url) !== null)
}

/** Schemes that a browser handles itself, or that name another app or file than the one that registered a scheme. */
const browserSchemes =
  /^(?:https?|wss?|ftp|javascript|vbscript|data|blob|file|filesystem|about|view-source|jar|resource|content|intent|android-app|(?:chrome|moz|edge|safari|ms-browser)[a-z-]*):/i

/** Checks for a URL of a native app with a private-use scheme, such as `myapp://signed-in` (RFC 8252 section 7.1). */
function isAppUrl(url: unknown): url is string {
  if (typeof url !== 'string' || !isWithinHeaderLimit(url)) return false
  return /^[a-z][a-z\d+.-]*:\/[!-~]*$/i.test(url) && !browserSchemes.test(url) && parseUrl(url) !== null
}

/** Checks for a URL that a sign-in may end at: below the origin, or one that `callbacks.redirect` decides about. */
export function isCallbackUrl(url: unknown, origin: string): url is string {
  return (
    typeof url === 'string' &&
    (isBelowOrigin(url, origin) || isRedirectUrl(url) || isAppUrl(url)) &&
    isWithinHeaderLimit(toAbsoluteUrl(url, origin))
  )
}

/** Is this the origin, or a URL of it? Such a URL is valid, and has no credentials, so most requests parse no callback URL. */
export function isBelowOrigin(url: string, origin: string): boolean {
  return url.startsWith(origin) && (url.length === origin.length || url[origin.length] === '/')
}

/** Allows paths and URLs of the same origin. Any other URL redirects to `baseUrl`. */
export function resolveDefaultRedirect({ url, baseUrl }: { url: string; baseUrl: string }): string {
  if (isBelowOrigin(url, baseUrl) && isVisibleAscii(url)) return url
  if (url.startsWith('/')) return baseUrl + url
  const parsed = parseUrl(url)
  if (parsed?.origin !== baseUrl) return baseUrl
  // Credentials in a URL are harmless but look like a phishing host, so they are removed.
  if (parsed.username || parsed.password) return baseUrl + parsed.pathname + parsed.search + parsed.hash
  // A browser removes tabs and line breaks, but not once they are percent-encoded for the header.
  return isVisibleAscii(url) ? url : parsed.href
}

function isVisibleAscii(text: string): boolean {
  return /^[!-~]*$/.test(text)
}

/** Resolves a configured path to an absolute URL. An absolute URL is returned unchanged. */
export function toAbsoluteUrl(url: string, origin: string): string {
  return url.startsWith('/') ? origin + url : url
}

/** Replaces lone surrogates, which cannot be percent-encoded, by the replacement character. */
export function toWellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd')
}

/** A host name or IP address with a port, without characters that could start a path. */
const hostPattern = /^[\w.[\]:-]+$/

/**
 * A host that is already in the form of an origin: lower case, not an IPv4 address, no punycode, no default
 * port. Almost all hosts are, and parsing is as expensive as reading all other headers.
 */
const canonicalHostPattern = /^(?!.*xn--)(?:[a-z\d-]+\.)*[a-z][a-z\d-]*(?::[1-9]\d{3})?$/

/** Builds the origin from a scheme and a `Host` header. Returns null if they are invalid. */
export function buildOrigin(scheme: string, host: string): string | null {
  const isHttpHost = hostPattern.test(host) && (scheme === 'http' || scheme === 'https')
  if (isHttpHost && canonicalHostPattern.test(host)) return `${scheme}://${host}`
  return isHttpHost ? (parseUrl(`${scheme}://${host}`)?.origin ?? null) : null
}

/** Percent-encodes everything except visible ASCII, which is all that a header can contain. */
export function encodeForHeader(url: string): string {
  return url.replace(/[^!-~]+/g, part => [...new TextEncoder().encode(part)].map(encodeByte).join(''))
}

function encodeByte(byte: number): string {
  return `%${byte.toString(16).padStart(2, '0').toUpperCase()}`
}

/** Returns the name of the app, or the public host with its port. */
export function getAppName({ name }: { readonly name?: string | undefined }, url: string): string {
  return name || new URL(url).host
}
