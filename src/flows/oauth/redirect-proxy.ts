import { parseUrl } from '../../base/parse.js'
import { decodeProxyState } from '../../checks/proxy-state.js'
import { InvalidCheck } from '../../errors.js'
import { createRedirectResult } from '../../http/result.js'
import type { Context } from '../../types/context.js'
import type { ActionResult } from '../../types/request.js'
import type { ResolvedOAuthProvider } from '../../types/resolved-provider.js'

/** Returns the redirect URI: the callback URL of this deployment, or that of the redirect proxy. */
export function getRedirectUri(ctx: Context, provider: ResolvedOAuthProvider): string {
  const { id, redirectProxyUrl } = provider
  return redirectProxyUrl && shouldUseProxy(ctx, provider)
    ? `${redirectProxyUrl}/callback/${id}`
    : getCallbackUrl(ctx, provider)
}

/** Returns the callback URL of this deployment. */
export function getCallbackUrl({ authUrl }: Context, { id }: ResolvedOAuthProvider): string {
  return `${authUrl}/callback/${id}`
}

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
