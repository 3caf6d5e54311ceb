import { InvalidProvider } from '../errors.js'
import type { Flow, Flows } from '../types/context.js'
import type { ResolvedProvider } from '../types/resolved-provider.js'
import { credentialsFlow } from './credentials.js'
import { emailFlow } from './email/flow.js'
import { oauthFlow } from './oauth/flow.js'
import { webauthnFlow } from './webauthn/flow.js'

/** One flow per provider type; null where the type is not built yet. */
export const flows: Flows = {
  oauth: oauthFlow,
  oidc: oauthFlow,
  credentials: credentialsFlow,
  email: emailFlow,
  webauthn: webauthnFlow,
}

/** The only look-up by provider type. */
export function flowOf({ id, type }: ResolvedProvider): Flow<ResolvedProvider> {
  const flow: Flow<ResolvedProvider> | null = flows[type]
  if (flow) return flow
  throw new InvalidProvider(`Provider "${id}": type "${type}" is not available in this version.`)
}
