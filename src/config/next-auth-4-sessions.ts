import type { AuthConfig } from '../types/config.js'
import type { NextAuth4Sessions } from '../types/context.js'

/**
 * Resolves the sessions of another library that are accepted. Null if there are none.
 *
 * An app that names its session cookie had the same name in NextAuth 4. Another configuration can have the default name then, so it is not
 * read.
 */
export function resolveNextAuth4Sessions({
  legacySessions,
  cookies,
  jwt,
}: Pick<AuthConfig, 'legacySessions' | 'cookies' | 'jwt'>): NextAuth4Sessions | null {
  const nextAuth4 = legacySessions?.nextAuth4
  if (!nextAuth4) return null
  const { until, cookieName = cookies?.sessionToken?.name } = nextAuth4
  return {
    until: new Date(until).getTime(),
    cookieNames: {
      secure: cookieName ?? '__Secure-next-auth.session-token',
      plain: cookieName ?? 'next-auth.session-token',
    },
    decode: jwt?.decode?.bind(jwt),
  }
}
