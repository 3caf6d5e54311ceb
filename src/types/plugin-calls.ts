import type { Awaitable, JsonObject } from './common.js'
import type { PluginContext, PluginResponse } from './plugin.js'

/**
 * One call of a plugin: what a client sends and receives. A plugin declares its calls once, by path and method. The compiler then checks its
 * handlers ({@link PluginHandlers}) and the code that calls them (`createPluginClient` of `latchkey/client/plugins`).
 */
export interface PluginCall {
  /** The parameters of a GET, or the fields of a POST. The handler receives their names only, because a client can send any value. */
  readonly input?: object
  /** The JSON of a success. With a member `url`, the handler can return `redirect` instead. @default `{}` */
  readonly data?: JsonObject
  /** The values of `error` in the JSON of a failure. @default none */
  readonly error?: string
}

/** The input of a call: by default no fields. */
export type CallInput<Call extends PluginCall> = Call extends { readonly input: infer Input extends object }
  ? Input
  : object

/** The data of a call: by default an object without members. */
export type CallData<Call extends PluginCall> = Call extends {
  readonly data: infer Data extends JsonObject
}
  ? Data
  : Record<never, never>

/** The failures of a call: by default none of its own. */
export type CallError<Call extends PluginCall> = Call extends { readonly error: infer Error extends string }
  ? Error
  : never

/** The context of the handler of a call. */
export type CallContext<Call extends PluginCall> = PluginContext<CallInput<Call>>

/** The response of the handler of a call: its data, the redirect of its `url`, or one of its failures. */
export type CallResponse<Call extends PluginCall> =
  | CallSuccess<CallData<Call>>
  | PluginFailure<CallError<Call>>

type CallSuccess<Data extends JsonObject> =
  | (PluginResponse<Data> & { readonly status?: 200; readonly data: Data; readonly redirect?: never })
  | (Data extends { readonly url: string }
      ? PluginResponse<Omit<Data, 'url'>> & { readonly status?: 200; readonly redirect: string }
      : never)

/** The statuses of a failure that the client of a plugin can expect. */
export type PluginFailureStatus = 400 | 401 | 403 | 404 | 409 | 410 | 422 | 429

/** A failure of a plugin. With `redirect`, its JSON also has a `url`: the page that the user opens next. */
export type PluginFailure<Error extends string = string> = PluginResponse<FailureData<Error>> & {
  readonly status: PluginFailureStatus
  readonly data: FailureData<Error>
}

/** The JSON of a failure. */
type FailureData<Error extends string> = {
  readonly error: Error
  /** Seconds until the next attempt, for the status 429. */
  readonly retryAfter?: number
}

/** Handles one call. */
export type PluginHandler<Call extends PluginCall> = (ctx: CallContext<Call>) => Awaitable<CallResponse<Call>>

/**
 * The `actions` of a plugin with the id `Id` whose calls are `Calls`, by path below the base path.
 *
 * @example
 * ```ts
 * import type { Plugin, PluginHandlers } from 'latchkey/plugins'
 *
 * export interface GreetingActions {
 *   'greeting/hello': { GET: { input: { name: string }; data: { text: string }; error: 'no-name' } }
 * }
 *
 * export const greeting = {
 *   id: 'greeting' as const,
 *   actions: {
 *     hello: {
 *       GET: ({ request: { query } }) =>
 *         query.name ? { data: { text: `Hello ${query.name}` } } : { status: 400, data: { error: 'no-name' } },
 *     },
 *   } satisfies PluginHandlers<'greeting', GreetingActions>,
 * } satisfies Plugin
 * ```
 */
export type PluginHandlers<Id extends string, Calls extends object> = {
  readonly [Path in keyof Calls as RelativePath<Id, Path>]: {
    readonly [Method in keyof Calls[Path]]: Calls[Path][Method] extends PluginCall
      ? PluginHandler<Calls[Path][Method]>
      : never
  }
}

/** The path below the id of the plugin. */
type RelativePath<Id extends string, Path> = Path extends Id
  ? ''
  : Path extends `${Id}/${infer Rest}`
    ? Rest
    : never
