import { cookieTable } from '../config/cookies.js'
import { decode } from '../crypto/token.js'
import { MissingSecret } from '../errors.js'
import { openJar } from '../http/jar.js'
import type { JWT, JWTOptions } from '../types/jwt.js'
import { sessionValues } from './chunks.js'

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
}

/**
 * Reads the session token of a request, from its cookie or its `Authorization: Bearer` header.
 *
 * @returns the payload, or `null` when there is no token that opens; with `raw` the token itself
 * @throws MissingSecret when there is a token and no `secret` to open it with
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
  for (const name of namesOf(params)) {
    for (const token of tokensIn(params.req, name)) {
      const found = params.raw ? token : await open(token, params, params.salt ?? name)
      if (found) return found
    }
  }
  return null
}

function namesOf({ cookieName, secureCookie }: GetTokenParams<boolean>): string[] {
  if (cookieName) return [cookieName]
  const names = { secure: nameFor('secure'), plain: nameFor('plain') }
  if (secureCookie === undefined) return [names.secure, names.plain]
  return [secureCookie ? names.secure : names.plain]
}

function nameFor(kind: 'secure' | 'plain'): string {
  return cookieTable(kind).sessionToken.name
}

function* tokensIn(req: GetTokenParams['req'], name: string): Generator<string> {
  const headers = req.headers instanceof Headers ? req.headers : headersFrom(req.headers)
  yield* sessionValues(openJar(headers.get('cookie')), name)
  const bearer = bearerIn(headers.get('authorization'))
  if (bearer) yield bearer
}

function headersFrom(record: Record<string, string | string[] | undefined>): Headers {
  const headers = new Headers()
  for (const name of ['cookie', 'authorization']) {
    const value = record[name]
    if (value !== undefined) headers.set(name, [value].flat().join('; '))
  }
  return headers
}

function bearerIn(authorization: string | null): string | null {
  const [scheme, token] = authorization?.split(' ') ?? []
  if (scheme !== 'Bearer' || !token) return null
  try {
    return decodeURIComponent(token)
  } catch {
    // Malformed percent-encoding is no token.
    return null
  }
}

async function open(token: string, params: GetTokenParams<boolean>, salt: string): Promise<JWT | null> {
  const { secret, decode: own = decode } = params
  if (!secret?.length)
    throw new MissingSecret('Give `secret` to read the token, or `raw: true` to have it as it is.')
  try {
    return await own({ token, secret, salt })
  } catch {
    // Whatever is wrong with a token, the answer to "who is this" is the same: nobody we know.
    return null
  }
}
