import type { JWT } from '../types/jwt.js'

/** The claim of a session token that names the tenant. Apps often have a claim `tenant` of their own. */
export const tenantClaim = 'auth_tenant'

/** Checks whether a token was issued by a configuration with this tenant. A token without the claim has none. */
export function isOfTenant(token: JWT, tenant: string | undefined): boolean {
  return (token[tenantClaim] ?? undefined) === tenant
}
