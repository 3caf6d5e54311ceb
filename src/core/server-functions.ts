import { createLoader } from '../base/cache.js'
import type { RequestHead } from '../types/request.js'
import type { AuthInstance } from '../types/server.js'
import type { ConfigSelector } from './host-trust.js'
import { getConfigState } from './settings.js'

/** Runs the server functions inside the instruments of the plugins, if one has any for requests. */
export function wrapServerFunctions(auth: AuthInstance, selectConfig: ConfigSelector): AuthInstance {
  if (!auth.config.plugins?.some(({ instruments }) => instruments?.wrapRequest)) return auth
  const call = async (path: string, run: AnyFunction, params: readonly unknown[]): Promise<unknown> => {
    const head = isRequestHead(params[0]) ? params[0] : null
    const { settings } = await getConfigState(selectConfig(head))
    if (!settings) return await run(...params)
    const { runServerFunction } = await loadPluginRuntime()
    return await runServerFunction({ settings, path, head, options: params[1] }, async () => run(...params))
  }
  const wrap = (member: unknown, path: string): unknown =>
    typeof member === 'function'
      ? (...params: readonly unknown[]) => call(path, member as AnyFunction, params)
      : wrapMembers(member as object, `${path}.`)
  const wrapMembers = (members: object, prefix: string): object => {
    const entries = Object.entries(members) as [string, unknown][]
    return Object.freeze(
      Object.fromEntries(entries.map(([name, member]) => [name, wrap(member, prefix + name)])),
    )
  }
  const { getSession, refreshSession, update, requireAuth, signIn, signOut, sessions, users, api } = auth
  const functions = { getSession, refreshSession, update, requireAuth, signIn, signOut, sessions, users, api }
  return { ...auth, ...wrapMembers(functions, '') }
}

type AnyFunction = (...params: readonly unknown[]) => unknown

/** Functions for administrators have no request. */
function isRequestHead(value: unknown): value is RequestHead {
  return typeof value === 'object' && value !== null && 'getHeader' in value
}

const loadPluginRuntime = createLoader(() => import('./plugin-runtime.js'))
