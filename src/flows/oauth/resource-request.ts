import { interpolate } from '../../base/template.js'
import { toError } from '../../base/to-error.js'
import { CallbackRouteError } from '../../errors.js'
import type { Context } from '../../types/context.js'
import type { AdditionalRequest, ResourceRequest } from '../../types/endpoint.js'
import type { ResolvedOAuthProvider } from '../../types/resolved-provider.js'
import type { Profile } from '../../types/user.js'
import { assertSecureUrl } from './discovery.js'
import { getBoundedFetch, userAgent } from './provider-requests.js'
import {
  createProfilePlaceholderResolver,
  interpolateEntries,
  interpolateUrl,
  type PlaceholderResolver,
  setSearchParams,
} from './request-parameters.js'

/** The maximum size of an image in bytes: it is stored in the user record or in a cookie. */
const maxImageBytes = 50_000

interface AdditionalRequests {
  readonly profile: Profile
  readonly additionalRequests: readonly AdditionalRequest[]
}

/** Adds the results of additional requests to a profile, for example an email address or a picture. */
export async function applyAdditionalRequests(
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
export function findUrlSource(
  { tokenEndpoint }: ResourceRequestContext,
  template: string | undefined,
): string | undefined {
  return template?.startsWith('{') ? tokenEndpoint : undefined
}

/** Requests a provider's endpoint with the access token, in the form that the provider expects. */
export function sendResourceRequest(
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
