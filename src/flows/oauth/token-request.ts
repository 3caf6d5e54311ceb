/**
 * The request that exchanges a code for tokens, RFC 6749 section 4.1.3, in the form that each provider expects.
 *
 * @module
 */

import * as oauth from 'oauth4webapi'
import { isRecord, parseObject } from '../../base/parse.js'
import type { OAuthTransaction } from '../../checks/transactions.js'
import { getProviderEnvName } from '../../config/environment.js'
import { importPkcs8 } from '../../crypto/pem.js'
import { InvalidConfig } from '../../errors.js'
import type { TokenSet } from '../../types/account.js'
import type { Awaitable } from '../../types/common.js'
import type { Context } from '../../types/context.js'
import type { ProviderInfo } from '../../types/endpoint.js'
import type { ResolvedOAuthProvider } from '../../types/resolved-provider.js'
import type { Profile } from '../../types/user.js'
import { assertSecureUrl, getExpectedIssuer, requireEndpoint } from './discovery.js'
import { assertIdToken, decodeJwtPart } from './id-token.js'
import {
  createPlaceholderResolver,
  fetchWithLimits,
  getRedirectUri,
  interpolateEntries,
  interpolateUrl,
  type PlaceholderResolver,
  type ReceivedResponse,
  renameParams,
  runStep,
  setSearchParams,
  toHttpRequestOptions,
  toResponse,
} from './provider-requests.js'

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

/** Exchanges the code for tokens. See docs/reference/contract.md#token-request. */
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
  const issuer = getExpectedIssuer(provider, server, decodeIdToken(idToken) ?? {})
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
  const payload = decodeIdToken(idToken)
  return payload === null || 'nonce' in payload
}

