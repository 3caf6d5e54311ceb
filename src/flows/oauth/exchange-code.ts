import * as oauth from 'oauth4webapi'
import { isRecord, parseObject } from '../../base/parse.js'
import type { OAuthTransaction } from '../../checks/transactions.js'
import type { TokenSet } from '../../types/account.js'
import type { Context } from '../../types/context.js'
import type { ResolvedOAuthProvider } from '../../types/resolved-provider.js'
import type { Profile } from '../../types/user.js'
import { createClientAuth, toOAuthClient, toProviderInfo } from './client-authentication.js'
import { assertSecureUrl, requireEndpoint } from './discovery.js'
import { assertIdToken, getExpectedIssuer } from './id-token.js'
import { decodeJwtPart } from './jwt-parts.js'
import {
  fetchWithLimits,
  type ReceivedResponse,
  runStep,
  toHttpRequestOptions,
  toResponse,
} from './provider-requests.js'
import {
  createPlaceholderResolver,
  getRedirectUri,
  interpolateEntries,
  interpolateUrl,
  type PlaceholderResolver,
  renameParams,
  setSearchParams,
} from './request-parameters.js'

/** A callback whose parameters were validated. */
export interface ValidatedCallback {
  readonly server: oauth.AuthorizationServer
  readonly params: URLSearchParams
  readonly transaction: OAuthTransaction
}

/** The response of the token endpoint. */
export interface TokensAndClaims {
  readonly tokens: TokenSet
  /** OpenID Connect only: the claims of the verified ID token. */
  readonly claims: Profile | null
}

/** Exchanges the code for tokens. See docs/contract.md#token-request. */
export async function exchangeCode(
  ctx: Context,
  provider: ResolvedOAuthProvider,
  callback: ValidatedCallback,
): Promise<TokensAndClaims> {
  const { request } = provider.token
  if (request) {
    const params = Object.fromEntries(callback.params)
    const { tokens } = await request({ params, provider: toProviderInfo(ctx, provider) })
    return { tokens: withExpiresAt(tokens), claims: null }
  }
  const { response, idToken } = await requestTokens(ctx, provider, callback)
  const { server, transaction } = callback
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
  await runStep({ step: 'ID token verification', url: server.jwks_uri }, () =>
    assertIdToken(ctx.settings, provider, { server, tokens }),
  )
  return { tokens: withExpiresAt(tokens), claims: { ...claims } }
}

async function requestTokens(
  ctx: Context,
  provider: ResolvedOAuthProvider,
  callback: ValidatedCallback,
): Promise<NormalizedTokenResponse> {
  const { server, params, transaction } = callback
  const resolvePlaceholder = createPlaceholderResolver(provider, params)
  const { template } = provider.token
  const token_endpoint = template
    ? interpolateUrl(template, resolvePlaceholder)
    : requireEndpoint(provider, 'token', server.token_endpoint)
  assertSecureUrl(ctx.settings, token_endpoint)
  const sendTokenRequest = createTokenRequestSender(provider, resolvePlaceholder)
  let idToken: unknown = null
  const response = await oauth.authorizationCodeGrantRequest(
    { ...server, token_endpoint },
    toOAuthClient(provider),
    await createClientAuth(ctx, provider),
    params,
    getRedirectUri(ctx, provider),
    transaction.verifier ?? oauth.nopkce,
    {
      ...toHttpRequestOptions(provider),
      [oauth.customFetch]: async (url, init) => {
        const normalized = await normalizeTokenResponse(provider, await sendTokenRequest(url, init))
        idToken = normalized.idToken
        return normalized.response
      },
    },
  )
  return { response, idToken }
}

