import * as platform from '#crypto'
import { getNextAuth4CookieName } from '../config/next-auth-4-cookies.js'
import { openNextAuth4CheckToken } from '../crypto/next-auth-4.js'
import type { Context } from '../types/context.js'
import type { ConsumedOAuthTransaction } from './transactions.js'

/**
 * Consumes a flow that started under NextAuth 4, before a migration. Its cookies do not contain the provider, but expire after 15 minutes. So
 * they only count with a `state`, which binds the callback to this browser.
 */
export async function consumeNextAuth4Transaction(
  ctx: Context,
  provider: string,
  state: string | null,
): Promise<ConsumedOAuthTransaction | null> {
  if (!ctx.settings.legacySessions || state === null) return null
  const savedState = await consumeCheckCookie(ctx, 'state')
  if (savedState === null || !platform.isTimingSafeEqual(savedState, state)) return null
  const [verifier, nonce] = await Promise.all([
    consumeCheckCookie(ctx, 'pkceCodeVerifier'),
    consumeCheckCookie(ctx, 'nonce'),
  ])
  return { provider, state, verifier, nonce, callbackUrl: null, stepUp: null, cookieValue: null }
}

/** The app may have set the name of the cookie. */
async function consumeCheckCookie(
  ctx: Context,
  key: 'state' | 'pkceCodeVerifier' | 'nonce',
): Promise<string | null> {
  const { jar, settings, cookieOptions } = ctx
  const { name: ownName, options } = cookieOptions[key]
  const defaultName = getNextAuth4CookieName(ctx, key)
  if (defaultName === null) return null
  for (const name of new Set([defaultName, ownName])) {
    const value = await openNextAuth4CheckToken(jar.get(name) ?? '', settings.checkSecrets, name)
    if (value === null) continue
    jar.clear(name, options)
    return value
  }
  return null
}
