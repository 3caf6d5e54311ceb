import type { OAuthProvider } from '../../types/resolved-provider.js'
import { renameParams, setSearchParams } from './parameter-names.js'
import { type BoundedFetch, getBoundedFetch } from './provider-fetch.js'
import { interpolateEntries, type TemplateValues } from './template-values.js'

/**
 * Sends what the protocol library made in the words of the provider: under its names, with its further members and
 * headers, as a form, as JSON or in the query.
 */
export function createTokenFetch(provider: OAuthProvider, values: TemplateValues): BoundedFetch {
  const { method, format, parameterNames = {}, extraParams, headers } = provider.token
  const boundedFetch = getBoundedFetch(provider)
  return (url, init) => {
    const standardParams = init.body instanceof URLSearchParams ? init.body : new URLSearchParams()
    const entries = [
      ...renameParams([...standardParams], parameterNames),
      ...interpolateEntries(extraParams, values),
    ]
    const requestHeaders = new Headers(init.headers)
    for (const [name, value] of interpolateEntries(headers, values)) requestHeaders.set(name, value)
    if (method === 'GET') {
      requestHeaders.delete('content-type')
      return boundedFetch(setSearchParams(url, entries), { headers: requestHeaders })
    }
    if (format !== 'json')
      return boundedFetch(url, {
        method: 'POST',
        headers: requestHeaders,
        body: new URLSearchParams(entries),
      })
    requestHeaders.set('content-type', 'application/json')
    return boundedFetch(url, {
      method: 'POST',
      headers: requestHeaders,
      body: JSON.stringify(Object.fromEntries(entries)),
    })
  }
}
