import type { AuthConfig } from '../types/config.js'
import { type Environment, getRuntimeEnvironment } from './environment.js'
import { setEnvDefaults } from './set-env-defaults.js'

/**
 * Makes, once per configuration, a copy with the environment filled in: that of the process, or the framework's own.
 *
 * @param getOverrides what the integration decides for a configuration, whatever the environment says
 */
export function withEnvDefaults<Config extends AuthConfig = AuthConfig>(
  getOverrides: (config: Config) => Partial<AuthConfig> = () => ({}),
  getEnvironment: () => Environment = getRuntimeEnvironment,
): (config: Config) => AuthConfig {
  const cache = new WeakMap<AuthConfig, AuthConfig>()
  return config => {
    const cached = cache.get(config)
    if (cached) return cached
    const overrides = getOverrides(config)
    const copy = { ...config, ...overrides }
    // Where an integration says where the actions are, the app has not said it twice.
    setEnvDefaults(getEnvironment(), copy, overrides.basePath !== undefined)
    cache.set(config, copy)
    return copy
  }
}
