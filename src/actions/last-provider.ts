import type { Context } from '../types/context.js'
import type { ResolvedProvider } from '../types/resolved-provider.js'

/** Keeps in the browser which way in was taken, where there are several: nothing but the provider's id. */
export function setLastProvider({ settings, jar, cookies }: Context, { id }: ResolvedProvider): void {
  const { name, options } = cookies.lastProvider
  if (settings.providers.size > 1) jar.set(name, id, options)
}

/** The providers in the order of the configuration, the one last used before all others. */
export function sortByLastUsed({ settings, jar, cookies }: Context): readonly ResolvedProvider[] {
  const last = settings.providers.get(jar.get(cookies.lastProvider.name) ?? '')
  const others = [...settings.providers.values()].filter(provider => provider !== last)
  return last ? [last, ...others] : others
}
