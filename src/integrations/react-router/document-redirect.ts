import { redirectDocument } from 'react-router'

/**
 * Redirects with a document request. The router in the browser would look for a path among the pages of the app, and the pages of
 * Latchkey are not among them. It also renews all that the browser has kept of the session before.
 */
export function createDocumentRedirect(url: string): Response {
  return redirectDocument(url, { status: 303, headers: { 'cache-control': 'private, no-store' } })
}

/** Returns a redirect as a document redirect, and other responses as they are. */
export function toDocumentRedirect(response: Response): Response {
  const location = response.headers.get('location')
  if (location === null) return response
  const { status, headers } = response
  return redirectDocument(location, { status, headers })
}

/** Whether the response is for the router in the browser, which requests data instead of documents. */
export function isDataResponse({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/x-script') === true
}
