import { getCookieTable } from '../config/cookie-table.js'
import { decode } from '../crypto/jwt.js'
import { AuthError, InvalidToken, MissingSecret } from '../errors.js'
import { createCookieJar } from '../http/cookie-jar.js'
import type { JWT, JWTOptions } from '../types/jwt.js'
import type { LoggerInstance } from '../types/logger.js'
import { readSessionValues } from './session-cookie.js'

/** What {@link getToken} takes. */
export interface GetTokenParams<Raw extends boolean = false> {
  /** The request, or anything with its headers. */
  req: Request | { headers: Headers | Record<string, string | string[] | undefined> }
  /** Reads the `__Secure-` cookie. @default both are looked for */
  secureCookie?: boolean | undefined
  /** @default the name of the session cookie */
  cookieName?: string | undefined
  /** @default the name of the cookie */
  salt?: string | undefined
  /** Needed unless `raw` is set. */
  secret?: string | readonly string[] | undefined
  /** Returns the token as it is in the cookie. @default false */
  raw?: Raw | undefined
  decode?: JWTOptions['decode'] | undefined
  /** Its `debug` hears why a token did not open; a whole logger or the console will do. */
  logger?: Pick<LoggerInstance, 'debug'> | undefined
}

/**
 * Reads the session token of a request, from its cookie or its `Authorization: Bearer` header.
 *
 * @returns the payload, or `null` when there is no token that opens; with `raw` the token itself
 * @throws MissingSecret when there is a token and no `secret` to open it with
 * @throws AuthError without `req`
 *
 * @example
 * ```ts
 * import { getToken } from 'latchkey/jwt'
 *
 * export async function whoIs(req: Request) {
 *   const token = await getToken({ req, secret: process.env.AUTH_SECRET ?? '' })
 *   return token?.sub
 * }
 * ```
 */
export async function getToken<Raw extends boolean = false>(
  params: GetTokenParams<Raw>,
): Promise<(Raw extends true ? string : JWT) | null>
export async function getToken(params: GetTokenParams<boolean>): Promise<string | JWT | null> {
  for (const { token, salt } of findCandidateTokens(params)) {
    const result = params.raw ? token : await decodeOrNull(token, params, params.salt ?? salt)
    if (result) return result
  }
  return null
}

interface CandidateToken {
  readonly token: string
  /** The name of the cookie that such a token was made for. */
  readonly salt: string
}

/** What may be the token, cookies before the header. */
function* findCandidateTokens(params: GetTokenParams<boolean>): Generator<CandidateToken> {
  if (!params.req) throw new AuthError('Give `req`: the request, or an object with its headers.')
  const names = getCookieNames(params)
  const jar = createCookieJar(getHeader(params.req, 'cookie'))
  for (const salt of names) for (const token of readSessionValues(jar, salt)) yield { token, salt }
  const bearer = parseBearerToken(getHeader(params.req, 'authorization'))
  if (bearer) for (const salt of names) yield { token: bearer, salt }
}

function getCookieNames({ cookieName, secureCookie }: GetTokenParams<boolean>): string[] {
  if (cookieName) return [cookieName]
  const names = { secure: getCookieName('secure'), plain: getCookieName('plain') }
  if (secureCookie === undefined) return [names.secure, names.plain]
  return [secureCookie ? names.secure : names.plain]
}

function getCookieName(kind: 'secure' | 'plain'): string {
  return getCookieTable(kind).sessionToken.name
}

/** `Headers` of any make, a record as Node has it, or none, as a request made by hand may have. */
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
    // Malformed percent-encoding is no token.
    return null
  }
}

async function decodeOrNull(
  token: string,
  params: GetTokenParams<boolean>,
  salt: string,
): Promise<JWT | null> {
  const { decode: decodeToken = decode } = params
  const { secret = [] } = params
  if ([secret].flat().filter(Boolean).length === 0) {
    throw new MissingSecret('Give `secret` to read the token, or `raw: true` to have it as it is.')
  }
  try {
    return await decodeToken({ token, secret, salt })
  } catch (error) {
    // Whatever is wrong with a token, the answer to "who is this" is the same: nobody we know.
    params.logger?.debug('session token refused', { code: error instanceof InvalidToken ? error.code : null })
    return null
  }
}
