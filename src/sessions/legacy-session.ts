import { decodeNextAuth4 } from '../crypto/next-auth-4.js'
import { InvalidToken } from '../errors.js'
import type { Awaitable } from '../types/common.js'
import type { Context, NextAuth4Sessions, Settings } from '../types/context.js'
import type { JWT } from '../types/jwt.js'
import { findNewestToken, getLegacyCookieName, listSessionCookieCandidates } from './session-cookie.js'

/** Decodes a token of a cookie. Returns null if it is not valid. */
type VerifyDecodedToken = (decode: () => Awaitable<JWT | null>) => Awaitable<JWT | null>

/**
 * Returns the payload of the session token of NextAuth 4, or null.
 *
 * @param verify checks the limits of the configuration, and handles errors
 */
export function readLegacySessionPayload(ctx: Context, verify: VerifyDecodedToken): Awaitable<JWT | null> {
  const { legacySessions } = ctx.settings
  const name = getAcceptedCookieName(ctx)
  if (!legacySessions || name === null) return null
  return findNewestToken(ctx.jar, name, token =>
    verify(() => decodeLegacyToken(ctx.settings, legacySessions, { token, name })),
  )
}

/** Returns the tokens of stored sessions in the cookies of NextAuth 4, if they are accepted. */
export function readLegacySessionTokens(ctx: Context): string[] {
  const name = getAcceptedCookieName(ctx)
  return name === null ? [] : [...listSessionCookieCandidates(ctx.jar, name)]
}

/** Returns the cookie that can sign a user in: never one next to a session cookie of Latchkey, and none after the migration. */
function getAcceptedCookieName(ctx: Context): string | null {
  const name = getLegacyCookieName(ctx)
  const ownName = ctx.cookieOptions.sessionToken.name
  if (name === null || Date.now() >= (ctx.settings.legacySessions?.until ?? 0)) return null
  if (name === ownName) return name
  const [ownCookie] = listSessionCookieCandidates(ctx.jar, ownName)
  return ownCookie === undefined ? name : null
}

/** An app that had its own `jwt.encode` has tokens in its own format. */
async function decodeLegacyToken(
  { jwt: { secret } }: Settings,
  { decode }: NextAuth4Sessions,
  { token, name: salt }: { readonly token: string; readonly name: string },
): Promise<JWT | null> {
  try {
    return await decodeNextAuth4(token, secret)
  } catch (error) {
    if (!decode || !(error instanceof InvalidToken)) throw error
    return decode({ token, secret, salt })
  }
}
