/**
 * The redirect proxy: a deployment that receives the callbacks of others. See docs/reference/contract.md#redirect-proxy.
 *
 * @module
 */
import * as platform from '#crypto'
import { parseUrl } from '../../base/parse.js'
import { decode, encodeToken } from '../../crypto/jwt.js'
import { InvalidCheck } from '../../errors.js'
import { createRedirectResult } from '../../http/messages.js'
import { isRedirectUrl } from '../../http/url.js'
import type { Awaitable } from '../../types/common.js'
import type { Context, Settings } from '../../types/context.js'
import type { ActionResult } from '../../types/request.js'
import type { ResolvedOAuthProvider } from '../../types/resolved-provider.js'

/** Does a redirect proxy receive the callback? Not if this deployment is the proxy. */
export function shouldUseProxy({ origin }: Context, { redirectProxyUrl }: ResolvedOAuthProvider): boolean {
  return redirectProxyUrl !== undefined && parseUrl(redirectProxyUrl)?.origin !== origin
}

/**
 * On the proxy, redirects a callback with its parameters to the deployment where the sign-in started.
 *
 * @returns null if the sign-in started here
 * @throws InvalidCheck if `state` was not sealed with the same secret, or the deployment is not allowed
 */
export async function forwardToDeployment(
  ctx: Context,
  provider: ResolvedOAuthProvider,
): Promise<ActionResult | null> {
  const { settings, request } = ctx
  const state = request.url.searchParams.get('state')
  if (!provider.redirectProxyUrl || !state || shouldUseProxy(ctx, provider)) return null
  const redirectUrl = parseUrl((await decodeProxyState(settings, state)) ?? '')
  if (!redirectUrl || redirectUrl.origin === ctx.origin) return null
  // Otherwise the code of another provider would reach the deployment that started this sign-in.
  if (!redirectUrl.pathname.endsWith(`/callback/${provider.id}`)) {
    throw new InvalidCheck(`The sign-in of this callback was not started with provider "${provider.id}".`)
  }
  if (!settings.isAllowedProxyTarget(redirectUrl.origin)) {
    throw new InvalidCheck(
      `The redirect proxy does not serve ${redirectUrl.origin}. Add it to \`redirectProxyOrigins\`.`,
    )
  }
  if (settings.allowsAnyProxyTarget) settings.warnOnce('redirect-proxy-open')
  return createRedirectResult(redirectUrl.origin + redirectUrl.pathname + request.url.search)
}

/** The salt of Auth.js, because a proxy and its deployments can run either library. */
const salt = 'encodedState'
/** Seconds until the `state` expires. */
const stateMaxAge = 900

/**
 * Creates a `state` that tells the redirect proxy which deployment to return to. See
 * docs/reference/contract.md#redirect-proxy.
 *
 * @param deploymentCallbackUrl the full callback URL of this deployment
 */
export function encodeProxyState(
  { checkSecrets }: Settings,
  deploymentCallbackUrl: string,
): Awaitable<string> {
  const random = platform.toBase64url(platform.generateRandomBytes(32))
  return encodeToken({
    token: { random, origin: deploymentCallbackUrl },
    secret: [...checkSecrets],
    salt,
    maxAge: stateMaxAge,
  })
}

/**
 * Returns the callback URL in a `state`, or null if the `state` contains none.
 *
 * @throws InvalidCheck if the `state` is encrypted, but not with one of the secrets
 */
async function decodeProxyState({ checkSecrets }: Settings, state: string): Promise<string | null> {
  if (!isCompactJwe(state)) return null
  try {
    const claims = await decode({ token: state, secret: [...checkSecrets], salt })
    return isRedirectUrl(claims?.origin) ? claims.origin : null
  } catch {
    throw new InvalidCheck(
      'The `state` has expired (15 minutes) or was encrypted with another secret. ' +
        'Set the same `secret` and `tenant` on the redirect proxy and its deployments.',
    )
  }
}

/**
 * Checks for the compact form of RFC 7516 section 3.1: five parts, of which the second is empty with a shared
 * key.
 */
function isCompactJwe(state: string): boolean {
  return /^[\w-]+\.\.[\w-]+\.[\w-]*\.[\w-]+$/.test(state)
}
