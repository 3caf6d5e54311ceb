import * as oauth from 'oauth4webapi'
import { hashSha256Hex } from '#crypto'
import { Cache, copyDeep, SharedWork } from '../../base/cache.js'
import { copyWithoutProto, isRecord, parseObject, parseUntrustedObject } from '../../base/parse.js'
import type { ConsumedOAuthTransaction } from '../../checks/transactions.js'
import { CallbackRouteError, InvalidCheck } from '../../errors.js'
import type { Context } from '../../types/context.js'
import type { ProviderFetch } from '../../types/endpoint.js'
import type { ResolvedOAuthProvider } from '../../types/resolved-provider.js'
import type { Profile } from '../../types/user.js'
import { toOAuthClient, toProviderInfo } from './client-authentication.js'
import { assertSecureUrl, requireEndpoint } from './discovery.js'
import { exchangeCode, type TokensAndClaims, type ValidatedCallback } from './exchange-code.js'
import { getExpectedIssuer } from './id-token.js'
import type { TokensAndProfile } from './identity.js'
import { assertSignature } from './json-web-keys.js'
import { decodeJwtPart } from './jwt-parts.js'
import { type BoundedFetch, getBoundedFetch, runStep, toHttpRequestOptions } from './provider-requests.js'
import { createPlaceholderResolver, interpolateUrl } from './request-parameters.js'
import {
  applyAdditionalRequests,
  findUrlSource,
  type ResourceRequestContext,
  sendResourceRequest,
} from './resource-request.js'

/** The maximum number of exchanges that are shared at a time, for each `fetch`. */
const maxRunningExchanges = 1000

/** Separated per `fetch` function, as the discovery documents are. */
const runningExchanges = new WeakMap<BoundedFetch, SharedWork<TokensAndProfile>>()

/** Maximum number of finished callbacks that a process remembers. */
const maxExchanged = 1024

/** The callbacks whose code this process exchanged. */
const exchangedCallbacks = /* @__PURE__ */ new Cache<true>(maxExchanged)

/**
 * Exchanges the code for tokens and requests the profile. If a browser sends the same callback several times at once, all requests share
 * one exchange. The provider would deny the others, and may revoke the tokens of the first (RFC 6749 section 4.1.2). For the same reason, a
 * callback that is sent again with the cookies from before does not reach the provider.
 *
 * A request joins only with the cookie of the transaction, which it opened before, and the same parameters.
 */
export async function exchangeCodeForProfile(
  ctx: Context,
  provider: ResolvedOAuthProvider,
  callback: ValidatedCallback & { readonly transaction: ConsumedOAuthTransaction },
): Promise<TokensAndProfile> {
  const exchange = async () => {
    const { server, params } = callback
    const tokenRequest = { step: 'token request', url: server.token_endpoint } as const
    const exchangeResult = await runStep(tokenRequest, () => exchangeCode(ctx, provider, callback))
    const userinfoRequest = { step: 'userinfo request', url: server.userinfo_endpoint } as const
    const profile = await runStep(userinfoRequest, () =>
      fetchProfile(ctx, provider, { server, params, ...exchangeResult }),
    )
    return { ...exchangeResult, profile }
  }
  const { cookieValue } = callback.transaction
  if (cookieValue === null) return await exchange()
  const key = await hashSha256Hex(
    JSON.stringify([cookieValue, ctx.authUrl, provider.id, provider.clientId, ...callback.params]),
  )
  const exchangeOnce = async () => {
    if (exchangedCallbacks.get(key))
      throw new InvalidCheck('This sign-in was completed before. Start another one.')
    const exchanged = await exchange()
    exchangedCallbacks.set(key, true)
    return exchanged
  }
  // Each request has its own copy, because callbacks of the app may change it.
  return copyDeep(await getRunningExchanges(provider).joinOrStart(key, exchangeOnce))
}

function getRunningExchanges(provider: ResolvedOAuthProvider): SharedWork<TokensAndProfile> {
  const boundedFetch = getBoundedFetch(provider)
  const existing = runningExchanges.get(boundedFetch)
  if (existing) return existing
  const created = new SharedWork<TokensAndProfile>(maxRunningExchanges)
  runningExchanges.set(boundedFetch, created)
  return created
}

type TokenContext = Pick<ValidatedCallback, 'server' | 'params'> & TokensAndClaims

/** Returns the profile of the user. See docs/contract.md#profile. */
async function fetchProfile(
  ctx: Context,
  provider: ResolvedOAuthProvider,
  tokenContext: TokenContext,
): Promise<Profile> {
  const { server, tokens, params } = tokenContext
  const requestContext = {
    provider,
    accessToken: tokens.access_token ?? '',
    tokenEndpoint: server.token_endpoint ?? '',
    resolvePlaceholder: createPlaceholderResolver(provider, params, tokens),
  }
  const profile = {
    ...readCallbackProfile(provider, params),
    ...(await fetchBaseProfile(ctx, requestContext, tokenContext)),
    ...buildProfileUrls(requestContext),
  }
  const { additionalRequests } = provider.userinfo
  return additionalRequests
    ? await applyAdditionalRequests(ctx, requestContext, { profile, additionalRequests })
    : profile
}

