import { InvalidConfig, MissingAdapterMethods } from '../errors.js'
import type { AdapterMethod } from '../types/adapter.js'
import type { AuthConfig } from '../types/config.js'
import type { Flows } from '../types/context.js'
import type { ProviderConfig } from '../types/provider.js'
import { resolveSessionStrategy } from './resolve-config.js'

/** Checks that the adapter stores when a session started, if that limits its age. */
export function findAdapterSessionStartError(config: AuthConfig) {
  const { session, adapter } = config
  if (
    session?.absoluteMaxAge === undefined ||
    resolveSessionStrategy(config) === 'jwt' ||
    adapter?.storesSessionStart
  )
    return undefined
  return new InvalidConfig(
    '`session.absoluteMaxAge` needs an adapter that stores `startedAt` and has `storesSessionStart: true`. ' +
      'Remove the option or set `session.strategy: "jwt"`.',
  )
}

const sessionMethods = ['createSession', 'getSessionAndUser', 'updateSession', 'deleteSession'] as const

/** Checks that the adapter has the methods that the session strategy and the providers call. */
export function findAdapterMethodsError(
  config: AuthConfig,
  providers: readonly ProviderConfig[],
  flows: Flows,
) {
  const { adapter } = config
  if (!adapter) return undefined
  const requirers = new Map<AdapterMethod, string>()
  if (resolveSessionStrategy(config) === 'database') {
    for (const method of [...sessionMethods, 'getUser'] as const)
      requirers.set(method, 'session strategy "database"')
  }
  for (const { id, type } of providers) {
    for (const method of flows[type]?.requiredAdapterMethods ?? [])
      if (!requirers.has(method)) requirers.set(method, `provider "${id}"`)
  }
  const missing = [...requirers].filter(([method]) => !adapter[method])
  if (missing.length === 0) return undefined
  const names = missing.map(([method, requirer]) => `\`${method}\` (${requirer})`).join(', ')
  return new MissingAdapterMethods(
    `The \`adapter\` lacks required methods: ${names}. Add them, or use another adapter.`,
  )
}
