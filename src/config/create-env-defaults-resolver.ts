import type { AuthConfig } from '../types/config.js'
import { assertConfig } from './assert-config.js'
import { hasOtherBasePath } from './base-path-conflict.js'
import { type Environment, getRuntimeEnvironment } from './environment.js'
import { setEnvDefaults } from './set-env-defaults.js'

/**
 * Creates a function that copies a configuration and sets its environment defaults, once per configuration
 * object.
 *
 * The returned function throws `InvalidConfig` if the configuration is not an object.
 *
 * @param getOverrides options that the integration sets, independent of the environment
 * @param getEnvironment the variables of the process by default, or those of the framework
 */
export function createEnvDefaultsResolver<Config extends AuthConfig = AuthConfig>(
  getOverrides: (config: Config) => Partial<AuthConfig> = () => ({}),
  getEnvironment: () => Environment = getRuntimeEnvironment,
): (config: Config) => AuthConfig {
  const cache = new WeakMap<AuthConfig, AuthConfig>()
  return config => {
    const cached = cache.get(config)
    if (cached) return cached
    assertConfig(config)
    const overrides = getOverrides(config)
    const copy = { ...config, ...overrides }
    const environment = getEnvironment()
    // An integration that sets the base path itself must not cause the warning about a redundant one.
    const isSuppressed = overrides.basePath !== undefined || !hasOtherBasePath(environment, copy.basePath)
    setEnvDefaults(environment, copy, isSuppressed)
    cache.set(config, copy)
    return copy
  }
}
