import type { Context } from '../types/context.js'

/** The cookies of a sign-in that NextAuth 4 started, without their prefix. */
const names = {
  csrfToken: 'next-auth.csrf-token',
  callbackUrl: 'next-auth.callback-url',
  state: 'next-auth.state',
  pkceCodeVerifier: 'next-auth.pkce.code_verifier',
  nonce: 'next-auth.nonce',
} as const

/**
 * Returns the name that a cookie had in NextAuth 4 by default. Null after the end of the migration. A name that the app set is that of
 * Latchkey too.
 */
export function getNextAuth4CookieName(
  { settings, cookieOptions }: Pick<Context, 'settings' | 'cookieOptions'>,
  key: keyof typeof names,
): string | null {
  if (!settings.legacySessions || Date.now() >= settings.legacySessions.until) return null
  if (cookieOptions !== settings.cookieOptions.secure) return names[key]
  return (key === 'csrfToken' ? '__Host-' : '__Secure-') + names[key]
}
