import {
  anyValue,
  booleanRule,
  functionRule,
  type OptionRules,
  objectRule,
  textRule,
} from '../base/option-fault.js'
import { assertOptions } from '../config/assert-options.js'
import { getSessionCookieName, getSignOutCookieName } from '../config/cookie-options.js'
import { openSessionToken } from '../crypto/jwt.js'
import { AuthError, InvalidToken, MissingSecret } from '../errors.js'
import { readRequestCookies } from '../http/cookies.js'
import type { LegacySessionsOptions } from '../types/config.js'
import type { JWT, JWTOptions } from '../types/jwt.js'
import type { LoggerInstance } from '../types/logger.js'
import { createLegacySearch } from './legacy-token-search.js'
import { findNewestToken, listSessionCookieCandidates } from './session-cookie.js'
import { isOfTenant, isSignedOut, withTextSubject } from './session-token.js'

/** Parameters of {@link getToken}. */
export interface GetTokenParams<Raw extends boolean = false> {
  /** The request, or any object with its headers. */
  req:
    | Request
    | { url?: string | undefined; headers: Headers | Record<string, string | string[] | undefined> }
  /**
   * Whether to read the `__Secure-` cookie. Set `false` if the site has `useSecureCookies: false`.
   *
   * @default true for cookies if the URL of `req` is https; else both are tried
   */
  secureCookie?: boolean | undefined
  /** `cookies.sessionToken.name` of the configuration. @default the default name of the session cookie */
  cookieName?: string | undefined
  /** Salt of the token. @default the name of the cookie */
  salt?: string | undefined
  /** Required unless `raw` is set. */
  secret?: string | readonly string[] | undefined
  /** Whether to return the encrypted token. @default false */
  raw?: Raw | undefined
  decode?: JWTOptions['decode'] | undefined
  /**
   * Accepts tokens of NextAuth 4 too, as the option of the configuration does. Also reads a session cookie that kept its name of NextAuth 4.
   *
   * @default none
   */
  legacySessions?: LegacySessionsOptions | undefined
  /** The `tenant` of the configuration, if it has one. */
  tenant?: string | undefined
  /** Receives the reason for a rejected token through `debug`, for example the `console`. */
  logger?: Pick<LoggerInstance, 'debug'> | undefined
}

const paramRules: OptionRules<GetTokenParams<boolean>> = {
  // It has an error of its own.
  req: anyValue,
  secureCookie: booleanRule,
  cookieName: textRule,
  salt: textRule,
  // A missing secret has an error of its own.
  secret: { expected: 'text or a list of texts', isValid: isSecret },
  raw: booleanRule,
  decode: functionRule,
  legacySessions: objectRule,
  tenant: textRule,
  logger: { expected: 'an object with `debug`', isValid: value => typeof value === 'object' },
}

function isSecret(value: unknown): boolean {
  return value === null || [value].flat().every(secret => secret === undefined || typeof secret === 'string')
}

/**
 * Returns the session token of a request, from its cookie or its `Authorization: Bearer` header. If the browser sends several
 * session cookies, the newest valid one counts.
 *
 * @returns the payload, or `null` without a valid token; with `raw` the first token itself
 * @throws MissingSecret if the request has a token and `secret` is missing
 * @throws AuthError if `req` is missing
 * @throws InvalidConfig if an option does not exist or is not valid
 *
 * @example
 * ```ts
 * import { getToken } from 'latchkey/jwt'
 *
 * export async function getUserId(req: Request) {
 *   const token = await getToken({ req, secret: process.env.AUTH_SECRET ?? '' })
 *   return token?.sub
 * }
 * ```
 */
export async function getToken<Raw extends boolean = false>(
  params: GetTokenParams<Raw>,
): Promise<(Raw extends true ? string : JWT) | null>
export async function getToken(params: GetTokenParams<boolean>): Promise<string | JWT | null> {
  assertOptions(params, paramRules, 'getToken')
  if (!params.req) throw new AuthError('Set `req` to the request or an object with its headers.')
  const names = getCookieNames({ ...params, secureCookie: resolveSecureCookie(params) })
  const token = await readCookieToken(params, names)
  if (token) return token
  const legacyToken = await readLegacyCookieToken(params, token === undefined ? null : names)
  return legacyToken ?? (token === undefined && legacyToken === undefined ? readBearerToken(params) : null)
}

/**
 * Returns the newest valid token of the cookies; with `raw` the first token. `null` if none is valid, and `undefined` if there is no
 * cookie: only then the header counts, so that a request cannot have two users.
 */
