import { parseUrl } from '../../base/parse.js'
import { UsageError } from '../command-definition.js'
import { checkAuthorization } from './check-authorization.js'
import { checkCookieHeader, checkCookies } from './check-cookies.js'
import type { Finding } from './findings.js'
import { type Reply, readToken, requestSite } from './site-request.js'

/** A sign-in to start at a provider of a site. */
interface SignInTarget {
  readonly base: string
  /** The response with the CSRF token and its cookies. */
  readonly csrf: Reply
  readonly callbackUrls: Readonly<Record<string, string>>
}

/**
 * Starts a sign-in at a provider, as the button of the sign-in page does. Checks its cookies, and compares the redirect URI with the callback URL
 * and the authorization request with the discovery document of the provider. The sign-in is not completed.
 *
 * @throws UsageError if the site has no such provider
 */
export async function checkSignIn(
  provider: string,
  { base, csrf, callbackUrls }: SignInTarget,
): Promise<Finding[]> {
  const callbackUrl = callbackUrls[provider]
  if (callbackUrl === undefined) {
    const known = Object.keys(callbackUrls).join(', ') || 'none'
    throw new UsageError(
      `The site has no provider "${provider}". Pass the id of one of its providers: ${known}.`,
    )
  }
  const csrfToken = readToken(csrf) ?? ''
  const reply = await requestSite(`${base}/signin/${provider}`, {
    method: 'POST',
    headers: createFormHeaders(base, csrf),
    body: new URLSearchParams({ csrfToken }).toString(),
  })
  const target = reply && parseUrl(reply.headers.get('location') ?? '', reply.url)
  if (!reply || !target || target.origin === new URL(base).origin)
    return [{ code: 'site-sign-in', place: `${provider}: ${describeFailure(reply, target)}` }]
  const returnsByForm = target.searchParams.get('response_mode') === 'form_post'
  return [
    ...checkRedirectUri(target, { base, provider, callbackUrl }),
    ...checkCookies(reply, { base, csrfToken, returnsByForm }),
    ...checkCookieHeader([csrf, reply]),
    ...(await checkAuthorization(target, { base, provider })),
  ]
}

interface ExpectedRedirect {
  readonly base: string
  readonly provider: string
  readonly callbackUrl: string
}

function checkRedirectUri(target: URL, { base, provider, callbackUrl }: ExpectedRedirect): Finding[] {
  const redirectUri = target.searchParams.get('redirect_uri')
  // A pushed authorization request (RFC 9126) does not show it.
  if (redirectUri === null || redirectUri === callbackUrl) return []
  return [{ code: 'site-redirect-uri', place: `${provider}: ${redirectUri}, and you asked ${base}` }]
}

/** The response to a browser names the failure in the log. */
function createFormHeaders(base: string, { headers }: Reply): Record<string, string> {
  const cookies = headers.getSetCookie().map(cookie => cookie.split(';', 1)[0])
  return {
    'content-type': 'application/x-www-form-urlencoded',
    cookie: cookies.join('; '),
    origin: new URL(base).origin,
    'sec-fetch-dest': 'document',
    'sec-fetch-site': 'same-origin',
  }
}

function describeFailure(reply: Reply | null, target: URL | null): string {
  if (!reply) return 'no response'
  const error = target?.searchParams.get('error') ?? null
  const reference = reply.headers.get('x-auth-reference')
  const outcome = error !== null && /^\w{1,60}$/.test(error) ? `error ${error}` : `status ${reply.status}`
  return reference !== null && /^\w{10}$/.test(reference) ? `${outcome}, reference ${reference}` : outcome
}
