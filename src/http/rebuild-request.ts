import type { AuthRequest } from '../types/request.js'

const formType = 'application/x-www-form-urlencoded'

/**
 * The request once more, for a hook of the app that is promised one: its body was read, so it is written anew, in
 * the form that its content type announces. What the app's own server asked looks like the form of a page.
 */
export function rebuildRequest({ head, url, method, body, form }: AuthRequest): Request {
  const headers = new Headers(head.headers)
  headers.delete('content-length')
  const type = headers.get('content-type')?.toLowerCase() ?? ''
  const isJson = form === null && type.includes('application/json')
  if (form && !type.includes(formType)) headers.set('content-type', formType)
  if (!form && !isJson) headers.delete('content-type')
  if (method !== 'POST' || (!form && !isJson)) return new Request(url, { method, headers })
  return new Request(url, { method, headers, body: form ? form.toString() : JSON.stringify(body) })
}
