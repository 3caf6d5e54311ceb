import type { OAuthProvider } from '../../types/resolved-provider.js'
import { type Outbound, outboundOf } from './outbound.js'
import { filledEntries, type Values } from './values.js'
import { renamed, withQuery } from './wording.js'

/**
 * Sends what the protocol library made in the words of the provider: under its names, with its further members and
 * headers, as a form, as JSON or in the query.
 */
export function tokenOutbound(provider: OAuthProvider, values: Values): Outbound {
  const { method, format, names = {}, body, headers } = provider.token
  const outbound = outboundOf(provider)
  return (url, init) => {
    const standard = init.body instanceof URLSearchParams ? init.body : new URLSearchParams()
    const members = [...renamed([...standard], names), ...filledEntries(body, values)]
    const all = new Headers(init.headers)
    for (const [name, value] of filledEntries(headers, values)) all.set(name, value)
    if (method === 'GET') {
      all.delete('content-type')
      return outbound(withQuery(url, members), { headers: all })
    }
    if (format !== 'json')
      return outbound(url, { method: 'POST', headers: all, body: new URLSearchParams(members) })
    all.set('content-type', 'application/json')
    return outbound(url, { method: 'POST', headers: all, body: JSON.stringify(Object.fromEntries(members)) })
  }
}
