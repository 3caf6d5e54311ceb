import { AuthError } from '../../errors.js'
import type { AuthInstance, RequestHead, SetCookie } from '../../server.js'
import type { ApiResult, InferApi, Plugin } from '../../types/plugin.js'

type RequestFunction<Source> = Source extends (
  head: RequestHead,
  ...params: infer Params
) => Promise<ApiResult<infer Data>>
  ? (...params: Params) => Promise<Data>
  : never

type RequestFunctions<Source> = { readonly [Name in keyof Source]: RequestFunction<Source[Name]> }

/** The server functions of plugins for one request, by the id of the plugin in camel case. They write their cookies. */
export type RequestApi<Plugins extends readonly Plugin[]> =
  InferApi<{ plugins: Plugins }> extends infer Api
    ? { readonly [Id in keyof Api]: RequestFunctions<Api[Id]> }
    : never

/** The server functions of the plugins of a configuration, for one request. */
export type ConfigApi<Config> = Config extends { plugins: infer Plugins extends readonly Plugin[] }
  ? RequestApi<Plugins>
  : object

/** The request of a framework, for functions of plugins. */
export interface ApiRequest {
  readonly auth: AuthInstance
  readonly head: RequestHead
  /** Writes cookies to the response. Null if the response can set none. */
  readonly setCookies: ((cookies: readonly SetCookie[]) => void) | null
}

/** Binds the functions of all plugins to a request. The configuration is read when one is called. */
export function bindApi(getRequest: () => Promise<ApiRequest>): object {
  return createNameProxy(plugin =>
    createNameProxy(
      name =>
        async (...params: readonly unknown[]) =>
          callFunction(await getRequest(), { plugin, name, params }),
    ),
  )
}

/** Creates an object that has a value for each name, but for `then`: it is not a promise. */
function createNameProxy(createValue: (name: string) => unknown): object {
  const get = (_: object, name: string | symbol) =>
    typeof name === 'string' && name !== 'then' ? createValue(name) : undefined
  return new Proxy({}, { get })
}

interface FunctionCall {
  readonly plugin: string
  readonly name: string
  readonly params: readonly unknown[]
}

async function callFunction({ auth, head, setCookies }: ApiRequest, call: FunctionCall): Promise<unknown> {
  const { data, cookies } = await findFunction(auth, call)(head, ...call.params)
  if (cookies.length > 0 && !setCookies) throw createReadOnlyError(call)
  setCookies?.(cookies)
  return data
}

type ServerFunction = (head: RequestHead, ...params: readonly unknown[]) => Promise<ApiResult<unknown>>

function findFunction({ api }: AuthInstance, { plugin, name }: FunctionCall): ServerFunction {
  const functions = new Map(Object.entries<object>({ ...api })).get(plugin) ?? {}
  const found: unknown = Object.hasOwn(functions, name) ? Reflect.get(functions, name) : undefined
  if (typeof found === 'function') return found as ServerFunction
  const names = Object.entries<object>({ ...api }).flatMap(([id, { ...all }]) =>
    Object.keys(all).map(key => `${id}.${key}`),
  )
  throw new AuthError(
    `No plugin of the configuration has the function \`${plugin}.${name}\`. The functions: ${names.join(', ') || 'none'}.`,
  )
}

function createReadOnlyError({ plugin, name }: FunctionCall): AuthError {
  return new AuthError(
    `The function \`${plugin}.${name}\` sets cookies, and this response can set none. Call it in a form action or in a route handler, before the response is sent.`,
  )
}
