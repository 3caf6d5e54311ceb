import { getRuntimeEnvironment, isDevelopment } from '../config/environment.js'
import { encodeToken, openSealedClaims } from '../crypto/jwt.js'
import type { Context } from '../types/context.js'
import { isFromTrustedOrigin } from './csrf.js'

/** Seconds that the developer has to reload the page. */
const hintMaxAge = 300

/**
 * Checks that a page of the app sent the request, or that it finishes a sign-in of this browser. A link on another site, which can be
 * followed at any time, sets no cookie.
 */
export function canSaveDeveloperHint(ctx: Context): boolean {
  return isFromTrustedOrigin(ctx) || hasConsumedTransaction(ctx)
}

function hasConsumedTransaction({ jar, cookieOptions }: Context): boolean {
  return jar
    .getSetCookies()
    .some(({ name, options }) => options.maxAge === 0 && name.startsWith(cookieOptions.state.name))
}

/** Why a request failed, for the developer. */
export interface DeveloperHint {
  /** The cause, and the option to set. */
  readonly developerHint?: string | undefined
  /** The steps of the request. */
  readonly trail?: string | undefined
}

/** Saves in an encrypted cookie why a request failed. The page that the browser is redirected to shows it with `error`. */
export async function saveDeveloperHint(ctx: Context, error: string, hint: DeveloperHint): Promise<void> {
  const { name, options } = getHintCookie(ctx)
  const token = { error, hint: hint.developerHint, trail: hint.trail }
  const value = await encodeToken({
    token,
    secret: [...ctx.settings.secrets],
    salt: name,
    maxAge: hintMaxAge,
  })
  ctx.jar.set(name, value, { ...options, maxAge: hintMaxAge })
}

/** Returns why the last request of this browser failed, if it failed with this `error`. Always empty unless in development. */
export async function readDeveloperHint(ctx: Context, error: string | null): Promise<DeveloperHint> {
  if (error === null || !isDevelopment(getRuntimeEnvironment())) return {}
  const { name } = getHintCookie(ctx)
  const claims = await openSealedClaims(ctx.jar.get(name), ctx.settings.secrets, name)
  if (claims?.error !== error || typeof claims.hint !== 'string') return {}
  return { developerHint: claims.hint, trail: typeof claims.trail === 'string' ? claims.trail : undefined }
}

/** Returns the name and attributes of the cookie. The attributes are those of the `state` cookie. */
function getHintCookie({ cookieOptions }: Context) {
  const { options } = cookieOptions.state
  return { name: `${options.secure ? '__Secure-' : ''}authjs.hint`, options }
}
