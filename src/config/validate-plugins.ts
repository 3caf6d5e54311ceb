import { describeValue } from '../base/describe-value.js'
import { type AuthError, InvalidConfig } from '../errors.js'
import type { AuthConfig } from '../types/config.js'
import type { Plugin } from '../types/plugin.js'
import { reservedIds } from './plugins.js'

/** Ids that are part of URLs, cookie names and names of functions. */
const idPattern = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/

/** Returns the error of the plugins of a configuration. */
export function findPluginsError(config: AuthConfig): AuthError | undefined {
  const plugins: unknown = config.plugins ?? []
  if (!Array.isArray(plugins)) return new InvalidConfig('`plugins` must be an array of plugins.')
  const ids = plugins.map((plugin: Partial<Plugin> | null) => plugin?.id)
  const invalidIndex = ids.findIndex(
    id => typeof id !== 'string' || !idPattern.test(id) || reservedIds.has(id),
  )
  if (invalidIndex >= 0) return createIdError(invalidIndex, plugins[invalidIndex], ids[invalidIndex])
  const duplicate = ids.find((id, index) => ids.indexOf(id) !== index)
  if (duplicate !== undefined)
    return new InvalidConfig(
      `\`plugins\` contains two plugins with the id "${duplicate}". Remove one of them.`,
    )
  return findPluginError(config, plugins)
}

function createIdError(index: number, plugin: unknown, id: unknown): InvalidConfig {
  const cause =
    typeof plugin === 'function'
      ? 'is a function: call the factory'
      : `has the id ${describeValue(id)}. Use lower case letters, digits and dashes, and no name of an action`
  return new InvalidConfig(`\`plugins[${index}]\` ${cause}.`)
}

function findPluginError(config: AuthConfig, plugins: readonly Plugin[]): AuthError | undefined {
  for (const plugin of plugins) {
    if (plugin.policies?.length && !canConsumeOnce(config))
      return new InvalidConfig(
        `The plugin "${plugin.id}" has policies, whose interrupted sign-ins must be used once. Set \`records\`, or an \`adapter\` with a record store or \`useChallenge\`.`,
      )
    const error = plugin.findConfigError?.(config)
    if (error) return error
  }
  return undefined
}

function canConsumeOnce({ records, adapter }: AuthConfig): boolean {
  return Boolean(records ?? adapter?.records ?? adapter?.useChallenge)
}
