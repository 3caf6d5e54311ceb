import { encode } from '../crypto/jwt.js'
import type { Context } from '../types/context.js'
import { readSealedCookie } from './sealed-cookie.js'

/** Seconds that the developer has to reload the page. */
const causeMaxAge = 300

/** Keeps, sealed in a cookie, why a request failed, for the error page that the browser is sent to. */
export async function saveDebugCause(ctx: Context, cause: string): Promise<void> {
  const { name, options } = getCauseCookie(ctx)
  const token = { cause }
  const value = await encode({ token, secret: [...ctx.settings.secrets], salt: name, maxAge: causeMaxAge })
  ctx.jar.set(name, value, { ...options, maxAge: causeMaxAge })
}

/** Why the last request of this browser failed, where that is known. */
export async function readDebugCause(ctx: Context): Promise<string | undefined> {
  const claims = await readSealedCookie(ctx, getCauseCookie(ctx).name)
  return typeof claims?.cause === 'string' ? claims.cause : undefined
}

/** With the attributes of the other cookies of ours that nobody but us reads. */
function getCauseCookie({ cookies }: Context) {
  const { options } = cookies.state
  return { name: `${options.secure ? '__Secure-' : ''}authjs.cause`, options }
}
