import { decodeProxyState } from '../../checks/proxy-state.js'
import { InvalidCheck } from '../../errors.js'
import { createRedirectResult } from '../../http/result.js'
import { parseUrl } from '../../http/url.js'
import type { Context } from '../../types/context.js'
import type { ActionResult } from '../../types/request.js'
import type { OAuthProvider } from '../../types/resolved-provider.js'

/** Where the provider sends the visitor back to: to us, or to the proxy that stands in for many deployments. */
export function getRedirectUri(ctx: Context, provider: OAuthProvider): string {
  const { id, redirectProxyUrl } = provider
  return redirectProxyUrl && shouldUseProxy(ctx, provider)
    ? `${redirectProxyUrl}/callback/${id}`
    : getCallbackUrl(ctx, provider)
}

/** Our own callback URL. */
export function getCallbackUrl({ authUrl }: Context, { id }: OAuthProvider): string {
  return `${authUrl}/callback/${id}`
}

/** Does a proxy receive the visitor in our stead? Not when we are it. */
export function shouldUseProxy({ origin }: Context, { redirectProxyUrl }: OAuthProvider): boolean {
  return redirectProxyUrl !== undefined && parseUrl(redirectProxyUrl)?.origin !== origin
}

/**
 * On the proxy: sends the visitor on to the deployment where the sign-in began, with all that the provider said.
 *
 * @returns null when the visitor is ours
 * @throws InvalidCheck when nobody with our secret sent them, or when their deployment is none of ours
 */
export async function forwardToDeployment(
  ctx: Context,
  provider: OAuthProvider,
): Promise<ActionResult | null> {
  const { settings, request } = ctx
  const state = request.url.searchParams.get('state')
  if (!provider.redirectProxyUrl || !state || shouldUseProxy(ctx, provider)) return null
  const redirectUrl = parseUrl((await decodeProxyState(settings, state)) ?? '')
  if (!redirectUrl || redirectUrl.origin === ctx.origin) return null
  // Another provider's answer would hand its code to whoever began this sign-in.
  if (!redirectUrl.pathname.endsWith(`/callback/${provider.id}`)) {
    throw new InvalidCheck(
      `The sign-in that this answers was begun at another provider than "${provider.id}".`,
    )
  }
  if (!settings.isAllowedProxyTarget(redirectUrl.origin)) {
    throw new InvalidCheck(
      `The redirect proxy does not serve ${redirectUrl.origin}. See \`redirectProxyOrigins\`.`,
    )
  }
  if (settings.allowsAnyProxyTarget) settings.logger.warn('redirect-proxy-open')
  return createRedirectResult(redirectUrl.origin + redirectUrl.pathname + request.url.search)
}
