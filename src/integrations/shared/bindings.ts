import { getRuntimeEnvironment, type IntegrationOptions } from '../../server.js'

/**
 * Creates a function that returns options which read the bindings of Workers before the environment variables of the process. On Node and
 * other runtimes, the object contains no variables.
 */
export function createBindingsReader(): (bindings: unknown) => IntegrationOptions {
  const withoutBindings: IntegrationOptions = { getEnvironment: getRuntimeEnvironment }
  /** Instances are cached by their options, so there is one object for each environment. */
  const optionsByBindings = new WeakMap<object, IntegrationOptions>()
  return bindings => {
    if (typeof bindings !== 'object' || bindings === null) return withoutBindings
    const cached = optionsByBindings.get(bindings)
    if (cached) return cached
    const variables = Object.entries(bindings).filter(isVariable)
    if (variables.length === 0) return withoutBindings
    const environment = { ...getRuntimeEnvironment(), ...Object.fromEntries(variables) }
    const options: IntegrationOptions = { getEnvironment: () => environment }
    optionsByBindings.set(bindings, options)
    return options
  }
}

function isVariable(entry: [string, unknown]): entry is [string, string] {
  const [name, value] = entry
  return typeof value === 'string' && /^[A-Z][A-Z0-9_]*$/.test(name)
}
