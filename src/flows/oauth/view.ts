import type { Context } from '../../types/context.js'
import type { ProviderView } from '../../types/provider.js'
import type { OAuthProvider } from '../../types/resolved-provider.js'

/** The provider as its own hooks see it. */
export function viewOf({ base }: Context, provider: OAuthProvider): ProviderView {
  const { id, clientId, clientSecret, issuer } = provider
  const [signinUrl, callbackUrl] = [`${base}/signin/${id}`, `${base}/callback/${id}`]
  return { id, clientId, clientSecret, issuer, signinUrl, callbackUrl }
}
