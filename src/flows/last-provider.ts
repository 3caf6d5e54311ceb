import type { Context } from '../types/context.js'
import type { ResolvedProvider } from '../types/resolved-provider.js'

/** Stores the id of the provider in a cookie, if there is more than one, so that the sign-in page can show it first. */
export function setLastProvider({ settings, jar, cookies }: Context, { id }: ResolvedProvider): void {
  const { name, options } = cookies.lastProvider
  if (settings.providers.size > 1) jar.set(name, id, options)
}

/** Returns the providers in the order of the configuration, with the one that was used last in front. */
export function sortByLastUsed({ settings, jar, cookies }: Context): readonly ResolvedProvider[] {
  const last = settings.providers.get(jar.get(cookies.lastProvider.name) ?? '')
  const others = [...settings.providers.values()].filter(provider => provider !== last)
  return last ? [last, ...others] : others
}