/** The nonce in the ID token must match, OpenID Connect Core section 3.1.3.7 step 11. It can be missing only if the provider omits it. */
function getExpectedNonce(
  { checks, omitsNonce }: ResolvedOAuthProvider,
  { nonce }: OAuthTransaction,
  idToken: unknown,
): string | null {
  return omitsNonce && !checks.has('nonce') && !hasNonce(idToken) ? null : nonce
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

/** The request that oauth4webapi creates. */
interface TokenExchange {
  readonly headers: HeadersInit
  readonly body: unknown
}

/**
 * Creates the function that sends the request of oauth4webapi in the form that the provider expects: with its parameter names, additional
 * parameters and headers, as a form, as JSON or in the query.
 */
function createTokenRequestSender(provider: ResolvedOAuthProvider, resolvePlaceholder: PlaceholderResolver) {
  const { method, format, parameterNames = {}, extraParams, headers } = provider.token
  return (url: string, init: TokenExchange): Promise<ReceivedResponse> => {
    const standardParams = init.body instanceof URLSearchParams ? init.body : new URLSearchParams()
    const entries = [
      ...renameParams([...standardParams], parameterNames),
      ...interpolateEntries(extraParams, resolvePlaceholder),
    ]
    const requestHeaders = new Headers(init.headers)
    for (const [name, value] of interpolateEntries(headers, resolvePlaceholder))
      requestHeaders.set(name, value)
    if (method === 'GET') {
      requestHeaders.delete('content-type')
      return fetchWithLimits(provider.fetch, setSearchParams(url, entries), { headers: requestHeaders })
    }
    if (format !== 'json')
      return fetchWithLimits(provider.fetch, url, {
        method: 'POST',
        headers: requestHeaders,
        body: new URLSearchParams(entries),
      })
    requestHeaders.set('content-type', 'application/json')
    return fetchWithLimits(provider.fetch, url, {
      method: 'POST',
      headers: requestHeaders,
      body: JSON.stringify(Object.fromEntries(entries)),
    })
  }
}

/** Optional members (RFC 6749 section 5.1) that providers send as null or empty instead of omitting them. */
const optionalMembers = ['refresh_token', 'scope', 'expires_in', 'id_token'] as const

/** A token response as oauth4webapi expects it. */
export interface NormalizedTokenResponse {
  readonly response: Response
  /** Kept apart, because oauth4webapi would reject it for an OAuth provider. */
  readonly idToken: unknown
}

/**
 * Normalizes common deviations from RFC 6749 section 5 in a token response: an error with status 200, status 201, empty members, a
 * challenge beside a JSON error. What only one vendor does is normalized by its `token.conform`.
 */
async function normalizeTokenResponse(
  provider: ResolvedOAuthProvider,
  received: ReceivedResponse,
): Promise<NormalizedTokenResponse> {
  const conformed = await provider.token.conform?.(toResponse(received))
  const text = conformed ? await conformed.text() : new TextDecoder().decode(received.body)
  const { status, headers } = conformed ?? received
  const parsed = parseObject(text)
  const body = parsed && toStandardMembers(provider, parsed)
  if (!body)
    return {
      response: toResponse({
        status,
        headers: stripAuthenticateHeaders(headers),
        body: new TextEncoder().encode(text),
      }),
      idToken: null,
    }
  for (const name of optionalMembers) if (body[name] === null || body[name] === '') delete body[name]
  const idToken = body.id_token
  if (provider.type === 'oauth') delete body.id_token
  const init = { status: resolveStatus(status, body), headers: { 'content-type': 'application/json' } }
  return { response: new Response(JSON.stringify(body), init), idToken }
}

/** Moves and renames members to where RFC 6749 section 5.1 has them, as the provider declares. */
function toStandardMembers(
  { token }: ResolvedOAuthProvider,
  parsed: Record<string, unknown>,
): Record<string, unknown> {
  const { responsePath, responseAliases = {}, tokenType, scopeIsArray } = token
  const nested = responsePath === undefined ? null : readPath(parsed, responsePath)
  const body = renameKeys(isRecord(nested) ? nested : parsed, responseAliases)
  if (scopeIsArray && Array.isArray(body.scope)) body.scope = body.scope.join(' ')
  return tokenType && body.access_token ? { ...body, token_type: tokenType } : body
}

function renameKeys(body: Record<string, unknown>, names: Readonly<Record<string, string>>) {
  const aliases = new Map(Object.entries(names))
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [aliases.get(name) ?? name, value]))
}

/** Resolves a path such as `data.0`: the first element of the list `data`. */
function readPath(root: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
      root,
    )
}

function resolveStatus(status: number, body: Record<string, unknown>): number {
  if (status === 201) return 200
  return status === 200 && body.error && !body.access_token ? 400 : status
}

/** Removes `WWW-Authenticate`, which would hide the error in the body. */
function stripAuthenticateHeaders(headers: Headers): Headers {
  return new Headers({ 'content-type': headers.get('content-type') ?? '' })
}
