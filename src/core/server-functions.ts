import { createLoader } from '../base/cache.js'
import type { AuthInstance } from '../types/server.js'
import type { ConfigSelector } from './host-trust.js'

/** Runs the server functions inside the instruments of the plugins, if one has any for requests. */
export function wrapServerFunctions(auth: AuthInstance, selectConfig: ConfigSelector): AuthInstance {
  if (!auth.config.plugins?.some(({ instruments }) => instruments?.wrapRequest)) return auth
  const wrap = <Member>(member: Member, path: string): Member =>
    (typeof member === 'function'
      ? async (...params: readonly unknown[]) => {
          const { runServerFunction } = await loadPluginRuntime()
          return await runServerFunction({ path, params, selectConfig }, member as AnyFunction)
        }
      : wrapMembers(member as object, name => `${path}.${name}`)) as Member
  const wrapMembers = (members: object, toPath: (name: string) => string): object => {
    const entries = Object.entries(members) as [string, unknown][]
    return Object.freeze(
      Object.fromEntries(entries.map(([name, member]) => [name, wrap(member, toPath(name))])),
    )
  }
  const { getSession, refreshSession, update, requireAuth, signIn, signOut, sessions, users, api } = auth
  const functions = { getSession, refreshSession, update, requireAuth, signIn, signOut, sessions, users, api }
  return { ...auth, ...wrapMembers(functions, name => name) }
}

type AnyFunction = (...params: readonly unknown[]) => unknown

const loadPluginRuntime = createLoader(() => import('./plugin-runtime.js'))
