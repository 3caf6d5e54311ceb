import type { AuthorizationServer } from 'oauth4webapi'
import * as oauth from 'oauth4webapi'
import * as platform from '#crypto'
import { redactText } from '../../config/logger.js'
import type { HmacHash } from '../../crypto/platform.js'
import { CallbackRouteError } from '../../errors.js'
import type { Settings } from '../../types/context.js'
import type { ResolvedOAuthProvider } from '../../types/resolved-provider.js'
import { assertSignature } from './json-web-keys.js'
import { decodeJwtPart } from './jwt-parts.js'

/** A token response that oauth4webapi has processed. */
export interface ProcessedTokenResponse {
  readonly server: AuthorizationServer
  readonly tokens: oauth.TokenEndpointResponse
}

/**
 * Verifies what oauth4webapi leaves to its caller: the signature of the ID token (OpenID Connect Core section 3.1.3.7 step 6) and five
 * claims.
 *
 * @throws CallbackRouteError, or an error of oauth4webapi
 */
export async function assertIdToken(
  settings: Settings,
  provider: ResolvedOAuthProvider,
  { server, tokens }: ProcessedTokenResponse,
): Promise<void> {
  const alg = getAlgorithm(tokens)
  assertSigned(provider, tokens, alg)
  await assertClaims(provider, tokens)
  if (alg.startsWith('HS')) return await assertHmacSignature(provider, tokens, alg)
  if (server.jwks_uri)
    return await assertSignature(settings, provider, { server, jwt: tokens.id_token ?? '' })
  if (!provider.token.url)
    throw new CallbackRouteError(`Provider "${provider.id}" has no keys. Set \`jwks_endpoint\`.`)
  // Section 3.1.3.7 step 6: TLS to the configured token endpoint may replace the verification of the signature.
  settings.warnOnce('id-token-unverified')
}

/** The registered signature algorithms: RFC 7518 section 3.1, RFC 8037, RFC 8812, RFC 9864, and ML-DSA. */
const signatureAlgorithm =
  /^(?:(?:HS|RS|PS|ES)(?:256|384|512)|ES256K|EdDSA|Ed25519|Ed448|ML-DSA-(?:44|65|87))$/

/**
 * Rejects `alg: none` and tokens without a signature, whatever the metadata or `client` allows (OpenID Connect Core section 3.1.3.7,
 * RFC 8725 section 3.1).
 */
function assertSigned({ id }: ResolvedOAuthProvider, { id_token }: oauth.TokenEndpointResponse, alg: string) {
  if (signatureAlgorithm.test(alg) && id_token?.split('.')[2]) return
  throw new CallbackRouteError(
    `The ID token of provider "${id}" is not signed: its \`alg\` is "${redactText(alg)}". Configure the provider to sign ID tokens, for example with RS256.`,
  )
}

async function assertClaims(
  { id, clientId, authorizationParams, clockTolerance }: ResolvedOAuthProvider,
  tokens: oauth.TokenEndpointResponse,
): Promise<void> {
  const claims: Partial<oauth.IDToken> = oauth.getValidatedIdTokenClaims(tokens) ?? {}
  const { sub, iat, azp, at_hash } = claims
  const now = Math.floor(Date.now() / 1000)
  const faults = [
    !sub && 'no `sub`',
    (iat ?? 0) > Date.now() / 1000 + clockTolerance &&
      `the \`iat\` ${iat}, which is more than ${clockTolerance} seconds after the time of the server, ${now}`,
    azp !== undefined &&
      azp !== clientId &&
      `the \`azp\` "${redactText(String(azp))}" instead of the client id "${clientId}"`,
    at_hash !== undefined &&
      at_hash !== (await computeAccessTokenHash(tokens)) &&
      'an `at_hash` that does not match the access token',
    authorizationParams.max_age !== undefined &&
      findAuthenticationFault(claims.auth_time, {
        now,
        clockTolerance,
        maxAge: Number(authorizationParams.max_age),
      }),
  ]
  const fault = faults.find(Boolean)
  if (fault) throw new CallbackRouteError(`The ID token of provider "${id}" has ${fault}.`)
}

/** What the time of an authentication is compared with. All values are in seconds. */
interface AuthenticationLimits {
  readonly now: number
  readonly maxAge: number
  readonly clockTolerance: number
}

