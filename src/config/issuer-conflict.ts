import { Cache } from '../base/cache.js'
import type { Settings } from '../types/context.js'
import type { ResolvedOAuthProvider } from '../types/resolved-provider.js'

/** The first issuer of each provider id, by secret: of the last hundred secrets. Configurations with `tenant` are left out. */
const issuersBySecret = new Cache<Map<string, string>>(100)

/**
 * Returns the id of a provider that another configuration of this process has with the same secret and another issuer; null if there is
 * none. Only the newest secret counts, because it encrypts new tokens.
 */
export function detectIssuerConflict({ secrets, providers, tenant }: Settings): string | null {
  const [secret] = secrets
  if (tenant !== undefined || secret === undefined) return null
  const issuers = issuersBySecret.get(secret) ?? issuersBySecret.set(secret, new Map<string, string>())
  let conflictingId: string | null = null
  for (const provider of providers.values()) {
    if (provider.type !== 'oidc' && provider.type !== 'oauth') continue
    const issuer = getIssuer(provider)
    const firstIssuer = issuers.get(provider.id)
    if (firstIssuer === undefined) issuers.set(provider.id, issuer)
    else if (firstIssuer !== issuer) conflictingId ??= provider.id
  }
  return conflictingId
}

/** Describes the warning for a provider that {@link detectIssuerConflict} returned. */
export function describeIssuerConflict(providerId: string): string {
  return `Two configurations with the same \`secret\` have a provider "${providerId}" with different issuers. A session of one opens the other, and users with the same account id are one user. Set \`tenant\` in each, or give each its own secret.`
}

/** OAuth providers without an issuer differ by their authorization endpoint. */
function getIssuer({ issuer, wellKnown, authorization }: ResolvedOAuthProvider): string {
  return issuer ?? wellKnown ?? authorization?.href ?? ''
}
