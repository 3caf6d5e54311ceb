import { interpolate } from '../../base/template.js'
import type { ResourceRequest } from '../../types/endpoint.js'
import type { OAuthProvider } from '../../types/resolved-provider.js'
import { setSearchParams } from './parameter-names.js'
import { getBoundedFetch } from './provider-fetch.js'
import { interpolateEntries, type TemplateValues } from './template-values.js'

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
