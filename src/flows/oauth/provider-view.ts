import type { Context } from '../../types/context.js'
import type { ProviderView } from '../../types/endpoint.js'
import type { OAuthProvider } from '../../types/resolved-provider.js'

/** The provider as its own hooks see it. */
export function toProviderView({ authUrl }: Context, provider: OAuthProvider): ProviderView {
  const { id, clientId, clientSecret, issuer } = provider
  const [signinUrl, callbackUrl] = [`${authUrl}/signin/${id}`, `${authUrl}/callback/${id}`]
  const endpoints = {
    authorization: copyEndpointUrl(provider.authorization),
    token: copyEndpointUrl(provider.token.url),
    userinfo: copyEndpointUrl(provider.userinfo.url),
  }
  return { id, clientId, clientSecret, issuer, signinUrl, callbackUrl, ...endpoints }
}

/** A copy: a `URL` can be written to, and ours is for every visitor. */
function copyEndpointUrl(url: URL | undefined): { url: URL } | undefined {
  return url && { url: new URL(url) }
}
