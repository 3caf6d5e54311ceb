import { UserActionRequired } from '../errors.js'
import type { RequestHead } from '../types/request.js'

/** Headers with which browsers and routers say that they load a page in advance, and what their values contain. */
const prefetchHeaders: readonly (readonly [name: string, value: RegExp])[] = [
  // HTML, speculative loading; and its older names.
  ['sec-purpose', /prefetch|prerender/],
  ['purpose', /prefetch|prerender|preview/],
  ['x-purpose', /prefetch|preview/],
  ['x-moz', /prefetch/],
  ['next-router-prefetch', /./],
  ['next-router-segment-prefetch', /./],
  ['x-middleware-prefetch', /./],
]

const sendForm =
  'in a form action or in another POST handler, and use a form instead of a link: `<form method="post">`.'

/**
 * Verifies that no browser or router made the request in advance.
 *
 * @param name the function that was called
 * @throws UserActionRequired
 */
export function assertNoPrefetch(name: string, head: RequestHead): void {
  const header = findPrefetchHeader(head)
  if (header === null) return
  throw new UserActionRequired(
    `\`${name}\` was called for a prefetch (\`${header}: ${head.getHeader(header)}\`), which no user has asked for. Call it ${sendForm}`,
  )
}

/** Returns the name of the header that says that a browser or router made the request in advance, or null. */
export function findPrefetchHeader({ getHeader }: RequestHead): string | null {
  const found = prefetchHeaders.find(([header, value]) => value.test(getHeader(header)?.toLowerCase() ?? ''))
  return found ? found[0] : null
}

/**
 * Verifies that a user may have made the request: it is no prefetch, and a GET opens a page. Scripts, images and routers send a GET without
 * the user, too.
 *
 * @param name the function that was called
 * @throws UserActionRequired
 */
export function assertUserAction(name: string, head: RequestHead): void {
  assertNoPrefetch(name, head)
  if (!isSafeMethod(head) || !isSubresourceRequest(head)) return
  throw new UserActionRequired(
    `\`${name}\` was called for a GET that opens no page, such as the preload of a router. Call it ${sendForm}`,
  )
}

/** RFC 9110 section 9.2.1. */
export function isSafeMethod({ method }: RequestHead): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** What a browser does with the response of a navigation, in `Sec-Fetch-Dest`. Clients that are not browsers do not send it. */
const navigationDestinations: ReadonlySet<string> = new Set(['document', 'iframe', 'frame'])

function isSubresourceRequest({ isDataRequest, getHeader }: RequestHead): boolean {
  const destination = getHeader('sec-fetch-dest')
  return isDataRequest === true || (destination != null && !navigationDestinations.has(destination))
}
