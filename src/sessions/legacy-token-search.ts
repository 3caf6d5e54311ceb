import { resolveNextAuth4Sessions } from '../config/next-auth-4-sessions.js'
import { decodeNextAuth4 } from '../crypto/next-auth-4.js'
import { InvalidToken } from '../errors.js'
import type { LegacySessionsOptions } from '../types/config.js'
import type { NextAuth4Sessions } from '../types/context.js'
import type { JWTOptions } from '../types/jwt.js'

/** Where `getToken` finds a token of an app that was written for NextAuth 4. */
interface LegacySearch {
  /** Names of the session cookie. */
  readonly names: readonly string[]
  readonly decode: JWTOptions['decode']
  /** Whether tokens of NextAuth 4 are still accepted. */
  readonly acceptsOldTokens: boolean
}

interface LegacySearchInput {
  /** Whether the cookie is that of https. Undefined if that is not known. */
  readonly secureCookie: boolean | undefined
  /** The name of the session cookie that the caller passed. The app had it in NextAuth 4 too. */
  readonly cookieName: string | undefined
  /** Decodes the tokens that the configuration issues now. */
  readonly decode: JWTOptions['decode']
}

/**
 * Creates the search for a token in the cookies that the app had in NextAuth 4. Returns undefined without the option.
 *
 * An app that kept the name of its cookie has tokens of both formats in it. So the search finds those of Latchkey too, also after the end of
 * the migration.
 */
export function createLegacySearch(
  legacySessions: LegacySessionsOptions | undefined,
  { secureCookie, cookieName, decode }: LegacySearchInput,
): LegacySearch | undefined {
  const cookies = cookieName ? { sessionToken: { name: cookieName } } : undefined
  const resolved = resolveNextAuth4Sessions({ legacySessions, cookies })
  if (!resolved) return undefined
  const { secure, plain } = resolved.cookieNames
  const names = secureCookie === undefined ? [...new Set([secure, plain])] : [secureCookie ? secure : plain]
  const acceptsOldTokens = Date.now() < resolved.until
  return { names, acceptsOldTokens, decode: acceptsOldTokens ? createDecoder(decode) : decode }
}

/** An app that had its own `jwt.encode` has tokens in its own format. */
function createDecoder(decodeOwn: NonNullable<NextAuth4Sessions['decode']>): JWTOptions['decode'] {
  return async params => {
    try {
      return await decodeNextAuth4(params.token ?? '', params.secret)
    } catch (error) {
      if (!(error instanceof InvalidToken)) throw error
      return decodeOwn(params)
    }
  }
}
