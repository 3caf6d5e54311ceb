import * as oauth from 'oauth4webapi'
import type { OAuthTransaction } from '../../checks/oauth-transaction.js'
import type { TokenSet } from '../../types/account.js'
import type { Context } from '../../types/context.js'
import type { OAuthProvider } from '../../types/resolved-provider.js'
import type { Profile } from '../../types/user.js'
import { createClientAuth, toOAuthClient, toProviderView } from './client-authentication.js'
import { assertSecureUrl } from './discovery.js'
import { assertIdToken, decodeJwtPart, getExpectedIssuer } from './id-token.js'
import { getRequestOptions } from './provider-fetch.js'
import { getRedirectUri } from './redirect-proxy.js'
import { createTemplateValues, interpolateUrl } from './request-parameters.js'
import { createTokenFetch, normalizeTokenResponse } from './token-endpoint.js'

/** A callback whose parameters were validated. */
export interface AuthorizationResponse {
  readonly server: oauth.AuthorizationServer
  readonly params: URLSearchParams
  readonly transaction: OAuthTransaction
}

/** The response of the token endpoint. */
export interface ExchangeResult {
  readonly tokens: TokenSet
  /** OpenID Connect only: the claims of the verified ID token. */
  readonly claims: Profile | null
}

/** Exchanges the code for tokens. See docs/contract.md#token-request. */
export async function exchangeCode(
  ctx: Context,
  provider: OAuthProvider,
  authorizationResponse: AuthorizationResponse,
): Promise<ExchangeResult> {
  const { request } = provider.token
  if (request) {
    const params = Object.fromEntries(authorizationResponse.params)
    const { tokens } = await request({ params, provider: toProviderView(ctx, provider) })
    return { tokens: withExpiresAt(tokens), claims: null }
  }
  const normalized = await normalizeTokenResponse(
    provider,
    await requestTokens(ctx, provider, authorizationResponse),
  )
  const { response, idToken } = normalized
  const { server, transaction } = authorizationResponse
  const client = toOAuthClient(provider)
  if (provider.type === 'oauth') {
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response)
    return {
      tokens: withExpiresAt({ ...tokens, ...(typeof idToken === 'string' && { id_token: idToken }) }),
      claims: null,
    }
  }
  const expectedNonce = getExpectedNonce(provider, transaction, idToken)
  const options = { requireIdToken: true, ...(expectedNonce !== null && { expectedNonce }) }
  const issuer = getExpectedIssuer(provider, server, idToken)
  const tokens = await oauth.processAuthorizationCodeResponse(
    { ...server, issuer },
    client,
    response,
    options,
  )
  const claims = oauth.getValidatedIdTokenClaims(tokens)
  await assertIdToken(ctx.settings, provider, { server, response, tokens })
  return { tokens: withExpiresAt(tokens), claims: { ...claims } }
}

async function requestTokens(
  ctx: Context,
  provider: OAuthProvider,
  authorizationResponse: AuthorizationResponse,
): Promise<Response> {
  const { server, params, transaction } = authorizationResponse
  const values = createTemplateValues(provider, params)
  const { template } = provider.token
  const token_endpoint = template ? interpolateUrl(template, values) : (server.token_endpoint ?? '')
  assertSecureUrl(ctx.settings, token_endpoint)
  return oauth.authorizationCodeGrantRequest(
    { ...server, token_endpoint },
    toOAuthClient(provider),
    await createClientAuth(ctx, provider),
    params,
    getRedirectUri(ctx, provider),
    transaction.verifier ?? oauth.nopkce,
    { ...getRequestOptions(provider), [oauth.customFetch]: createTokenFetch(provider, values) },
  )
}

/** A nonce in the ID token must match. A missing one is an error only if `checks` contains `nonce`. */
function getExpectedNonce(
  { checks }: OAuthProvider,
  { nonce }: OAuthTransaction,
  idToken: unknown,
): string | null {
  return nonce !== null && (checks.has('nonce') || hasNonce(idToken)) ? nonce : null
}

/** An unreadable ID token counts as one with a nonce: oauth4webapi rejects it either way. */
function hasNonce(idToken: unknown): boolean {
  const payload = typeof idToken === 'string' ? decodeJwtPart(idToken, 1) : null
  return payload === null || 'nonce' in payload
}

function withExpiresAt(tokens: TokenSet): TokenSet {
  const { expires_in } = tokens
  return expires_in
    ? { ...tokens, expires_at: Math.floor(Date.now() / 1000) + Number(expires_in) }
    : { ...tokens }
}
