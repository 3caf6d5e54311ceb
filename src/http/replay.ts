import type { Call } from '../types/wire.js'

/**
 * The request once more, for a hook of the app that is promised one: its body was read, so it is written anew, in
 * the form that its content type announces.
 */
export function replay({ request, body, form }: Call): Request {
  const { url, method } = request
  const headers = new Headers(request.headers)
  headers.delete('content-length')
  const isRead = form !== null || headers.get('content-type')?.toLowerCase().includes('application/json')
  if (!isRead) headers.delete('content-type')
  if (method !== 'POST' || !isRead) return new Request(url, { method, headers })
  return new Request(url, { method, headers, body: form ? form.toString() : JSON.stringify(body) })
}
