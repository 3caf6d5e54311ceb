import type { AuthorizationServer } from 'oauth4webapi'
import type { OAuthProvider } from '../../types/resolved-provider.js'
import { decodeJwtPart } from './decode-jwt.js'

/**
 * The issuer that a token of the provider must name. Mostly the one that discovery gave; some providers have several
 * names, or one for each of their own customers.
 */
export function getExpectedIssuer(
  { issuer = '', acceptedIssuers, expectedIssuer }: OAuthProvider,
  server: AuthorizationServer,
  token: unknown,
): string {
  const claims = (typeof token === 'string' && decodeJwtPart(token, 1)) || {}
  if (expectedIssuer) return expectedIssuer(claims, { configured: issuer, discovered: server.issuer })
  const tokenIssuer = String(claims.iss)
  return acceptedIssuers !== 'same-origin' && acceptedIssuers.includes(tokenIssuer)
    ? tokenIssuer
    : server.issuer
}
