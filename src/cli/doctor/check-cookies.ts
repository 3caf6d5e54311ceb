import { isLoopbackHostname } from '../../base/loopback-host.js'
import type { Finding, FindingCode } from './findings.js'
import type { Reply } from './site-request.js'

/** Bytes of the name and the value of a cookie that browsers keep (RFC 6265bis section 5.6). */
const maxCookieLength = 4_096
/** Characters of the cookies in one response that the usual buffer of a proxy holds. */
const maxResponseLength = 4_096
/** Characters of a header in a request that nginx and Apache accept by default. */
const maxHeaderLength = 8_190

/** The default names of Latchkey, and those of NextAuth 4. */
const ownName = /(?:^|-)(?:authjs|next-auth)\./

/** A cookie that a response sets. Names of attributes are in lower case. */
interface SetCookie {
  readonly name: string
  readonly value: string
  readonly attributes: Readonly<Record<string, string | undefined>>
}

/** Where a browser gets cookies, and to which routes it must send them. */
interface CookieScope {
  readonly base: string
  /** The token whose cookie is one of Latchkey, also with a name of the app. */
  readonly csrfToken: string
  /** Whether the provider returns with a form of its own site. */
  readonly returnsByForm: boolean
}

/** Checks the cookies of a response: whether a browser keeps them, protects them and sends them back. */
export function checkCookies({ headers }: Reply, scope: CookieScope): Finding[] {
  const lines = headers.getSetCookie()
  const cookies = lines.map(parseSetCookie).filter(cookie => !isDeletion(cookie))
  // A proxy or another software sets cookies, too, with rules of their own.
  const own = cookies.filter(({ name, value }) => ownName.test(name) || value.startsWith(scope.csrfToken))
  const findings = [...cookies.flatMap(checkLength), ...own.flatMap(cookie => checkCookie(cookie, scope))]
  const size = lines.reduce((total, line) => total + line.length, 0)
  const isRejected = findings.some(({ code }) => code === 'site-cookie-rejected')
  if (size > maxResponseLength && !isRejected)
    findings.push({ code: 'site-cookie-size', place: `${size} characters` })
  return findings
}

/** Checks the size of the header with which a browser returns from the provider: the cookies of all responses. */
export function checkCookieHeader(replies: readonly Reply[]): Finding[] {
  const cookies = replies.flatMap(({ headers }) => headers.getSetCookie().map(parseSetCookie))
  const kept = new Map(
    cookies.filter(cookie => !isDeletion(cookie)).map(({ name, value }) => [name, `${name}=${value}`]),
  )
  const { length } = `Cookie: ${[...kept.values()].join('; ')}`
  return length > maxHeaderLength ? [{ code: 'site-cookie-header', place: `${length} characters` }] : []
}

function parseSetCookie(line: string): SetCookie {
  const [[name, value] = ['', ''], ...attributes] = line.split(';').map(splitPair)
  return {
    name,
    value,
    attributes: Object.fromEntries(attributes.map(([key, text]) => [key.toLowerCase(), text])),
  }
}

function splitPair(text: string): [string, string] {
  const [name = '', ...value] = text.split('=')
  return [name.trim(), value.join('=').trim()]
}

function isDeletion({ attributes }: SetCookie): boolean {
  return attributes['max-age'] === '0' || Date.parse(attributes['expires'] ?? '') < Date.now()
}

function checkLength({ name, value }: SetCookie): Finding[] {
  const length = Buffer.byteLength(name + value)
  return length > maxCookieLength ? [{ code: 'site-cookie-rejected', place: `${name}: ${length} bytes` }] : []
}

function checkCookie(cookie: SetCookie, scope: CookieScope): Finding[] {
  const { name, attributes } = cookie
  const { protocol, hostname, pathname } = new URL(scope.base)
  const { domain, path = '' } = attributes
  const isSecure = attributes['secure'] !== undefined
  const faults: [FindingCode, boolean, string][] = [
    ['site-cookie-attributes', !isProtected(attributes, protocol), name],
    ['site-cookie-domain', !isForHost(hostname, domain), `${name}: ${domain}`],
    ['site-cookie-prefix', /^__Host-/i.test(name) && (Boolean(domain) || path !== '/'), name],
    ['site-cookie-path', !isForPath(pathname, path), `${name}: ${path}`],
    ['site-cookie-secure', protocol === 'http:' && isSecure && !isLoopbackHostname(hostname), name],
    [
      'site-cookie-cross-site',
      !isSentByProvider(cookie, scope),
      `${name}: SameSite=${attributes['samesite']}`,
    ],
  ]
  return faults.flatMap(([code, isFault, place]) => (isFault ? [{ code, place }] : []))
}

function isProtected(attributes: SetCookie['attributes'], protocol: string): boolean {
  const { secure, httponly, samesite } = attributes
  const needsSecure = protocol === 'https:' || samesite?.toLowerCase() === 'none'
  return (secure !== undefined || !needsSecure) && httponly !== undefined && samesite !== undefined
}

function isForHost(hostname: string, domain = ''): boolean {
  const host = domain.replace(/^\./, '').toLowerCase()
  return host === '' || hostname === host || hostname.endsWith(`.${host}`)
}

/** Returns whether a browser sends the cookie to the sign-in routes, or to some of them (RFC 6265 section 5.1.4). */
function isForPath(base: string, path: string): boolean {
  const folder = path.replace(/\/$/, '')
  return !path.startsWith('/') || `${base}/`.startsWith(`${folder}/`) || folder.startsWith(`${base}/`)
}

/** Returns whether the browser sends a cookie of the sign-in when the provider returns to the site (RFC 6265bis section 5.6.7). */
function isSentByProvider({ name, attributes }: SetCookie, { returnsByForm }: CookieScope): boolean {
  if (!/\.(?:state|nonce|pkce\.code_verifier)(?:\.|$)/.test(name)) return true
  const sameSite = attributes['samesite']?.toLowerCase()
  return sameSite !== 'strict' && (!returnsByForm || sameSite === undefined || sameSite === 'none')
}
