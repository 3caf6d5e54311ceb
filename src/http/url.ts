/** Adds parameters to a URL or path, whether or not it has some; a fragment stays last. */
export function appendQuery(url: string, params: Record<string, string>): string {
  const query = new URLSearchParams(params).toString()
  if (!query) return url
  const [beforeHash = '', ...hash] = url.split('#')
  const separator = beforeHash.includes('?') ? '&' : '?'
  return [beforeHash + separator + query, ...hash].join('#')
}

/** Characters of a destination: it travels in cookies and headers, which servers limit. */
const maxRedirectUrlLength = 2_048

/** Is this an absolute http(s) URL, or a path on our own origin? Anything else is no place to send a visitor. */
export function isRedirectUrl(url: unknown): url is string {
  if (typeof url !== 'string' || url === '' || url.length > maxRedirectUrlLength) return false
  return url.startsWith('/') || (/^https?:/i.test(url) && URL.canParse(url))
}

/** A path of the configuration as an absolute URL; an absolute URL stays what it is. */
export function toAbsoluteUrl(url: string, origin: string): string {
  return url.startsWith('/') ? origin + url : url
}

/** The URL, or null when it is none. */
export function parseUrl(url: string): URL | null {
  // Throwing takes ten times as long as looking first.
  return URL.canParse(url) ? new URL(url) : null
}

/** Half a surrogate pair cannot be encoded; a replacement character stands in for it. */
export function toWellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd')
}

/** A name or address and a port: nothing that could become part of a path. */
const hostPattern = /^[\w.[\]:-]+$/

/**
 * A host that is an origin's already: small letters, nothing that could be an IPv4 address or punycode, and a port that no
 * scheme has by itself. Almost all are, and parsing costs as much as the rest of a look at the headers.
 */
const canonicalHostPattern = /^(?!.*xn--)(?:[a-z\d-]+\.)*[a-z][a-z\d-]*(?::[1-9]\d{3})?$/

/** The origin that a scheme and a `Host` header make, or null when they make none. */
export function buildOrigin(scheme: string, host: string): string | null {
  const isHttpHost = hostPattern.test(host) && (scheme === 'http' || scheme === 'https')
  if (isHttpHost && canonicalHostPattern.test(host)) return `${scheme}://${host}`
  return isHttpHost ? (parseUrl(`${scheme}://${host}`)?.origin ?? null) : null
}

/** A header holds visible ASCII only; anything else in a URL travels percent-encoded. */
export function encodeForHeader(url: string): string {
  return url.replace(/[^!-~]+/g, part => [...new TextEncoder().encode(part)].map(encodeByte).join(''))
}

function encodeByte(byte: number): string {
  return `%${byte.toString(16).padStart(2, '0').toUpperCase()}`
}
