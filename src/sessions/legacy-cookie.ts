import type { Context } from '../types/context.js'

/** Returns the name of the session cookie of NextAuth 4, or null without `legacySessions`. */
export function getLegacyCookieName({ settings, cookieOptions }: Context): string | null {
  const { legacySessions } = settings
  if (!legacySessions) return null
  return legacySessions.cookieNames[cookieOptions === settings.cookieOptions.secure ? 'secure' : 'plain']
}
