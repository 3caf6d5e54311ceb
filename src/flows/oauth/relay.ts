import { originIn } from '../../checks/relayed-state.js'
import { InvalidCheck } from '../../errors.js'
import { redirect } from '../../http/result.js'
import { parseUrl } from '../../http/url.js'
import type { Context } from '../../types/context.js'
import type { OAuthProvider } from '../../types/resolved-provider.js'
import type { Result } from '../../types/wire.js'

/** Where the provider sends the visitor back to: to us, or to the proxy that stands in for many deployments. */
export function redirectUri(ctx: Context, provider: OAuthProvider): string {
  const { id, redirectProxyUrl } = provider
  return redirectProxyUrl && usesProxy(ctx, provider)
    ? `${redirectProxyUrl}/callback/${id}`
    : ownUri(ctx, provider)
}

/** Our own callback URL. */
export function ownUri({ base }: Context, { id }: OAuthProvider): string {
  return `${base}/callback/${id}`
}

/** Does a proxy receive the visitor in our stead? Not when we are it. */
export function usesProxy({ origin }: Context, { redirectProxyUrl }: OAuthProvider): boolean {
  return redirectProxyUrl !== undefined && parseUrl(redirectProxyUrl)?.origin !== origin
}

/**
 * On the proxy: sends the visitor on to the deployment where the sign-in began, with all that the provider said.
 *
 * @returns null when the visitor is ours
 * @throws InvalidCheck when nobody with our secret sent them, or when their deployment is none of ours
 */
export async function relay(ctx: Context, provider: OAuthProvider): Promise<Result | null> {
  const { settings, call } = ctx
  const state = call.url.searchParams.get('state')
  if (!provider.redirectProxyUrl || !state || usesProxy(ctx, provider)) return null
  const target = parseUrl((await originIn(settings, state)) ?? '')
  if (!target || target.origin === ctx.origin) return null
  // Another provider's answer would hand its code to whoever began this sign-in.
  if (!target.pathname.endsWith(`/callback/${provider.id}`)) {
    throw new InvalidCheck(
      `The sign-in that this answers was begun at another provider than "${provider.id}".`,
    )
  }
  if (!settings.mayRelayTo(target.origin)) {
    throw new InvalidCheck(
      `The redirect proxy does not serve ${target.origin}. See \`redirectProxyOrigins\`.`,
    )
  }
  if (settings.relaysAnywhere) settings.logger.warn('redirect-proxy-open')
  return redirect(target.origin + target.pathname + call.url.search)
}
