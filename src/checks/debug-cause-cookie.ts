import { encode } from '../crypto/jwt.js'
import type { Context } from '../types/context.js'
import { readSealedCookie } from './transaction-cookie.js'

/** Seconds that the developer has to reload the page. */
const causeMaxAge = 300

/**
 * Saves in an encrypted cookie why a request failed, for the error page that the browser is redirected to.
 */
export async function saveDebugCause(ctx: Context, cause: string): Promise<void> {
  const { name, options } = getCauseCookie(ctx)
  const token = { cause }
  const value = await encode({ token, secret: [...ctx.settings.secrets], salt: name, maxAge: causeMaxAge })
  ctx.jar.set(name, value, { ...options, maxAge: causeMaxAge })
}

/** Returns why the last request of this browser failed, if known. */
export async function readDebugCause(ctx: Context): Promise<string | undefined> {
  const claims = await readSealedCookie(ctx, getCauseCookie(ctx).name)
  return typeof claims?.cause === 'string' ? claims.cause : undefined
}

/** Returns the name and attributes of the cookie. The attributes are those of the `state` cookie. */
function getCauseCookie({ cookies }: Context) {
  const { options } = cookies.state
  return { name: `${options.secure ? '__Secure-' : ''}authjs.cause`, options }
}
