import type { JWT } from '../types/jwt.js'
import type { CookieJar } from '../types/request.js'
import { listSessionCookieDuplicates } from './session-cookie.js'

/** Decodes a session token. Returns null if it is not valid. */
type DecodeToken = (token: string) => Promise<JWT | null>

/**
 * Returns the payload of the newest valid session token, or null. A browser sends an outdated duplicate after the `domain` or
 * `path` of the cookie changed.
 *
 * @param name the name of the session cookie
 */
export async function findNewestToken(
  jar: CookieJar,
  name: string,
  decodeToken: DecodeToken,
): Promise<JWT | null> {
  let newest: JWT | null = null
  for (const candidates of listSessionCookieDuplicates(jar, name)) {
    const payload = await decodeFirst(candidates, decodeToken)
    if (payload && (!newest || getIssueTime(payload) > getIssueTime(newest))) newest = payload
  }
  return newest
}

async function decodeFirst(candidates: readonly string[], decodeToken: DecodeToken): Promise<JWT | null> {
  for (const token of candidates) {
    const payload = await decodeToken(token)
    if (payload) return payload
  }
  return null
}

/** Returns `iat`. A token without it counts as the oldest. */
function getIssueTime({ iat }: JWT): number {
  return typeof iat === 'number' ? iat : 0
}
