/**
 * Creates a redirect as `redirect` of TanStack Router does: a response with `options`, by which the router recognizes it. It loads a
 * document, because the router in the browser would look for a page of Latchkey among those of the app.
 */
export function createRedirect(href: string): Response {
  const headers = { location: href, 'cache-control': 'private, no-store' }
  const options = { href, reloadDocument: true, statusCode: 303 }
  return Object.assign(new Response(null, { status: 303, headers }), { options })
}

/** Whether the router reads more than the response. A copy would lose it. */
export function isRedirect(response: Response): boolean {
  return 'options' in response
}
