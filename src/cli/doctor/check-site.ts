import { isLoopbackHostname } from '../../base/loopback-host.js'
import { isRecord, parseObject, parseUrl } from '../../base/parse.js'
import { checkCookies } from './check-cookies.js'
import { checkSignIn } from './check-sign-in.js'
import type { Finding } from './findings.js'
import { type Reply, readToken, requestSite } from './site-request.js'

/** What a running site shows to any visitor. */
export interface SiteReport {
  readonly findings: readonly Finding[]
  /** URL of the sign-in routes, or null if they were not found. */
  readonly baseUrl: string | null
  /** The callback URLs to register, by provider. */
  readonly callbackUrls: Readonly<Record<string, string>>
}

/** The default base paths, for a URL without a path. */
const defaultPaths = ['/auth', '/api/auth']
const maxClockSkew = 60_000

/**
 * Checks a running site through its public routes, as a new visitor.
 *
 * @param provider the id of a provider at which a sign-in is started, too
 * @throws UsageError if the site has no such provider
 */
export async function checkSite(url: URL, provider?: string): Promise<SiteReport> {
  const path = url.pathname.replace(/\/+$/, '')
  const replies: (Reply | null)[] = []
  for (const candidate of path === '' ? defaultPaths : [path]) {
    const base = `${url.origin}${candidate}`
    const reply = await requestSite(`${base}/csrf`)
    if (reply && readToken(reply) !== null) return await checkSiteRoutes(base, reply, provider)
    replies.push(reply)
  }
  return { findings: [findFailure(url, replies)], baseUrl: null, callbackUrls: {} }
}

function findFailure(url: URL, replies: readonly (Reply | null)[]): Finding {
  const received = replies.filter(reply => reply !== null)
  const place = url.origin + url.pathname
  if (received.length === 0) return { code: 'site-unreachable', place }
  if (received.some(({ status }) => status >= 500)) return { code: 'site-failure', place }
  const target = received.map(findRedirectTarget).find(found => found !== null)
  return target
    ? { code: 'site-redirect', place: `${place} -> ${target}` }
    : { code: 'site-base-path', place }
}

/** Returns where a response redirects to, without the query, which can contain a token. */
function findRedirectTarget({ url, status, headers }: Reply): string | null {
  const location = headers.get('location')
  const target = status >= 300 && status < 400 && location !== null ? parseUrl(location, url) : null
  return target && target.origin + target.pathname.replace(/\/csrf\/?$/, '')
}

async function checkSiteRoutes(base: string, csrf: Reply, provider?: string): Promise<SiteReport> {
  const names = ['csrf', 'session', 'providers', 'signin']
  const [again, session, providers, page] = await Promise.all(
    names.map(name => requestSite(`${base}/${name}`)),
  )
  if (!again || !session || !providers)
    return { findings: [{ code: 'site-unreachable', place: base }], baseUrl: base, callbackUrls: {} }
  const callbackUrls = readCallbackUrls(providers)
  const findings = [
    ...checkOrigin(base, callbackUrls),
    ...(csrf.headers.getSetCookie().length === 0
      ? [{ code: 'site-cookie-missing' as const, place: csrf.url }]
      : checkCookies(csrf, { base, csrfToken: readToken(csrf) ?? '', returnsByForm: false })),
    ...checkCaches([csrf, again, session]),
    ...checkClock(csrf),
    ...checkHeaders(csrf, page ?? null),
    ...(provider === undefined ? [] : await checkSignIn(provider, { base, csrf, callbackUrls })),
  ]
  if (readToken(again) === readToken(csrf)) findings.push({ code: 'site-csrf-cached', place: csrf.url })
  if (session.status >= 500) findings.push({ code: 'site-failure', place: session.url })
  else if (session.text.trim() !== 'null') findings.push({ code: 'site-session', place: session.url })
  return { findings, baseUrl: base, callbackUrls }
}

function readCallbackUrls({ status, text }: Reply): Record<string, string> {
  const urls: Record<string, string> = {}
  const providers = (status === 200 && parseObject(text)) || {}
  for (const [id, provider] of Object.entries(providers))
    if (isRecord(provider) && typeof provider.callbackUrl === 'string') urls[id] = provider.callbackUrl
  return urls
}

function checkOrigin(base: string, callbackUrls: Readonly<Record<string, string>>): Finding[] {
  const { origin, protocol, hostname } = new URL(base)
  const isLocal = isLoopbackHostname(hostname)
  const findings: Finding[] = []
  if (protocol === 'http:' && !isLocal) findings.push({ code: 'site-insecure', place: origin })
  const [[, callbackUrl] = []] = Object.entries(callbackUrls)
  if (callbackUrl === undefined || callbackUrl.startsWith(`${base}/`)) return findings
  const code = callbackUrl.startsWith(`${origin}/`) ? 'site-base-path' : 'site-origin'
  return [...findings, { code, place: `the site uses ${callbackUrl}, and you asked ${base}` }]
}

function checkCaches(replies: readonly Reply[]): Finding[] {
  return [...new Map(replies.map(reply => [reply.url, reply])).values()]
    .filter(({ headers }) => !/\b(?:private|no-store)\b/.test(headers.get('cache-control') ?? ''))
    .map(({ url }) => ({ code: 'site-cache-headers', place: url }))
}

function checkClock({ headers }: Reply): Finding[] {
  const skew = Date.parse(headers.get('date') ?? '') - Date.now()
  if (Number.isNaN(skew) || Math.abs(skew) < maxClockSkew) return []
  return [{ code: 'site-clock', place: `${Math.round(skew / 1000)} seconds` }]
}

/** The sign-in page has these headers. A page of the app has its own, and is not checked. */
const pageHeaders = [
  'content-security-policy',
  'x-content-type-options',
  'x-frame-options',
  'referrer-policy',
]

function checkHeaders(csrf: Reply, page: Reply | null): Finding[] {
  const { protocol, hostname, origin } = new URL(csrf.url)
  const isPage = page?.status === 200 && page.headers.get('content-type')?.includes('text/html')
  const missing = isPage ? pageHeaders.filter(name => !page.headers.has(name)) : []
  const needsTransport = protocol === 'https:' && !isLoopbackHostname(hostname)
  return [
    ...(page && missing.length > 0
      ? [{ code: 'site-headers' as const, place: `${page.url}: ${missing.join(', ')}` }]
      : []),
    ...(needsTransport && !csrf.headers.has('strict-transport-security')
      ? [{ code: 'site-transport-security' as const, place: origin }]
      : []),
  ]
}
