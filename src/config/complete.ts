import type { AuthConfig } from '../types/config.js'
import { runtimeEnvironment } from './environment.js'
import { setEnvDefaults } from './set-env-defaults.js'

/** Makes, once per configuration, a copy with the environment of the process filled in. */
export function completing(fixed: Partial<AuthConfig> = {}): (config: AuthConfig) => AuthConfig {
  const completions = new WeakMap<AuthConfig, AuthConfig>()
  return config => {
    const known = completions.get(config)
    if (known) return known
    const copy = { ...config, ...fixed }
    // Where an integration says where the actions are, the app has not said it twice.
    setEnvDefaults(runtimeEnvironment(), copy, fixed.basePath !== undefined)
    completions.set(config, copy)
    return copy
  }
}
