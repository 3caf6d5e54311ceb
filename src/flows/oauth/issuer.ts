import type { AuthorizationServer } from 'oauth4webapi'
import type { OAuthProvider } from '../../types/resolved-provider.js'
import { jwtPart } from './jwt-part.js'

/**
 * The issuer that a token of the provider must name. Mostly the one that discovery gave; some providers have several
 * names, or one for each of their own customers.
 */
export function issuerToExpect(
  { issuer = '', issuers, issuerOf }: OAuthProvider,
  server: AuthorizationServer,
  token: unknown,
): string {
  const claims = (typeof token === 'string' && jwtPart(token, 1)) || {}
  if (issuerOf) return issuerOf(claims, { configured: issuer, discovered: server.issuer })
  const named = String(claims.iss)
  return issuers !== 'same-origin' && issuers.includes(named) ? named : server.issuer
}
