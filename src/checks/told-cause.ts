import { encode } from '../crypto/token.js'
import type { Context } from '../types/context.js'
import { unseal } from './unseal.js'

/** Seconds that the developer has to reload the page. */
const lifetime = 300

/** Keeps, sealed in a cookie, why a request failed, for the error page that the browser is sent to. */
export async function rememberCause(ctx: Context, cause: string): Promise<void> {
  const { name, options } = cookieFor(ctx)
  const token = { cause }
  const value = await encode({ token, secret: [...ctx.settings.secrets], salt: name, maxAge: lifetime })
  ctx.jar.set(name, value, { ...options, maxAge: lifetime })
}

/** Why the last request of this browser failed, where that is known. */
export async function rememberedCause(ctx: Context): Promise<string | undefined> {
  const claims = await unseal(ctx, cookieFor(ctx).name)
  return typeof claims?.cause === 'string' ? claims.cause : undefined
}

/** With the attributes of the other cookies of ours that nobody but us reads. */
function cookieFor({ cookies }: Context) {
  const { options } = cookies.state
  return { name: `${options.secure ? '__Secure-' : ''}authjs.cause`, options }
}
