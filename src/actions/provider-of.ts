import { InvalidProvider } from '../errors.js'
import type { Context } from '../types/context.js'
import type { ResolvedProvider } from '../types/resolved-provider.js'

/** The provider that the URL names. */
export function providerOf({ provider, call }: Context): ResolvedProvider {
  if (provider) return provider
  throw new InvalidProvider(`\`${call.action}\` needs a provider in its path: \`/${call.action}/<id>\`.`)
}
