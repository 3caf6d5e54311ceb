import { fill } from '../../base/template.js'
import type { ResourceRequest } from '../../types/endpoint.js'
import type { OAuthProvider } from '../../types/resolved-provider.js'
import { outboundOf } from './outbound.js'
import { filledEntries, type Values } from './values.js'
import { withQuery } from './wording.js'

/** Who asks, and with what. */
export interface Asker {
  readonly provider: OAuthProvider
  readonly token: string
  /** The endpoint that gave the token. */
  readonly sentBy: string
  readonly values: Values
}

/** Who names the address to ask, where that is no address of the configuration. */
export function namedBy({ sentBy }: Asker, template: string | undefined): string | undefined {
  return template?.startsWith('{') ? sentBy : undefined
}

/** Asks a provider's own endpoint with the access token, as the provider wants to be asked. */
export function ask({ provider, token, values }: Asker, url: string, request: ResourceRequest) {
  const { tokenParameter } = request
  const { body, contentType } = bodyOf(request, values)
  const headers = new Headers({ accept: 'application/json', 'user-agent': 'latchkey' })
  if (contentType) headers.set('content-type', contentType)
  const authorization = authorizationOf(request, token)
  if (authorization) headers.set('authorization', authorization)
  for (const [name, value] of filledEntries(request.headers, values)) headers.set(name, value)
  const method = request.method ?? (body ? 'POST' : 'GET')
  const address = tokenParameter ? withQuery(url, [[tokenParameter, token]]) : url
  return outboundOf(provider)(address, { method, headers, body })
}

/** RFC 6750 section 2.1, or what stands in for it. */
function authorizationOf({ scheme, tokenParameter }: ResourceRequest, token: string): string | null {
  const wanted = scheme ?? (tokenParameter ? 'absent' : 'Bearer')
  if (wanted === 'absent') return null
  return wanted === 'none' ? token : `${wanted} ${token}`
}

function bodyOf({ body, format = 'json' }: ResourceRequest, values: Values) {
  if (!body) return { body: undefined, contentType: undefined }
  const members = Object.entries(body).map(([name, value]): [string, unknown] => [
    name,
    typeof value === 'string' ? fill(value, values) : value,
  ])
  if (format === 'json')
    return { body: JSON.stringify(Object.fromEntries(members)), contentType: 'application/json' }
  const form = new URLSearchParams(members.map(([name, value]) => [name, String(value)]))
  return { body: form.toString(), contentType: 'application/x-www-form-urlencoded;charset=UTF-8' }
}
