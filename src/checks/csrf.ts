import * as platform from '#crypto'
import { generateRandomHex, hashSha256Hex } from '../crypto/hex.js'
import { MissingCSRF } from '../errors.js'
import type { Context, Csrf, Settings } from '../types/context.js'
import type { AuthRequest } from '../types/request.js'
import { isSameSite } from './same-site.js'
import { listSecretCandidates } from './secret-candidates.js'

/**
 * The double-submit token of behaviour section 4: the cookie holds `token|hash(token + secret)`. A token that any of
 * our secrets vouches for goes on; otherwise a new one is set.
 */
export async function readCsrf(
  request: AuthRequest,
  settings: Settings,
  { jar, cookies }: Pick<Context, 'jar' | 'cookies'>,
): Promise<Csrf> {
  const { name, options } = cookies.csrfToken
  const validToken = await findValidToken(jar.getAll(name).slice(0, maxDuplicates), settings.secrets)
  if (validToken) return { token: validToken, verified: isSubmitted(request, validToken) }
  const token = generateRandomHex(32)
  const [newest = ''] = settings.secrets
  jar.set(name, `${token}|${await hashSha256Hex(token + newest)}`, options)
  return { token, verified: false }
}

/** Cookies of the same name that are tried. */
const maxDuplicates = 5

async function findValidToken(values: readonly string[], secrets: readonly string[]): Promise<string | null> {
  for (const value of values) {
    const [token, hash] = value.split('|')
    if (!token || !hash) continue
    for (const secret of listSecretCandidates(secrets))
      if (platform.isTimingSafeEqual(await hashSha256Hex(token + secret), hash)) return token
  }
  return null
}

function isSubmitted({ method, body }: AuthRequest, token: string): boolean {
  return (
    method === 'POST' &&
    typeof body.csrfToken === 'string' &&
    platform.isTimingSafeEqual(body.csrfToken, token)
  )
}

/**
 * Lets a POST pass that comes from our own pages.
 *
 * @throws MissingCSRF
 */
export function assertCsrf(ctx: Context): void {
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
