import type { Awaitable } from '../../types/common.js'

/** A configuration, or a function that gives the one for a request. */
export type ConfigInput<Config extends object, Source> = Config | ((source: Source) => Awaitable<Config>)

/** The configuration for whatever the framework calls a request. */
export async function resolveConfigInput<Config extends object, Source>(
  input: ConfigInput<Config, Source>,
  source: Source,
): Promise<Config> {
  return typeof input === 'function' ? input(source) : input
}
