import { chain } from '../base/cache.js'
import { encodeToken, openSealedClaims } from '../crypto/jwt.js'
import type { Awaitable } from '../types/common.js'
import type { Context } from '../types/context.js'
import type { SetCookie } from '../types/cookies.js'

/** What a sealed cookie is for: the latest links, the requested code, what the visitor typed, or whose the email address of a sign-in is. */
export type SealedCookieKind = 'link' | 'code' | 'identifier' | 'conflict'

/** The content of a sealed cookie. */
export interface SealedCookieContent {
  readonly claims: Record<string, unknown>
  /** Seconds. */
  readonly maxAge: number
}

/** Encrypts the content of a cookie that the browser cannot read or change. Set it with {@link setSealedCookie}. */
export function sealCookie(
  ctx: Context,
  kind: SealedCookieKind,
  { claims, maxAge }: SealedCookieContent,
): Awaitable<SetCookie> {
  const { name, options } = getCookieOption(ctx, kind)
  const expires = new Date(Date.now() + maxAge * 1000)
  return chain(encodeToken({ token: claims, secret: ctx.settings.secrets, salt: name, maxAge }), value => ({
    name,
    value,
    options: { ...options, maxAge, expires },
  }))
}

/** Sets a sealed cookie in the response. */
export function setSealedCookie({ jar }: Context, { name, value, options }: SetCookie): void {
  jar.set(name, value, options)
}

/** Returns the content of a sealed cookie. Empty if there is none, or it has expired or was changed. */
export function readSealedCookie(ctx: Context, kind: SealedCookieKind): Awaitable<Record<string, unknown>> {
  const { name } = getCookieOption(ctx, kind)
  return chain(openSealedClaims(ctx.jar.get(name), ctx.settings.secrets, name), claims => claims ?? {})
}

/** Clears a sealed cookie in the browser. */
export function clearSealedCookie(ctx: Context, kind: SealedCookieKind): void {
  const { name, options } = getCookieOption(ctx, kind)
  ctx.jar.clear(name, options)
}

/**
 * Returns the name and attributes of a cookie. They derive from the `state` cookie. OAuth transactions use a
 * dot instead of the hyphen.
 */
function getCookieOption({ cookieOptions }: Context, kind: SealedCookieKind) {
  const { name, options } = cookieOptions.state
  return { name: `${name}-${kind}`, options }
}
