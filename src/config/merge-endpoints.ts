import { isRecord } from '../base/parse.js'

const endpointNames = ['authorization', 'token', 'userinfo'] as const

/**
 * Returns the defaults and the options of a provider with endpoints that can be merged. The URL of a default is kept if the app sets other
 * members, such as `params`. A URL of the app replaces the default.
 */
export function toMergeableEndpoints(
  config: object,
  options: object = {},
): [config: object, options: object] {
  const [defaults, overrides] = [readEndpoints(config), readEndpoints(options)]
  for (const [name, value] of defaults)
    if (typeof value === 'string' && isRecord(overrides.get(name))) defaults.set(name, { url: value })
  return [
    { ...config, ...Object.fromEntries(defaults) },
    { ...options, ...Object.fromEntries(overrides) },
  ]
}

function readEndpoints(config: object): Map<string, unknown> {
  const endpoints = new Map<string, unknown>()
  for (const name of endpointNames) {
    const value: unknown = Reflect.get(config, name)
    if (value != null) endpoints.set(name, toText(value))
  }
  return endpoints
}

/** Apps may write a `URL` where its text is expected. */
function toText(endpoint: unknown): unknown {
  if (endpoint instanceof URL) return endpoint.href
  return isRecord(endpoint) && endpoint.url instanceof URL
    ? { ...endpoint, url: endpoint.url.href }
    : endpoint
}
