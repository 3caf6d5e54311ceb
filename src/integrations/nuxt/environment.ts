import { getRuntimeEnvironment, type IntegrationOptions } from '../../server.js'

/** The runtime configuration of Nuxt, as `useRuntimeConfig(event)` returns it. */
export interface NuxtRuntimeConfig {
  readonly app: { readonly baseURL: string }
  /** Each value is an environment variable: `auth.github.id` is `AUTH_GITHUB_ID`. `NUXT_AUTH_GITHUB_ID` sets it at run time. */
  readonly auth?: unknown
}

/** Returns the path of the actions, as browsers see it. */
function joinBasePath({ app }: NuxtRuntimeConfig, basePath: string): string {
  return app.baseURL.replace(/\/$/, '') + basePath
}

/** Creates a function that returns the options of a request. Instances are cached by the options, so equal ones are one object. */
export function createOptionsGetter(basePath: string): (config: NuxtRuntimeConfig) => IntegrationOptions {
  const optionsByContent = new Map<string, IntegrationOptions>()
  return config => {
    const path = joinBasePath(config, basePath)
    const variables = Object.fromEntries(listVariables('AUTH', config.auth))
    const content = JSON.stringify([path, variables])
    const options = optionsByContent.get(content) ?? createOptions(path, variables)
    optionsByContent.set(content, options)
    return options
  }
}

function createOptions(path: string, variables: Readonly<Record<string, string>>): IntegrationOptions {
  return {
    getBasePath: () => path,
    getEnvironment: () => ({ ...getRuntimeEnvironment(), ...variables }),
  }
}

/** Lists what is set. Nuxt requires a default for each value, which is usually empty. */
function listVariables(name: string, value: unknown): [string, string][] {
  if (typeof value !== 'object' || value === null) return isSet(value) ? [[name, String(value)]] : []
  const parts = new Map<string, unknown>(Object.entries(value))
  return [...parts].flatMap(([key, part]) => listVariables(`${name}_${toVariableName(key)}`, part))
}

function isSet(value: unknown): boolean {
  return value !== '' && value !== undefined && value !== null
}

/** Converts the name of an option to that of a variable: `TRUST_HOST` for `trustHost`. */
function toVariableName(key: string): string {
  return key
    .replace(/(?<=[a-z0-9])[A-Z]/g, letter => `_${letter}`)
    .replaceAll('-', '_')
    .toUpperCase()
}
