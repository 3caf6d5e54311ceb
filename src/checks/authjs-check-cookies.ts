import * as platform from '#crypto'
import { decode } from '../crypto/jwt.js'
import type { Context } from '../types/context.js'
import type { CookieOption } from '../types/cookies.js'
import type { ConsumedOAuthTransaction } from './transactions.js'

/**
 * Consumes a flow that started under Auth.js, before a migration. Auth.js uses up to three cookies, `state`,
 * `pkce.code_verifier` and `nonce`, each contains the provider id. See docs/reference/contract.md#check-cookies.
 *
 * Auth.js allows a flow without `state`. Such a flow is valid with a verifier or nonce, which bind it to this
 * browser as well.
 */
export async function consumeAuthjsTransaction(
  ctx: Context,
  provider: string,
  state: string | null,
): Promise<ConsumedOAuthTransaction | null> {
  const { cookieOptions } = ctx
  const [savedState, verifier, nonce] = await Promise.all([
    consumeCheckCookie(ctx, cookieOptions.state, provider),
    consumeCheckCookie(ctx, cookieOptions.pkceCodeVerifier, provider),
    consumeCheckCookie(ctx, cookieOptions.nonce, provider),
  ])
  const isMatch =
    savedState === null
      ? state === null && (verifier ?? nonce) !== null
      : platform.isTimingSafeEqual(savedState, state ?? '')
  return isMatch
    ? { provider, state, verifier, nonce, callbackUrl: null, stepUp: null, cookieValue: null }
    : null
}

async function consumeCheckCookie(
  { jar, settings }: Context,
  { name, options }: CookieOption,
  provider: string,
) {
  const token = jar.get(name)
  if (!token) return null
  try {
    const claims = await decode({ token, secret: [...settings.checkSecrets], salt: name })
    if (claims?.provider !== provider || typeof claims.value !== 'string') return null
    jar.clear(name, options)
    return claims.value
  } catch {
    // An expired, foreign or modified cookie counts as absent.
    return null
  }
}
