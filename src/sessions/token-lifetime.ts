import { clockTolerance } from '../crypto/jwt.js'
import type { Context, Settings } from '../types/context.js'
import type { JWT } from '../types/jwt.js'

/** Returns the current time in seconds since the epoch. */
export function getUnixTime(): number {
  return Math.floor(Date.now() / 1000)
}

/**
 * Returns the time of the sign-in, in seconds since the epoch. A token from before `session.absoluteMaxAge`
 * was set started when it was issued. No session started later than that.
 */
export function getSessionStart({ session_start, iat = getUnixTime() }: JWT): number {
  return typeof session_start === 'number' ? Math.min(session_start, iat) : iat
}

/** Returns the seconds until the absolute limit of the session. */
export function getSecondsToAbsoluteLimit({ session }: Settings, sessionStart: number): number {
  return sessionStart + session.absoluteMaxAge - getUnixTime()
}

/**
 * Checks the limits of the configuration, which can be lower than when the token was issued. A token without `iat` only has its
 * `exp`.
 */
export function isWithinLimits(settings: Settings, token: JWT): boolean {
  const isAbsoluteLimitAhead = getSecondsToAbsoluteLimit(settings, getSessionStart(token)) > 0
  const unusedSeconds = typeof token.iat === 'number' ? getUnixTime() - token.iat : 0
  return isAbsoluteLimitAhead && unusedSeconds < settings.session.maxAge + clockTolerance
}

/** Checks whether the token must be reissued. A token without `iat` is always reissued. */
export function isReissueDue({ settings }: Context, { iat }: JWT): boolean {
  return iat === undefined || Date.now() / 1000 - iat >= settings.session.updateAge
}

/** Returns the expiry of a token or of its cookie, whichever is earlier. */
export function getTokenExpiry(ctx: Context, token: JWT): string {
  const { iat, exp } = token
  const { maxAge, absoluteMaxAge } = ctx.settings.session
  if (iat === undefined || exp === undefined) return getNewTokenExpiry(ctx, getSessionStart(token))
  return new Date(Math.min(exp, iat + maxAge, getSessionStart(token) + absoluteMaxAge) * 1000).toISOString()
}

/** Returns the expiry of a token that is issued now. */
export function getNewTokenExpiry({ settings }: Context, sessionStart: number): string {
  const { jwt, session } = settings
  const seconds = Math.min(jwt.maxAge, session.maxAge, getSecondsToAbsoluteLimit(settings, sessionStart))
  return new Date(Date.now() + seconds * 1000).toISOString()
}