/** Compares the time of the authentication with a configured `max_age`, section 3.1.3.7 step 13. */
export function findAuthenticationFault(
  authTime: unknown,
  { now, maxAge, clockTolerance }: AuthenticationLimits,
): string | null {
  if (typeof authTime !== 'number') return 'no `auth_time`, which `max_age` requires'
  if (now - authTime > maxAge + clockTolerance)
    return `the \`auth_time\` ${authTime}: the user signed in at the provider more than ${maxAge} seconds ago, the \`max_age\``
  return authTime > now + clockTolerance ? `the \`auth_time\` ${authTime}, which is in the future` : null
}

/** Computes `at_hash`, section 3.1.3.6: the left half of the access token's digest. */
async function computeAccessTokenHash(tokens: oauth.TokenEndpointResponse): Promise<string> {
  const alg = getAlgorithm(tokens)
  const hash = await hashAccessToken(alg.slice(-3), tokens.access_token)
  return platform.toBase64url(hash.subarray(0, hash.length / 2))
}

/** Almost all providers sign with SHA-256, for which the platform needs no other thread. */
async function hashAccessToken(size: string, token: string): Promise<Uint8Array> {
  if (size === '256') return await platform.hashSha256(token)
  const algorithm = size === '384' ? 'SHA-384' : 'SHA-512'
  return new Uint8Array(await crypto.subtle.digest(algorithm, new TextEncoder().encode(token)))
}

/** Verifies an HMAC signature with the client secret, RFC 7518 section 3.2 and OpenID Connect Core section 10.1. */
async function assertHmacSignature(
  { id, clientSecret }: ResolvedOAuthProvider,
  { id_token = '' }: oauth.TokenEndpointResponse,
  alg: string,
) {
  const end = id_token.lastIndexOf('.')
  if (clientSecret) {
    const encoder = new TextEncoder()
    const hash = `SHA-${alg.slice(2)}` as HmacHash
    const signedBytes = encoder.encode(id_token.slice(0, end))
    const mac = await platform.computeHmac(hash, encoder.encode(clientSecret), signedBytes)
    if (platform.isTimingSafeEqual(platform.toBase64url(mac), id_token.slice(end + 1))) return
  }
  throw new CallbackRouteError(`The ID token of provider "${id}" is not signed with the client secret.`)
}

function getAlgorithm({ id_token = '' }: oauth.TokenEndpointResponse): string {
  return String(decodeJwtPart(id_token, 0)?.alg)
}

/**
 * Returns the issuer that a token must name: one that counts for the provider. Some providers have one for each of their tenants.
 */
export function getExpectedIssuer(
  provider: ResolvedOAuthProvider,
  server: AuthorizationServer,
  token: unknown,
): string {
  const claims = (typeof token === 'string' && decodeJwtPart(token, 1)) || {}
  const { issuer = '', resolveExpectedIssuer } = provider
  if (resolveExpectedIssuer)
    return resolveExpectedIssuer(claims, { configured: issuer, discovered: server.issuer })
  return selectIssuer(provider, server, claims.iss)
}

/**
 * Returns the named issuer if it counts for the provider, else the one of discovery, which then does not match. The configured issuer, that
 * of discovery and the accepted ones all count, because a provider does not rename them everywhere at the same moment.
 */
function selectIssuer(
  { issuer, acceptedIssuers }: ResolvedOAuthProvider,
  server: AuthorizationServer,
  name: unknown,
): string {
  const issuers = acceptedIssuers === 'same-origin' ? [issuer] : [issuer, ...acceptedIssuers]
  return issuers.find(accepted => accepted !== undefined && accepted === name) ?? server.issuer
}

/** The placeholder in a discovery document that all tenants share. */
const tenantPlaceholder = '{tenantid}'
const tenantId = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * Returns the issuer that the authorization response must name, RFC 9207 section 2.4. If discovery names all tenants by a template, the
 * response names the one of the user.
 */
export function getResponseIssuer(
  provider: ResolvedOAuthProvider,
  server: AuthorizationServer,
  name: string | null,
): string {
  const [start = '', end, ...more] = server.issuer.split(tenantPlaceholder)
  if (name === null || end === undefined || more.length > 0) return selectIssuer(provider, server, name)
  const tenant = name.slice(start.length, name.length - end.length)
  return tenantId.test(tenant) && name === start + tenant + end ? name : selectIssuer(provider, server, name)
}
