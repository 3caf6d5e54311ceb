import * as platform from '#crypto'
import { generateRandomHex, hashSha256Hex } from '#crypto'
import { chain } from '../base/awaitable.js'
import { getNextAuth4CookieName } from '../config/next-auth-4-cookies.js'
import { MissingCSRF } from '../errors.js'
import { isReadableType } from '../http/body.js'
import type { Awaitable } from '../types/common.js'
import type { Context, Csrf } from '../types/context.js'
import type { AuthRequest, CookieJar } from '../types/request.js'
import { isFromTrustedOrigin, isFromTrustedSite } from './trusted-site.js'

/**
 * Returns the double-submit token. The cookie holds `token|hash(token + secret)`. A token that is valid under
 * any of the secrets is kept, otherwise a new one is set. See docs/contract.md#csrf.
 */
export function readOrCreateCsrf(context: CsrfContext, jar: CookieJar): Awaitable<Csrf> {
  const { request, settings, cookieOptions } = context
  const values = jar.getAll(cookieOptions.csrfToken.name)
  const validToken = values.length > 0 ? findValidToken(values, settings.hashSecrets) : null
  const csrf = chain(validToken, token =>
    token ? { token, verified: isSubmitted(request, token) } : createCsrf(context, jar),
  )
  return settings.legacySessions && request.method === 'POST'
    ? chain(csrf, current => acceptOlderToken(context, jar, current))
    : csrf
}

/** A page that NextAuth 4 rendered submits the token of its cookie, which has the same format. */
function acceptOlderToken(context: CsrfContext, jar: CookieJar, csrf: Csrf): Awaitable<Csrf> {
  const { request, settings } = context
  const name = getNextAuth4CookieName(context, 'csrfToken')
  if (csrf.verified || name === null) return csrf
  return chain(findValidToken(jar.getAll(name), settings.hashSecrets), token =>
    token && isSubmitted(request, token) ? { ...csrf, verified: true } : csrf,
  )
}

type CsrfContext = Pick<Context, 'request' | 'settings' | 'cookieOptions'>

function createCsrf({ settings, cookieOptions }: CsrfContext, jar: CookieJar): Awaitable<Csrf> {
  const { name, options } = cookieOptions.csrfToken
  const token = generateRandomHex(32)
  const [newest = ''] = settings.secrets
  return chain(hashSha256Hex(token + newest), hash => {
    jar.set(name, `${token}|${hash}`, options)
    return { token, verified: false }
  })
}

async function findValidToken(
  values: readonly string[],
  hashSecrets: readonly string[],
): Promise<string | null> {
  for (const value of values) {
    const [token, hash] = value.split('|')
    if (!token || !hash) continue
    for (const secret of hashSecrets)
      if (platform.isTimingSafeEqual(await hashSha256Hex(token + secret), hash)) return token
  }
  return null
}

function isSubmitted({ method, body }: AuthRequest, token: string): boolean {
  return (
    method === 'POST' &&
    typeof body.csrfToken === 'string' &&
    platform.isTimingSafeEqual(body.csrfToken, token)
  )
}

/**
 * Verifies that a POST comes from a page of this site.
 *
 * @throws MissingCSRF
 */
export function assertCsrf(ctx: Context): void {
  if (!ctx.csrf) return
  if (!isFromTrustedSite(ctx)) throw createCrossOriginError(ctx, 'site')
  if (!ctx.csrf.verified)
    throw new MissingCSRF(
      'The `csrfToken` is missing or differs from the CSRF cookie. Submit the token of `GET csrf` in a field of this name, with cookies.' +
        describeUnreadType(ctx) +
        describeOtherHost(ctx),
    )
}

/** Explains why a token that was sent is missing: bodies of other content types are not read. */
function describeUnreadType({ request }: Context): string {
  const type = request.head.getHeader('content-type')
  if (request.method !== 'POST' || !type || request.form || Object.keys(request.body).length > 0) return ''
  if (isReadableType(type)) return ` The body of type ${JSON.stringify(type)} has no fields.`
  return ` A body of type ${JSON.stringify(type)} is not read. Send a form or JSON.`
}

/** Explains why a page on another host of the same site, such as one with `www.`, lacks the cookie: its prefix is `__Host-`. */
function describeOtherHost({ request, origin }: Context): string {
  const pageOrigin = request.head.getHeader('origin') ?? 'null'
  if (pageOrigin === 'null' || pageOrigin === origin) return ''
  return ` The page is on ${JSON.stringify(pageOrigin)}, which does not share the cookie with ${JSON.stringify(origin)}. If the latter is wrong, correct AUTH_URL.`
}

/**
 * Verifies that a request without a CSRF token comes from a page of the same origin.
 *
 * @throws MissingCSRF
 */
export function assertTrustedOrigin(ctx: Context): void {
  if (!isFromTrustedOrigin(ctx)) throw createCrossOriginError(ctx, 'origin')
}

/** Creates the error for a request of another site or origin. */
export function createCrossOriginError(
  { request, origin: ownOrigin }: Context,
  difference: 'site' | 'origin',
): MissingCSRF {
  const origin = request.head.getHeader('origin') ?? 'null'
  if (origin === 'null')
    return new MissingCSRF(
      `The request came from another ${difference}, without an \`Origin\` that \`trustedOrigins\` could allow.`,
    )
  const name = JSON.stringify(origin)
  return new MissingCSRF(
    `The request came from another ${difference}: ${name}, not ${JSON.stringify(ownOrigin)}. To allow it, add ${name} to \`trustedOrigins\`. ` +
      'If it is this site, correct AUTH_URL or the headers of your proxy.',
  )
}
