import { catchErrors, chain } from '../base/awaitable.js'
import { toError } from '../base/to-error.js'
import { InvalidToken, JWTSessionError } from '../errors.js'
import type { Awaitable } from '../types/common.js'
import type { Context, CurrentToken, Settings } from '../types/context.js'
import type { JWT } from '../types/jwt.js'
import { isCookieClearable } from './cookie-scope.js'
import { readLegacySessionPayload } from './legacy-session.js'
import { loadSessionControl } from './session-control.js'
import { type DecodeToken, findNewestToken, listTokens } from './session-cookie.js'
import { isSignedOut } from './signed-out-tokens.js'
import { isOfTenant } from './tenant.js'
import { withTextSubject } from './text-subject.js'
import { isWithinLimits } from './token-lifetime.js'

/** Returns the payload of the newest valid session token, unless its session was ended, or null. */
export function readToken(ctx: Context): Awaitable<CurrentToken | null> {
  return ctx.settings.loadSessionControl ? findActiveToken(ctx) : findToken(ctx)
}

async function findActiveToken(ctx: Context): Promise<CurrentToken | null> {
  const found = await findToken(ctx)
  const control = found && (await loadSessionControl(ctx))
  return control ? await control.checkToken(ctx, found) : found
}

/** Returns the payload of the newest valid session token, or null. */
export function findToken(ctx: Context): Awaitable<CurrentToken | null> {
  const newest = findNewestToken(ctx.jar, ctx.cookieOptions.sessionToken.name, createDecoder(ctx))
  return chain(newest, token => (token ? { token, isLegacy: false } : findLegacyToken(ctx)))
}

/** Returns the payloads of all valid session tokens. A browser can have several after the attributes of the cookie changed. */
export function listValidTokens(ctx: Context): Promise<readonly JWT[]> {
  return listTokens(ctx.jar, ctx.cookieOptions.sessionToken.name, createDecoder(ctx))
}

function createDecoder(ctx: Context): DecodeToken {
  const { jwt } = ctx.settings
  const { secret } = jwt
  const salt = ctx.cookieOptions.sessionToken.name
  return value =>
    chain(
      verifyToken(ctx.settings, () => jwt.decode({ token: value, secret, salt })),
      token => (token && isAccepted(ctx, token) ? token : null),
    )
}

/** A token is not accepted from a cookie that a sign-out did not or could not clear. */
function isAccepted(ctx: Context, token: JWT): boolean {
  return isCookieClearable(ctx, token) && !isSignedOut(ctx.jar, ctx.cookieOptions.signOut.name, token)
}

function findLegacyToken(ctx: Context): Awaitable<CurrentToken | null> {
  const { settings } = ctx
  if (!settings.legacySessions) return null
  const payload = readLegacySessionPayload(ctx, decode => verifyToken(settings, decode))
  return chain(payload, token => (token && isAccepted(ctx, token) ? { token, isLegacy: true } : null))
}

function verifyToken(settings: Settings, decode: () => Awaitable<JWT | null>): Awaitable<JWT | null> {
  const verify = (payload: JWT | null) =>
    payload && isOfTenant(payload, settings.tenant) && isWithinLimits(settings, payload)
      ? withTextSubject(payload)
      : null
  return catchErrors(
    () => chain(decode(), verify),
    error => {
      reportDecodeError(settings, error)
      return null
    },
  )
}

/** Logs a decoding failure. Anyone can send an invalid token, so it is logged at debug level only. */
function reportDecodeError({ logger }: Settings, error: unknown): void {
  if (error instanceof InvalidToken)
    logger.debug('session token rejected', { code: error.code, reason: error.message })
  else logger.error(new JWTSessionError(toError(error)))
}
