import type { Context } from '../../types/context.js'
import type { ProviderView } from '../../types/endpoint.js'
import type { OAuthProvider } from '../../types/resolved-provider.js'

/** The provider as its own hooks see it. */
export function viewOf({ base }: Context, provider: OAuthProvider): ProviderView {
  const { id, clientId, clientSecret, issuer } = provider
  const [signinUrl, callbackUrl] = [`${base}/signin/${id}`, `${base}/callback/${id}`]
  const addresses = {
    authorization: viewOfUrl(provider.authorization),
    token: viewOfUrl(provider.token.url),
    userinfo: viewOfUrl(provider.userinfo.url),
  }
  return { id, clientId, clientSecret, issuer, signinUrl, callbackUrl, ...addresses }
}

/** A copy: a `URL` can be written to, and ours is for every visitor. */
function viewOfUrl(url: URL | undefined): { url: URL } | undefined {
  return url && { url: new URL(url) }
}
