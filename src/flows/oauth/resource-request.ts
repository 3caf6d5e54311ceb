import { interpolate } from '../../base/template.js'
import { toError } from '../../base/to-error.js'
import { CallbackRouteError } from '../../errors.js'
import type { Context } from '../../types/context.js'
import type { AdditionalRequest, ResourceRequest } from '../../types/endpoint.js'
import type { OAuthProvider } from '../../types/resolved-provider.js'
import type { Profile } from '../../types/user.js'
import { assertSecureUrl } from './discovery.js'
import { getBoundedFetch } from './provider-fetch.js'
import {
  interpolateEntries,
  interpolateUrl,
  setSearchParams,
  type TemplateValues,
  withProfileValues,
} from './request-parameters.js'

/** Bytes of an image that becomes a part of the profile: it will be in a row of a table, or in a cookie. */
const maxImageBytes = 50_000

/** A profile with what further requests add to it: an address, a name, a picture. */
export async function applyAdditionalRequests(
  ctx: Context,
  access: ResourceAccess,
  profile: Profile,
): Promise<Profile> {
  let enriched = profile
  for (const request of access.provider.userinfo.additionalRequests ?? []) {
    if (request.when?.(enriched) === false) continue
    const enrichedAccess = { ...access, values: withProfileValues(access.values, enriched) }
    enriched = await mergeAdditionalData(ctx, enrichedAccess, { request, profile: enriched })
  }
  return enriched
}

interface EnrichmentStep {
  readonly request: AdditionalRequest
  readonly profile: Profile
}

async function mergeAdditionalData(
  ctx: Context,
  access: ResourceAccess,
  { request, profile }: EnrichmentStep,
): Promise<Profile> {
  const data = await fetchAdditionalData(ctx, access, request)
  return data === undefined ? profile : request.merge(profile, data)
}

/** Undefined where the sign-in goes on without. */
async function fetchAdditionalData(
  ctx: Context,
  access: ResourceAccess,
  request: AdditionalRequest,
): Promise<unknown> {
  const { as, optional = 'never' } = request
  try {
    const response = await sendAdditionalRequest(ctx, access, request)
    if (response.ok) return as === 'image' ? await toDataUrl(response) : await response.json()
    if (optional === 'refused' && response.status < 500) return undefined
    throw new CallbackRouteError(`A further request of it was answered with status ${response.status}.`, {
      provider: access.provider.id,
    })
  } catch (error) {
    if (optional !== 'failed') throw error
    ctx.settings.logger.debug('profile incomplete', {
      provider: access.provider.id,
      fault: toError(error).name,
    })
    return undefined
  }
}

function sendAdditionalRequest(
  ctx: Context,
  access: ResourceAccess,
  request: AdditionalRequest,
): Promise<Response> {
  const url = interpolateUrl(request.url, access.values)
  assertSecureUrl(ctx.settings, url, findUrlSource(access, request.url))
  return sendResourceRequest(access, url, request)
}

/** RFC 2397; null for what is no image, or too large a one. */
async function toDataUrl(response: Response): Promise<string | null> {
  const [type = ''] = (response.headers.get('content-type') ?? '').split(';')
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (!/^image\/(jpeg|png|gif|webp)$/.test(type) || bytes.length > maxImageBytes) return null
  return `data:${type};base64,${btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))}`
}

/** Who asks, and with what. */
export interface ResourceAccess {
  readonly provider: OAuthProvider
  readonly accessToken: string
  /** The endpoint that gave the token. */
  readonly tokenEndpoint: string
  readonly values: TemplateValues
}

/** Who names the address to ask, where that is no address of the configuration. */
export function findUrlSource(
  { tokenEndpoint }: ResourceAccess,
  template: string | undefined,
): string | undefined {
  return template?.startsWith('{') ? tokenEndpoint : undefined
}

/** Asks a provider's own endpoint with the access token, as the provider wants to be asked. */
export function sendResourceRequest(
  { provider, accessToken, values }: ResourceAccess,
  url: string,
  request: ResourceRequest,
) {
  const { tokenParameter } = request
  const { body, contentType } = encodeBody(request, values)
  const headers = new Headers({ accept: 'application/json', 'user-agent': 'latchkey' })
  if (contentType) headers.set('content-type', contentType)
  const authorization = buildAuthorizationHeader(request, accessToken)
  if (authorization) headers.set('authorization', authorization)
  for (const [name, value] of interpolateEntries(request.headers, values)) headers.set(name, value)
  const method = request.method ?? (body ? 'POST' : 'GET')
  const requestUrl = tokenParameter ? setSearchParams(url, [[tokenParameter, accessToken]]) : url
  return getBoundedFetch(provider)(requestUrl, { method, headers, body })
}

/** RFC 6750 section 2.1, or what stands in for it. */
function buildAuthorizationHeader(
  { scheme, tokenParameter }: ResourceRequest,
  accessToken: string,
): string | null {
  const effectiveScheme = scheme ?? (tokenParameter ? 'absent' : 'Bearer')
  if (effectiveScheme === 'absent') return null
  return effectiveScheme === 'none' ? accessToken : `${effectiveScheme} ${accessToken}`
}

function encodeBody({ body, format = 'json' }: ResourceRequest, values: TemplateValues) {
  if (!body) return { body: undefined, contentType: undefined }
  const entries = Object.entries(body).map(([name, value]): [string, unknown] => [
    name,
    typeof value === 'string' ? interpolate(value, values) : value,
  ])
  if (format === 'json')
    return { body: JSON.stringify(Object.fromEntries(entries)), contentType: 'application/json' }
  const form = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))
  return { body: form.toString(), contentType: 'application/x-www-form-urlencoded;charset=UTF-8' }
}
