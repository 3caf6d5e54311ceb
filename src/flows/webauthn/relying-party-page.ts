import { createCrossOriginError, isFromTrustedOrigin } from '../../checks/csrf.js'
import type { Context } from '../../types/context.js'
import type { ResolvedWebAuthnProvider } from '../../types/resolved-provider.js'
import type { RelayingParty } from '../../types/webauthn.js'
import { buildHookArguments } from './hook-arguments.js'

/**
 * Checks that a page of the same origin sent the request, or a page of the relying party, which can be on another host of the site.
 * Requests of a ceremony have no CSRF token, and other hosts of a site can be blogs or uploads of users.
 */
export async function isFromRelyingParty(ctx: Context, provider: ResolvedWebAuthnProvider): Promise<boolean> {
  if (isFromTrustedOrigin(ctx)) return true
  const { head } = ctx.request
  const originHeader = head.getHeader('origin') ?? null
  if (originHeader === null || head.getHeader('sec-fetch-site') === 'cross-site') return false
  const relyingParty = await provider.getRelayingParty(...buildHookArguments(ctx, provider))
  return listOrigins(relyingParty).includes(originHeader)
}

/** Lists the origins whose pages and apps can use passkeys of the relying party. */
export function listOrigins({ origin }: RelayingParty): string[] {
  return typeof origin === 'string' ? [origin] : [...origin]
}

/**
 * Verifies that a response comes from a page of the same origin or of the relying party.
 *
 * @throws MissingCSRF
 */
export async function assertFromRelyingParty(
  ctx: Context,
  provider: ResolvedWebAuthnProvider,
): Promise<void> {
  if (!(await isFromRelyingParty(ctx, provider))) throw createCrossOriginError(ctx, 'origin')
}
