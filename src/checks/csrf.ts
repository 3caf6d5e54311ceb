import * as seam from '#crypto'
import { randomHex, sha256Hex } from '../crypto/hex.js'
import { MissingCSRF } from '../errors.js'
import type { Context, Csrf, Settings } from '../types/context.js'
import type { Call } from '../types/wire.js'
import { isSameSite } from './same-site.js'
import { vouchers } from './vouchers.js'

/**
 * The double-submit token of behaviour section 4: the cookie holds `token|hash(token + secret)`. A token that any of
 * our secrets vouches for goes on; otherwise a new one is set.
 */
export async function csrfOf(
  call: Call,
  settings: Settings,
  { jar, cookies }: Pick<Context, 'jar' | 'cookies'>,
): Promise<Csrf> {
  const { name, options } = cookies.csrfToken
  const known = await knownToken(jar.all(name).slice(0, mostCopies), settings.secrets)
  if (known) return { token: known, verified: isSubmitted(call, known) }
  const token = randomHex(32)
  const [newest = ''] = settings.secrets
  jar.set(name, `${token}|${await sha256Hex(token + newest)}`, options)
  return { token, verified: false }
}

/** Cookies of the same name that are tried. */
const mostCopies = 5

async function knownToken(values: readonly string[], secrets: readonly string[]): Promise<string | null> {
  for (const value of values) {
    const [token, hash] = value.split('|')
    if (!token || !hash) continue
    for (const secret of vouchers(secrets))
      if (seam.equal(await sha256Hex(token + secret), hash)) return token
  }
  return null
}

function isSubmitted({ method, body }: Call, token: string): boolean {
  return method === 'POST' && typeof body.csrfToken === 'string' && seam.equal(body.csrfToken, token)
}

/**
 * Lets a POST pass that comes from our own pages.
 *
 * @throws MissingCSRF
 */
export function assertOwnForm(ctx: Context): void {
  if (!ctx.csrf) return
  assertSameSite(ctx)
  if (!ctx.csrf.verified) throw new MissingCSRF('The form has no `csrfToken`, or not the one of its cookie.')
}

/**
 * Refuses what a page of another site sends.
 *
 * @throws MissingCSRF
 */
export function assertSameSite(ctx: Context): void {
  if (!isSameSite(ctx)) throw new MissingCSRF('The form was sent from another site. See `trustedOrigins`.')
}
