import { encode } from '../crypto/jwt.js'
import type { Context } from '../types/context.js'
import { readSealedCookie } from './sealed-cookie.js'

/** Seconds that the developer has to reload the page. */
const hintMaxAge = 300

/**
 * Saves in an encrypted cookie, for the developer, why a request failed, for the error page that the browser is redirected to.
 */
export async function saveDeveloperHint(ctx: Context, hint: string): Promise<void> {
  const { name, options } = getHintCookie(ctx)
  const token = { hint }
  const value = await encode({ token, secret: [...ctx.settings.secrets], salt: name, maxAge: hintMaxAge })
  ctx.jar.set(name, value, { ...options, maxAge: hintMaxAge })
}

/** Returns why the last request of this browser failed, if known. */
export async function readDeveloperHint(ctx: Context): Promise<string | undefined> {
  const claims = await readSealedCookie(ctx, getHintCookie(ctx).name)
  return typeof claims?.hint === 'string' ? claims.hint : undefined
}

/** Returns the name and attributes of the cookie. The attributes are those of the `state` cookie. */
function getHintCookie({ cookieOptions }: Context) {
  const { options } = cookieOptions.state
  return { name: `${options.secure ? '__Secure-' : ''}authjs.hint`, options }
}
