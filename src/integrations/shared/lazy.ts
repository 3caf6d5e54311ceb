import type { Awaitable } from '../../types/common.js'

/** A configuration, or a function that gives the one for a request. */
export type Lazy<Config extends object, Source> = Config | ((source: Source) => Awaitable<Config>)

/** The configuration for whatever the framework calls a request. */
export async function configFor<Config extends object, Source>(
  given: Lazy<Config, Source>,
  source: Source,
): Promise<Config> {
  return typeof given === 'function' ? given(source) : given
}
