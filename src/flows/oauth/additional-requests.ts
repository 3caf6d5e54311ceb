import { toError } from '../../base/to-error.js'
import { CallbackRouteError } from '../../errors.js'
import type { Context } from '../../types/context.js'
import type { AdditionalRequest } from '../../types/endpoint.js'
import type { Profile } from '../../types/user.js'
import { assertSecureUrl } from './discovery.js'
import { findUrlSource, type ResourceAccess, sendResourceRequest } from './resource-request.js'
import { interpolateUrl, withProfileValues } from './template-values.js'

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