async function fetchBaseProfile(
  ctx: Context,
  requestContext: ResourceRequestContext,
  tokenContext: TokenContext,
): Promise<Profile> {
  const { provider } = requestContext
  const { server, tokens, claims } = tokenContext
  if (claims && provider.idToken) return copyWithoutProto(claims)
  const { request, source, template } = provider.userinfo
  if (request) {
    const fetch = createProviderFetch(ctx, provider)
    return toProfile(provider, await request({ tokens, provider: toProviderInfo(ctx, provider), fetch }))
  }
  if (source === 'tokens') return toJsonProfile(provider, tokens)
  if (source === 'access_token') return toJsonProfile(provider, decodeJwtPart(requestContext.accessToken, 1))
  const userinfoUrl = template
    ? interpolateUrl(template, requestContext.resolvePlaceholder)
    : requireEndpoint(provider, 'userinfo', server.userinfo_endpoint)
  assertSecureUrl(ctx.settings, userinfoUrl, findUrlSource(requestContext, template))
  if (claims) return await fetchOidcUserinfo(ctx, provider, { server, tokens, claims })
  return await fetchOAuthUserinfo(requestContext, userinfoUrl)
}

/** Creates the `fetch` for a provider's own code, with the same limits. */
function createProviderFetch({ settings }: Context, provider: ResolvedOAuthProvider): ProviderFetch {
  return async (url, init = {}) => {
    assertSecureUrl(settings, url)
    const response = await getBoundedFetch(provider)(url, init)
    if (!response.ok) throw createUserinfoStatusError(provider, response.status)
    return response
  }
}

/** Reads profile members from the callback parameters, which a visitor can change. Values that are not JSON stay text. */
function readCallbackProfile(
  { callback }: ResolvedOAuthProvider,
  params: URLSearchParams,
): Record<string, unknown> {
  const names = (callback.profileParameters ?? []).filter(name => params.has(name))
  return Object.fromEntries(
    names.map(name => [name, parseUntrustedObject(params.get(name) ?? '') ?? params.get(name)]),
  )
}

/** Builds the profile members that are URLs made of other values. */
function buildProfileUrls({ provider, resolvePlaceholder }: ResourceRequestContext): Record<string, string> {
  const templates = Object.entries(provider.userinfo.profileUrls ?? {})
  const entries = templates.map(([name, template]): [string, string] => [
    name,
    interpolateUrl(template, resolvePlaceholder),
  ])
  return Object.fromEntries(entries.filter(([, url]) => url !== ''))
}

/** For signed userinfo of a provider whose metadata lists none, as for ID tokens (OpenID Connect Core section 15.1). */
const defaultSignatureAlgorithms = ['RS256']

/** Requests userinfo as JSON or a signed JWT, OpenID Connect Core section 5.3. Its `sub` must equal that of the ID token. */
async function fetchOidcUserinfo(
  { settings }: Context,
  provider: ResolvedOAuthProvider,
  { server, tokens, claims }: Omit<TokenContext, 'params'>,
) {
  const client = toOAuthClient(provider)
  const options = toHttpRequestOptions(provider)
  const rawResponse = await oauth.userInfoRequest(server, client, tokens.access_token ?? '', options)
  const response = await normalizeUserinfoResponse(provider, rawResponse)
  const isSigned = response.headers.get('content-type')?.includes('application/jwt')
  const jwt = isSigned ? (await response.clone().text()).trim() : null
  const subject = String(claims?.sub)
  const issuer = jwt === null ? server.issuer : getExpectedIssuer(provider, server, jwt)
  const metadata = { userinfo_signing_alg_values_supported: defaultSignatureAlgorithms, ...server, issuer }
  const userinfo = await oauth.processUserInfoResponse(metadata, client, subject, response)
  if (jwt !== null) await assertSignature(settings, provider, { server, jwt })
  return toJsonProfile(provider, userinfo)
}

/** Requests the profile from an OAuth provider. Any response but a JSON object with status 2xx is an error. */
async function fetchOAuthUserinfo(requestContext: ResourceRequestContext, url: string): Promise<Profile> {
  const { provider } = requestContext
  const response = await normalizeUserinfoResponse(
    provider,
    await sendResourceRequest(requestContext, url, provider.userinfo),
  )
  if (!response.ok) throw createUserinfoStatusError(provider, response.status)
  return toJsonProfile(provider, parseObject(await response.text()))
}

/** Removes a `WWW-Authenticate` header, for which oauth4webapi would reject a successful response. */
async function normalizeUserinfoResponse(
  { userinfo }: ResolvedOAuthProvider,
  response: Response,
): Promise<Response> {
  const conformed = (await userinfo.conform?.(response.clone())) ?? response
  if (!conformed.ok || !conformed.headers.has('www-authenticate')) return conformed
  const headers = new Headers(conformed.headers)
  headers.delete('www-authenticate')
  return new Response(conformed.body, { status: conformed.status, headers })
}

function toProfile(provider: ResolvedOAuthProvider, value: unknown): Profile {
  if (isRecord(value)) return { ...value }
  throw createUserinfoError(provider, 'did not respond with a JSON object')
}

/** Leaves out `__proto__` keys, which would set a prototype when an app copies the profile with `Object.assign`. */
function toJsonProfile(provider: ResolvedOAuthProvider, value: unknown): Profile {
  return copyWithoutProto(toProfile(provider, value))
}

function createUserinfoStatusError(provider: ResolvedOAuthProvider, status: number): CallbackRouteError {
  return createUserinfoError(
    provider,
    `responded with status ${status}. Check that \`authorization.params.scope\` has the scopes that it requires, its URL, and the log of the provider`,
  )
}

function createUserinfoError({ id }: ResolvedOAuthProvider, problem: string): CallbackRouteError {
  return new CallbackRouteError(`The userinfo endpoint of provider "${id}" ${problem}.`)
}
