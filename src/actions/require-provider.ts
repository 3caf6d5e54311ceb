import { InvalidProvider } from '../errors.js'
import type { Context } from '../types/context.js'
import type { ResolvedProvider } from '../types/resolved-provider.js'

/** Returns the provider in the path of the request. */
export function requireProvider({ provider, request }: Context): ResolvedProvider {
  if (provider) return provider
  throw new InvalidProvider(
    `\`${request.action}\` needs a provider in its path: \`/${request.action}/<id>\`.`,
  )
}
