/**
 * Step-ups at other identity providers. Loaded when one is started or completed.
 *
 * @module
 */

import type { StartedStepUp } from '../../checks/transactions.js'
import { redactText } from '../../config/logger.js'
import { StepUpFailed } from '../../errors.js'
import type { AssuranceRequirement } from '../../types/evidence.js'
import type { ResolvedOAuthProvider } from '../../types/resolved-provider.js'
import type { Profile } from '../../types/user.js'
import { findAuthenticationFault } from './id-token.js'

/**
 * Builds the parameters that require a new sign-in at the provider, OpenID Connect Core section 3.1.2.1. `max_age` makes `auth_time`
 * required in the ID token. OAuth has no such parameters.
 */
export function buildStepUpParams(
  provider: ResolvedOAuthProvider,
  requirement: AssuranceRequirement,
): Record<string, string> {
  if (provider.type !== 'oidc') return {}
  const acrValues = listRequestedAcrValues(provider, requirement)
  return {
    prompt: 'login',
    max_age: String(Math.floor(requirement.maxAge ?? 0)),
    ...(acrValues.length > 0 && { acr_values: acrValues.join(' ') }),
  }
}

/** A sign-in at a provider is one factor, unless the provider says more. So the values are requested for a higher level only. */
function listRequestedAcrValues(
  { trustedAssurance }: ResolvedOAuthProvider,
  { acr }: AssuranceRequirement,
): readonly string[] {
  return acr === undefined || acr === 'aal1' ? [] : (trustedAssurance.acr ?? [])
}

/**
 * Verifies that the ID token proves a sign-in for this step-up: `auth_time` is within `max_age` or after the start, and `acr` is one of
 * the requested values. OpenID Connect Core section 3.1.3.7, steps 12 and 13.
 *
 * @param claims the claims of the verified ID token; null without one
 * @throws StepUpFailed
 */
export function verifyStepUpClaims(
  provider: ResolvedOAuthProvider,
  stepUp: StartedStepUp,
  claims: Profile | null,
): void {
  if (provider.type !== 'oidc') return
  const now = Math.floor(Date.now() / 1000)
  const maxAge = Math.max(stepUp.maxAge ?? 0, now - stepUp.startedAt)
  const acrValues = listRequestedAcrValues(provider, stepUp)
  const fault =
    findAuthenticationFault(claims?.auth_time, { now, maxAge, clockTolerance: provider.clockTolerance }) ??
    findAcrFault(acrValues, claims?.acr)
  if (fault === null) return
  throw new StepUpFailed(`The ID token of provider "${provider.id}" has ${fault}.`)
}

function findAcrFault(acrValues: readonly string[], acr: unknown): string | null {
  const isRequested = acrValues.length === 0 || (typeof acr === 'string' && acrValues.includes(acr))
  if (isRequested) return null
  return `the \`acr\` "${redactText(String(acr))}", which is not one of the requested: ${acrValues.join(', ')}`
}
