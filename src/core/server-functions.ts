import { createLoader } from '../base/cache.js'
import type { Plugin } from '../types/plugin.js'
import type { RequestHead } from '../types/request.js'
import type { AuthInstance } from '../types/server.js'
import type { ConfigSelector } from './host-trust.js'
import { toCamelCase } from './plugin-api.js'

/** Runs the server functions inside the instruments of the plugins, if one has any for requests. */
export function wrapServerFunctions(auth: AuthInstance, selectConfig: ConfigSelector): AuthInstance {
  const { plugins = [] } = auth.config
  if (!plugins.some(({ instruments }) => instruments?.wrapRequest)) return auth
  const wrap = <Run>(run: Run, name: string, plugin: Plugin | null = null): Run => {
    const instrumented = async (...params: readonly unknown[]) => {
      const head = isRequestHead(params[0]) ? params[0] : null
      const { runServerFunction } = await loadInstrumentedRequest()
      const call = { name, plugin, head, options: params[1], config: selectConfig(head) }
      return await runServerFunction(call, async () => (run as AnyFunction)(...params))
    }
    return instrumented as Run
  }
  const wrapMembers = <Functions extends object>(
    functions: Functions,
    toWrapped: MemberWrapper,
  ): Functions => {
    const entries = Object.entries(functions) as [string, unknown][]
    const wrapped = entries.map(([name, run]) => [name, toWrapped(name, run)])
    return Object.freeze(Object.fromEntries(wrapped)) as Functions
  }
  const apis = plugins.map(plugin => {
    const id = toCamelCase(plugin.id)
    const functions = Reflect.get(auth.api, id) as object
    return [id, wrapMembers(functions, (name, run) => wrap(run, name, plugin))]
  })
  return {
    ...auth,
    getSession: wrap(auth.getSession, 'session'),
    refreshSession: wrap(auth.refreshSession, 'session'),
    update: wrap(auth.update, 'session'),
    requireAuth: wrap(auth.requireAuth, 'session'),
    signIn: wrap(auth.signIn, 'signin'),
    signOut: wrap(auth.signOut, 'signout'),
    sessions: wrapMembers(auth.sessions, (name, run) => wrap(run, `sessions.${name}`)),
    users: wrapMembers(auth.users, (name, run) => wrap(run, `users.${name}`)),
    api: Object.freeze(Object.fromEntries(apis)) as object,
  }
}

type AnyFunction = (...params: readonly unknown[]) => unknown
type MemberWrapper = (name: string, run: unknown) => unknown

/** Functions for administrators have no request. */
function isRequestHead(value: unknown): value is RequestHead {
  return typeof value === 'object' && value !== null && 'getHeader' in value
}

const loadInstrumentedRequest = createLoader(() => import('./instrumented-request.js'))
