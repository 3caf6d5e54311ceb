import type { Awaitable } from '../../types/common.js'
import type { AuthConfig } from '../../types/config.js'

/** The configuration of an app. `raw` is only for `Auth`. */
export type IntegrationConfig = Omit<AuthConfig, 'raw'>

/** A configuration, or a function that returns it for a request. */
export type ConfigInput<Config extends object, Source> = Config | ((source: Source) => Awaitable<Config>)

/** Returns the configuration for the request object of the framework. */
export function resolveConfigInput<Config extends object, Source>(
  input: ConfigInput<Config, Source>,
  source: Source,
): Awaitable<Config> {
  return typeof input === 'function' ? input(source) : input
}
