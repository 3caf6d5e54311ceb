import { getRuntimeEnvironment, isDevelopment } from '../config/environment.js'
import { InvalidProvider } from '../errors.js'
import type { Context, Flow, Flows } from '../types/context.js'
import type { ResolvedProvider } from '../types/resolved-provider.js'
import { credentialsFlow } from './credentials/flow.js'
import { emailFlow } from './email/flow.js'
import { oauthFlow } from './oauth/flow.js'
import { webauthnFlow } from './webauthn/flow.js'

/** The flow of each provider type. */
export const flows: Flows = {
  oauth: oauthFlow,
  oidc: oauthFlow,
  credentials: credentialsFlow,
  email: emailFlow,
  webauthn: webauthnFlow,
}

/** Returns the flow of a provider. A configuration with any other type was rejected. */
export function getFlow({ type }: ResolvedProvider): Flow<ResolvedProvider> {
  return flows[type]
}

/** In development, warns of each provider that does not work on the host of the page. */
export async function warnOfPageHost(ctx: Context, providers: Iterable<ResolvedProvider>): Promise<void> {
  if (!isDevelopment(getRuntimeEnvironment())) return
  for (const provider of providers) await getFlow(provider).warnOfPageHost?.(ctx, provider)
}

/** Returns the provider in the path of the request. */
export function requireProvider({ provider, request }: Context): ResolvedProvider {
  if (provider) return provider
  throw new InvalidProvider(
    `\`${request.action}\` needs a provider in its path: \`/${request.action}/<id>\`.`,
  )
}