async function readCookieToken(
  params: GetTokenParams<boolean>,
  names: readonly string[],
): Promise<string | JWT | null | undefined> {
  const cookies = readRequestCookies(getHeader(params.req, 'cookie'))
  let hasCookie = false
  for (const name of names) {
    const [first] = listSessionCookieCandidates(cookies, name)
    if (first) hasCookie = true
    const result = params.raw
      ? first
      : await findNewestToken(cookies, name, async token => {
          const payload = await decodeOrNull(token, params, name)
          return payload && isSignedOut(cookies, getSignOutCookieName(name), payload) ? null : payload
        })
    if (result) return result
  }
  return hasCookie ? null : undefined
}

async function readBearerToken(params: GetTokenParams<boolean>): Promise<string | JWT | null> {
  const bearer = parseBearerToken(getHeader(params.req, 'authorization'))
  if (!bearer || params.raw) return bearer
  for (const name of getCookieNames(params)) {
    const payload = await decodeOrNull(bearer, params, name)
    if (payload) return payload
  }
  const search = findLegacyCookies(params, params.secureCookie)
  for (const name of search?.names ?? []) {
    const payload = await decodeOrNull(bearer, { ...params, decode: search?.decode }, name)
    if (payload) return payload
  }
  return null
}

/**
 * Returns the token of the cookies that the app had in NextAuth 4, as {@link readCookieToken} does.
 *
 * @param sentNames the names of the session cookie if the request has one: only a cookie of the same name counts then
 */
async function readLegacyCookieToken(
  params: GetTokenParams<boolean>,
  sentNames: readonly string[] | null,
): Promise<string | JWT | null | undefined> {
  const search = findLegacyCookies(params, resolveSecureCookie(params))
  const names = search?.names.filter(name => !sentNames || sentNames.includes(name)) ?? []
  if (!search || names.length === 0 || (params.raw && !search.acceptsOldTokens)) return undefined
  const token = await readCookieToken({ ...params, decode: search.decode }, names)
  // An old cookie that is ignored is no reason to ignore the header.
  return token ?? (search.acceptsOldTokens ? token : undefined)
}

function findLegacyCookies(params: GetTokenParams<boolean>, secureCookie: boolean | undefined) {
  const { legacySessions, cookieName, decode: decodeToken = openSessionToken } = params
  return createLegacySearch(legacySessions, { secureCookie, cookieName, decode: decodeToken })
}

function getCookieNames({
  cookieName,
  secureCookie,
}: Pick<GetTokenParams, 'cookieName' | 'secureCookie'>): string[] {
  if (cookieName) return [cookieName]
  if (secureCookie === undefined) return [getSessionCookieName('secure'), getSessionCookieName('plain')]
  return [getSessionCookieName(secureCookie ? 'secure' : 'plain')]
}

/** An https URL is enough to know. Any other URL is not, because a proxy may end TLS. */
function resolveSecureCookie({ req, secureCookie }: GetTokenParams<boolean>): boolean | undefined {
  if (secureCookie !== undefined) return secureCookie
  return typeof req.url === 'string' && /^https:/i.test(req.url) ? true : undefined
}

/**
 * Returns a header of a `Headers` object of any runtime, of a Node record, or of an object without headers.
 */
function getHeader({ headers }: Partial<GetTokenParams['req']>, name: string): string | null {
  if (isHeaders(headers)) return headers.get(name) ?? null
  const entry = Object.entries(headers ?? {}).find(([key]) => key.toLowerCase() === name)
  return entry?.[1] === undefined ? null : [entry[1]].flat().join('; ')
}

function isHeaders(headers?: GetTokenParams['req']['headers'] | null): headers is Headers {
  return typeof headers?.get === 'function'
}

function parseBearerToken(authorization: string | null): string | null {
  const [scheme, token] = authorization?.split(' ') ?? []
  if (scheme !== 'Bearer' || !token) return null
  try {
    return decodeURIComponent(token)
  } catch {
    // Malformed percent-encoding is not a token.
    return null
  }
}

async function decodeOrNull(
  token: string,
  params: GetTokenParams<boolean>,
  cookieName: string,
): Promise<JWT | null> {
  const { decode: decodeToken = openSessionToken, secret = [], salt = cookieName } = params
  if ([secret].flat().filter(Boolean).length === 0) {
    throw new MissingSecret('Set `secret` to decrypt the token, or `raw: true` to return it encrypted.')
  }
  try {
    const payload = await decodeToken({ token, secret, salt })
    return payload && isOfTenant(payload, params.tenant) ? withTextSubject(payload) : null
  } catch (error) {
    // Every invalid token has the same result: the user is not signed in.
    params.logger?.debug('session token rejected', {
      code: error instanceof InvalidToken ? error.code : null,
    })
    return null
  }
}
