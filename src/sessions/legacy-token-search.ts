import { resolveNextAuth4Sessions } from '../config/next-auth-4-sessions.js'
import { decodeNextAuth4 } from '../crypto/next-auth-4.js'
import type { LegacySessionsOptions } from '../types/config.js'
import type { JWTOptions } from '../types/jwt.js'

/** Where `getToken` finds a token of NextAuth 4. */
interface LegacySearch {
  readonly names: readonly string[]
  readonly decode: JWTOptions['decode']
}

interface LegacySearchInput {
  /** Whether the cookie is that of https. Undefined if that is not known. */
  readonly secureCookie: boolean | undefined
  /** The names of the session cookie if the request has one. The old cookie then only counts if it has the same name. */
  readonly sentNames: readonly string[] | null
}

/**
 * Creates the search for a token of NextAuth 4. Returns undefined if none is accepted.
 */
export function createLegacySearch(
  options: LegacySessionsOptions | undefined,
  { secureCookie, sentNames }: LegacySearchInput,
): LegacySearch | undefined {
  const legacySessions = resolveNextAuth4Sessions(options)
  if (!legacySessions || !(Date.now() < legacySessions.until)) return undefined
  const { secure, plain } = legacySessions.cookieNames
  const names = secureCookie === undefined ? [...new Set([secure, plain])] : [secureCookie ? secure : plain]
  if (sentNames && !sentNames.some(name => names.includes(name))) return undefined
  return { names, decode: ({ token = '', secret }) => decodeNextAuth4(token, secret) }
}