function decodeIdToken(idToken: unknown): Record<string, unknown> | null {
  return typeof idToken === 'string' ? decodeJwtPart(idToken, 1) : null
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

/** Returns the client as oauth4webapi expects it. */
export function toOAuthClient({ clientId, client, clockTolerance }: ResolvedOAuthProvider): oauth.Client {
  const definedEntries = Object.entries(client).filter(([, value]) => value !== undefined)
  return {
    ...Object.fromEntries(definedEntries),
    client_id: clientId,
    [oauth.clockTolerance]: clockTolerance,
  }
}

type ClientAuthFactory = (provider: ResolvedOAuthProvider) => Awaitable<oauth.ClientAuth>

/** The methods of RFC 7591 section 2 and OpenID Connect Core section 9. */
const clientAuthFactories: Readonly<Record<string, ClientAuthFactory>> = {
  client_secret_basic: createBasicAuth,
  client_secret_post: provider => oauth.ClientSecretPost(requireClientSecret(provider)),
  client_secret_jwt: provider => oauth.ClientSecretJwt(requireClientSecret(provider)),
  private_key_jwt: createPrivateKeyJwtAuth,
  none: () => oauth.None(),
}

/** Returns the client authentication for the token endpoint. See docs/reference/contract.md#token-request. */
async function createClientAuth(ctx: Context, provider: ResolvedOAuthProvider): Promise<oauth.ClientAuth> {
  const generatedSecret = await provider.generateClientSecret?.(toProviderInfo(ctx, provider))
  return selectClientAuth(generatedSecret ? { ...provider, clientSecret: generatedSecret } : provider)
}

function selectClientAuth(provider: ResolvedOAuthProvider): Awaitable<oauth.ClientAuth> {
  const method =
    provider.client.token_endpoint_auth_method ?? (provider.clientSecret ? 'client_secret_basic' : 'none')
  const createAuth = Object.hasOwn(clientAuthFactories, method) ? clientAuthFactories[method] : undefined
  if (createAuth) return createAuth(provider)
  const supported = Object.keys(clientAuthFactories).join(', ')
  throw new InvalidConfig(
    `Provider "${provider.id}": \`client.token_endpoint_auth_method\` must be one of ${supported}.`,
  )
}

/** Uses HTTP Basic with the encoding that providers expect: `-_.!~*'()` are not encoded, although RFC 6749 section 2.3.1 requires it. */
function createBasicAuth(provider: ResolvedOAuthProvider): oauth.ClientAuth {
  const credentials = `${encodeBasicCredential(provider.clientId)}:${encodeBasicCredential(requireClientSecret(provider))}`
  return (...[, , , headers]) => headers.set('authorization', `Basic ${btoa(credentials)}`)
}

function encodeBasicCredential(text: string): string {
  return encodeURIComponent(text).replaceAll('%20', '+')
}

function requireClientSecret({ id, clientSecret }: ResolvedOAuthProvider): string {
  if (clientSecret) return clientSecret
  throw new InvalidConfig(`Provider "${id}" needs \`clientSecret\` (or ${getProviderEnvName(id, 'SECRET')}).`)
}

/** The import parameters of a PEM key by algorithm, RFC 7518 section 3.1. */
const keyAlgorithms: Readonly<Record<string, Parameters<typeof importPkcs8>[1]>> = {
  RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  PS256: { name: 'RSA-PSS', hash: 'SHA-256' },
  ES256: { name: 'ECDSA', namedCurve: 'P-256' },
}

async function resolvePrivateKey(provider: ResolvedOAuthProvider): Promise<oauth.PrivateKey> {
  const { clientPrivateKey: configuredKey } = provider.token
  if (!configuredKey)
    throw new InvalidConfig(
      `Provider "${provider.id}" needs \`token.clientPrivateKey\` for \`private_key_jwt\`.`,
    )
  const { key, kid } =
    typeof configuredKey === 'object' && 'key' in configuredKey
      ? configuredKey
      : ({ key: configuredKey, kid: undefined } as const)
  const cryptoKey = typeof key === 'string' ? await importPrivateKey(provider, key) : key
  return kid === undefined ? { key: cryptoKey } : { key: cryptoKey, kid }
}

async function importPrivateKey({ id, client }: ResolvedOAuthProvider, pem: string): Promise<CryptoKey> {
  const alg = String(client.token_endpoint_auth_signing_alg ?? 'RS256')
  const algorithm = Object.hasOwn(keyAlgorithms, alg) ? keyAlgorithms[alg] : undefined
  if (!algorithm) {
    const supported = Object.keys(keyAlgorithms).join(', ')
    throw new InvalidConfig(
      `Provider "${id}": \`client.token_endpoint_auth_signing_alg\` must be one of ${supported}. For another algorithm, pass a \`CryptoKey\`.`,
    )
  }
  try {
    return await importPkcs8(pem, algorithm)
  } catch {
    // The cause is omitted because it may quote the key.
    throw new InvalidConfig(
      `Provider "${id}": the private key is not a PKCS#8 key for ${alg}. Convert it with \`openssl pkcs8 -topk8 -nocrypt\`.`,
    )
  }
}

/**
 * Uses a signed assertion, RFC 7523 section 3. Providers disagree on its audience, so it names the issuer and the token endpoint, unless
 * the provider accepts only one.
 */
async function createPrivateKeyJwtAuth(provider: ResolvedOAuthProvider): Promise<oauth.ClientAuth> {
  const key = await resolvePrivateKey(provider)
  const { assertionAudience } = provider.token
  return (...request) => {
    const [{ issuer, token_endpoint = issuer }] = request
    const modifyAssertion: oauth.ModifyAssertionFunction = (_header, payload) => {
      payload.aud = assertionAudience
        ? { issuer, token: token_endpoint }[assertionAudience]
        : [issuer, token_endpoint]
    }
    return oauth.PrivateKeyJwt(key, { [oauth.modifyAssertion]: modifyAssertion })(...request)
  }
}

/** Returns the provider as its hooks receive it. */
export function toProviderInfo({ authUrl }: Context, provider: ResolvedOAuthProvider): ProviderInfo {
  const { id, clientId, clientSecret, issuer } = provider
  const [signinUrl, callbackUrl] = [`${authUrl}/signin/${id}`, `${authUrl}/callback/${id}`]
  const endpoints = {
    authorization: copyEndpointUrl(provider.authorization),
    token: copyEndpointUrl(provider.token.url),
    userinfo: copyEndpointUrl(provider.userinfo.url),
  }
  return { id, clientId, clientSecret, issuer, signinUrl, callbackUrl, ...endpoints }
}

/** Copies the URL, because a hook could change it for all requests. */
function copyEndpointUrl(url: URL | undefined): { url: URL } | undefined {
  return url && { url: new URL(url) }
}
