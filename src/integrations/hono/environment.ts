import { getRuntimeEnvironment, type IntegrationOptions } from '../../server.js'

const defaultOptions: IntegrationOptions = {}

/** Servers are cached by their options, so there is one object for each environment. */
const optionsByBindings = new WeakMap<object, IntegrationOptions>()

/**
 * Returns options that read the bindings of the request (`c.env`) before the environment variables of the process. On Node and other
 * runtimes, `c.env` contains objects of the server and no variables.
 */
export function getIntegrationOptions(bindings: unknown): IntegrationOptions {
  if (typeof bindings !== 'object' || bindings === null) return defaultOptions
  const cached = optionsByBindings.get(bindings)
  if (cached) return cached
  const variables = Object.entries(bindings).filter(isVariable)
  if (variables.length === 0) return defaultOptions
  const environment = { ...getRuntimeEnvironment(), ...Object.fromEntries(variables) }
  const options: IntegrationOptions = { getEnvironment: () => environment }
  optionsByBindings.set(bindings, options)
  return options
}

function isVariable(entry: [string, unknown]): entry is [string, string] {
  const [name, value] = entry
  return typeof value === 'string' && /^[A-Z][A-Z0-9_]*$/.test(name)
}
