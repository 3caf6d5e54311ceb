import type { TooManyRequests } from '../errors.js'
import { createJsonResult, isJsonRedirectRequested } from '../http/messages.js'
import { encodeForHeader } from '../http/url.js'
import type { Awaitable } from '../types/common.js'
import type { AuthConfig } from '../types/config.js'
import type { ActionResult, AuthRequest } from '../types/request.js'

/** The failed request, and the settings that its response needs. */
interface ThrottledResponseContext {
  readonly request: AuthRequest
  readonly pages: NonNullable<AuthConfig['pages']>
  /** The URL of the error page. */
  readonly url: string
  /** Renders the built-in error page. */
  renderPage(): Awaitable<ActionResult>
}

/** Creates the response to an attempt above a limit: status 429 with `Retry-After`, RFC 6585 section 4. */
export async function createThrottledResult(
  error: TooManyRequests,
  responseContext: ThrottledResponseContext,
): Promise<ActionResult> {
  const { headers, body } = await createContent(error, responseContext)
  return { status: error.status, headers: { ...headers, ...createRateLimitHeaders(error) }, body }
}

/** Describes the limit as draft-ietf-httpapi-ratelimit-headers-11 does. */
function createRateLimitHeaders({ retryAfter, limit }: TooManyRequests): Record<string, string> {
  const seconds = Math.max(1, Math.ceil(retryAfter))
  return {
    'retry-after': String(seconds),
    ...(limit && {
      'ratelimit-policy': `"${limit.name}";q=${limit.quota};w=${limit.window}`,
      ratelimit: `"${limit.name}";r=0;t=${seconds}`,
    }),
  }
}

function createContent(
  error: TooManyRequests,
  responseContext: ThrottledResponseContext,
): Awaitable<ActionResult> {
  const { request, url } = responseContext
  if (request.action === 'webauthn-options') return createJsonResult({ error: error.type })
  return isJsonRedirectRequested(request.head) ? createJsonResult({ url }) : createPage(responseContext)
}

/**
 * A redirect has no status 429, so the browser opens the app's own page from this one. After a form, it opens the built-in page: going back to the answer
 * to a form would send it again.
 */
async function createPage({
  request,
  pages,
  url,
  renderPage,
}: ThrottledResponseContext): Promise<ActionResult> {
  const page = await renderPage()
  if (!pages.error && request.method !== 'POST') return page
  return { ...page, headers: { ...page.headers, refresh: `0;url=${encodeForHeader(url)}` } }
}
