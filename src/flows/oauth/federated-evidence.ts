import { createEvidence } from '../../sessions/evidence.js'
import type { Identity } from '../../types/identity.js'
import type { ResolvedOAuthProvider } from '../../types/resolved-provider.js'
import type { Profile } from '../../types/user.js'

/**
 * Creates the evidence of a sign-in at another identity provider: one factor, and what the trusted claims of the ID token say. OpenID
 * Connect Core section 2.
 *
 * @param claims the claims of the verified ID token; empty for OAuth
 */
export function createFederatedEvidence(
  { id, trustedAssurance }: ResolvedOAuthProvider,
  { acr, amr, auth_time: authTime }: Profile,
): Pick<Identity, 'evidence' | 'isPossiblySilent'> {
  const now = Math.floor(Date.now() / 1000)
  const isMultiFactor = typeof acr === 'string' && trustedAssurance.acr?.includes(acr)
  const methods: unknown[] = Array.isArray(amr) ? amr : []
  const trustedMethods = trustedAssurance.amr?.filter(method => methods.includes(method)) ?? []
  const names = new Set(['fed', ...(isMultiFactor ? ['mfa'] : []), ...trustedMethods])
  const isTimed = typeof authTime === 'number'
  return {
    evidence: createEvidence(id, [...names], isTimed ? Math.min(authTime, now) : now),
    ...(!isTimed && { isPossiblySilent: true }),
  }
}
