import type { AuthAction } from '../types/action.js'
import type { AuthConfig } from '../types/config.js'
import type { Plugin } from '../types/plugin.js'
import type { EventSource } from './event-emitter.js'

/** The actions. A plugin with the id of one would hide it, so the compiler requires each one here. */
const actionIds: Readonly<Record<AuthAction, true>> = {
  callback: true,
  csrf: true,
  error: true,
  providers: true,
  session: true,
  signin: true,
  signout: true,
  'step-up': true,
  'verify-request': true,
  'webauthn-options': true,
}

/** Ids that are actions, or may become one. */
export const reservedIds: ReadonlySet<string> = new Set([...Object.keys(actionIds), 'plugin', 'sessions'])

/** Returns the ids of the plugins, also of a configuration that is not valid. */
export function listPluginIds({ plugins }: AuthConfig): ReadonlySet<string> {
  const ids = Array.isArray(plugins) ? plugins.map((plugin: Partial<Plugin> | null) => plugin?.id) : []
  return new Set(ids.filter(id => typeof id === 'string' && !reservedIds.has(id)) as string[])
}

/** Returns the event callbacks of the app, then those of the plugins. */
export function listEventCallbacks({ events, plugins = [] }: AuthConfig): readonly EventSource[] {
  return [events, ...plugins.map(plugin => plugin.events)].filter(source => source !== undefined)
}
