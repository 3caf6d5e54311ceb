import type { AuthConfig } from '../types/config.js'
import { type Environment, runtimeEnvironment } from './environment.js'
import { setEnvDefaults } from './set-env-defaults.js'

/**
 * Makes, once per configuration, a copy with the environment filled in: that of the process, or the framework's own.
 *
 * @param settle what the integration decides for a configuration, whatever the environment says
 */
export function completing<Config extends AuthConfig = AuthConfig>(
  settle: (config: Config) => Partial<AuthConfig> = () => ({}),
  environment: () => Environment = runtimeEnvironment,
): (config: Config) => AuthConfig {
  const completions = new WeakMap<AuthConfig, AuthConfig>()
  return config => {
    const known = completions.get(config)
    if (known) return known
    const settled = settle(config)
    const copy = { ...config, ...settled }
    // Where an integration says where the actions are, the app has not said it twice.
    setEnvDefaults(environment(), copy, settled.basePath !== undefined)
    completions.set(config, copy)
    return copy
  }
}
