import { toError } from '../../base/to-error.js'
import type { Context, Settings, StepUpSubject } from '../../types/context.js'
import type { ResolvedOAuthProvider } from '../../types/resolved-provider.js'
import { getAuthorizationServer } from './discovery.js'

/**
 * Returns the methods that a step-up at the provider can prove. OAuth proves no new sign-in, nor does an OpenID provider whose ID tokens
 * have no `auth_time`.
 */
export async function listFederatedStepUpMethods(
  { settings }: Context,
  provider: ResolvedOAuthProvider,
  { linkedProviders, requirement }: StepUpSubject,
): Promise<readonly string[]> {
  if (linkedProviders && !linkedProviders.has(provider.id)) return []
  const { type, checks } = provider
  // Without checks, no cookie says that a callback belongs to a step-up.
  if (checks.size === 0) return []
  if (type === 'oauth') return requirement.maxAge === undefined ? ['fed'] : []
  if (!(await supportsAuthTime(settings, provider))) return []
  return listFederatedMethods(provider)
}

/** Returns the methods that a sign-in at the provider can prove. */
export function listFederatedMethods({ trustedAssurance }: ResolvedOAuthProvider): readonly string[] {
  return ['fed', ...(trustedAssurance.acr?.length ? ['mfa'] : []), ...(trustedAssurance.amr ?? [])]
}

/** A provider lists its claims voluntarily: OpenID Connect Discovery section 3. One that does not, or does not respond, may have it. */
async function supportsAuthTime(settings: Settings, provider: ResolvedOAuthProvider): Promise<boolean> {
  try {
    const { claims_supported: claims } = await getAuthorizationServer(settings, provider)
    return claims === undefined || claims.includes('auth_time')
  } catch (error) {
    settings.logger.error(toError(error))
    return true
  }
}
