import * as oauth from 'oauth4webapi'
import { copyWithoutProto, isRecord, parseObject, parseUntrustedObject } from '../../base/parse.js'
import { interpolate } from '../../base/template.js'
import { toError } from '../../base/to-error.js'
import { CallbackRouteError } from '../../errors.js'
import type { Context } from '../../types/context.js'
import type { AdditionalRequest, ProviderFetch, ResourceRequest } from '../../types/endpoint.js'
import type { ResolvedOAuthProvider } from '../../types/resolved-provider.js'
import type { Profile } from '../../types/user.js'
import { assertSecureUrl, getExpectedIssuer, requireEndpoint } from './discovery.js'
import { assertSignature, decodeJwtPart } from './id-token.js'
import {
  createPlaceholderResolver,
  createProfilePlaceholderResolver,
  getBoundedFetch,
  interpolateEntries,
  interpolateUrl,
  type PlaceholderResolver,
  setSearchParams,
  toHttpRequestOptions,
  userAgent,
} from './provider-requests.js'
import {
  type TokensAndClaims,
  toOAuthClient,
  toProviderInfo,
  type ValidatedCallback,
} from './token-request.js'

type TokenContext = Pick<ValidatedCallback, 'server' | 'params'> & TokensAndClaims

/** Returns the profile of the user. See docs/reference/contract.md#profile. */
export async function fetchProfile(
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
  const issuer =
    jwt === null ? server.issuer : getExpectedIssuer(provider, server, decodeJwtPart(jwt, 1) ?? {})
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

/** The maximum size of an image in bytes: it is stored in the user record or in a cookie. */
const maxImageBytes = 50_000

interface AdditionalRequests {
  readonly profile: Profile
  readonly additionalRequests: readonly AdditionalRequest[]
}

/** Adds the results of additional requests to a profile, for example an email address or a picture. */
async function applyAdditionalRequests(
  ctx: Context,
  requestContext: ResourceRequestContext,
  { profile, additionalRequests }: AdditionalRequests,
): Promise<Profile> {
  let enriched = profile
  for (const request of additionalRequests) {
    if (request.when?.(enriched) === false) continue
    const enrichedContext = {
      ...requestContext,
      resolvePlaceholder: createProfilePlaceholderResolver(requestContext.resolvePlaceholder, enriched),
    }
    enriched = await mergeAdditionalData(ctx, enrichedContext, { request, profile: enriched })
  }
  return enriched
}

interface AdditionalRequestInput {
  readonly request: AdditionalRequest
  readonly profile: Profile
}

async function mergeAdditionalData(
  ctx: Context,
  requestContext: ResourceRequestContext,
  { request, profile }: AdditionalRequestInput,
): Promise<Profile> {
  const data = await fetchAdditionalData(ctx, requestContext, request)
  return data === undefined ? profile : request.merge(profile, data)
}

/** Returns undefined if the request failed and is optional. */
async function fetchAdditionalData(
  ctx: Context,
  requestContext: ResourceRequestContext,
  request: AdditionalRequest,
): Promise<unknown> {
  const { responseFormat, ignoreFailure = 'never' } = request
  try {
    const response = await sendAdditionalRequest(ctx, requestContext, request)
    if (response.ok) return responseFormat === 'image' ? await toDataUrl(response) : await response.json()
    if (ignoreFailure === 'client-error' && response.status < 500) return undefined
    throw new CallbackRouteError(`An additional profile request returned status ${response.status}.`, {
      provider: requestContext.provider.id,
    })
  } catch (error) {
    if (ignoreFailure !== 'always') throw error
    ctx.settings.logger.debug('profile incomplete', {
      provider: requestContext.provider.id,
      fault: toError(error).name,
    })
    return undefined
  }
}

function sendAdditionalRequest(
  ctx: Context,
  requestContext: ResourceRequestContext,
  request: AdditionalRequest,
): Promise<Response> {
  const url = interpolateUrl(request.url, requestContext.resolvePlaceholder)
  assertSecureUrl(ctx.settings, url, findUrlSource(requestContext, request.url))
  return sendResourceRequest(requestContext, url, request)
}

/** Encodes an image as a data URL, RFC 2397. Returns null for other content and for large images. */
async function toDataUrl(response: Response): Promise<string | null> {
  const [type = ''] = (response.headers.get('content-type') ?? '').split(';')
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (!/^image\/(jpeg|png|gif|webp)$/.test(type) || bytes.length > maxImageBytes) return null
  return `data:${type};base64,${btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))}`
}

/** The access token for a request, and where it came from. */
export interface ResourceRequestContext {
  readonly provider: ResolvedOAuthProvider
  readonly accessToken: string
  /** The endpoint that issued the token. */
  readonly tokenEndpoint: string
  readonly resolvePlaceholder: PlaceholderResolver
}

/** Returns the URL whose response names the URL to request, if the configuration does not. */
function findUrlSource(
  { tokenEndpoint }: ResourceRequestContext,
  template: string | undefined,
): string | undefined {
  return template?.startsWith('{') ? tokenEndpoint : undefined
}

/** Requests a provider's endpoint with the access token, in the form that the provider expects. */
function sendResourceRequest(
  { provider, accessToken, resolvePlaceholder }: ResourceRequestContext,
  url: string,
  request: ResourceRequest,
) {
  const { tokenParameter } = request
  const { body, contentType } = encodeBody(request, resolvePlaceholder)
  const headers = new Headers({ accept: 'application/json', 'user-agent': userAgent })
  if (contentType) headers.set('content-type', contentType)
  const authorization = buildAuthorizationHeader(request, accessToken)
  if (authorization) headers.set('authorization', authorization)
  for (const [name, value] of interpolateEntries(request.headers, resolvePlaceholder))
    headers.set(name, value)
  const method = request.method ?? (body ? 'POST' : 'GET')
  const requestUrl = tokenParameter ? setSearchParams(url, [[tokenParameter, accessToken]]) : url
  return getBoundedFetch(provider)(requestUrl, { method, headers, body })
}

/** Builds the authorization of a request: RFC 6750 section 2.1, or the provider's own form. */
function buildAuthorizationHeader(
  { scheme, tokenParameter }: ResourceRequest,
  accessToken: string,
): string | null {
  const effectiveScheme = scheme ?? (tokenParameter ? 'no-header' : 'Bearer')
  if (effectiveScheme === 'no-header') return null
  return effectiveScheme === 'bare-token' ? accessToken : `${effectiveScheme} ${accessToken}`
}

function encodeBody({ body, format = 'json' }: ResourceRequest, resolvePlaceholder: PlaceholderResolver) {
  if (!body) return { body: undefined, contentType: undefined }
  const entries = Object.entries(body).map(([name, value]): [string, unknown] => [
    name,
    typeof value === 'string' ? interpolate(value, resolvePlaceholder) : value,
  ])
  if (format === 'json')
    return { body: JSON.stringify(Object.fromEntries(entries)), contentType: 'application/json' }
  const form = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))
  return { body: form.toString(), contentType: 'application/x-www-form-urlencoded;charset=UTF-8' }
}
