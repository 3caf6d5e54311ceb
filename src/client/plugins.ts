/**
 * The typed client of plugins. It knows no plugin at run time.
 *
 * @module
 */
import type { SignInPageErrorParam } from '../types/config.js'
import type { CallData, CallError, CallInput, PluginCall } from '../types/plugin-calls.js'
import { type ActionResponse, getStringField, isRecord } from './action-client.js'
import type { Client, ClientParts } from './create-client.js'
import { maxSubmitWaitMs } from './request-queue.js'
import { getSharedClient } from './shared-client.js'

/** Failures that each call can have, beside those of the plugin. */
export type CommonCallError =
  /** The server did not respond, or the response is not JSON. */
  | 'Unreachable'
  /** The server failed. Its log contains the cause. */
  | 'Configuration'
  /** The store is down. The user may still be signed in. */
  | 'SessionUnavailable'
  | 'TooManyRequests'
  | 'MissingCSRF'
  | 'AccessDenied'
  /** The plugin has no such action. */
  | 'UnknownAction'
  /** `pending` is not text. */
  | 'invalid-pending'
  /** The pending sign-in has expired, was used, or is of another browser. */
  | 'OAuthCallbackError'
  | Exclude<SignInPageErrorParam, 'SessionRequired' | 'Configuration'>
  | 'StepUpFailed'
  | 'ImpersonationActive'
  | 'Verification'

/** The result of a call: its data, or an error. */
export type PluginResult<Call extends PluginCall> =
  | PluginCallSuccess<CallData<Call>>
  | PluginCallFailure<CallError<Call> | CommonCallError>

/** A call that succeeded. */
export interface PluginCallSuccess<Data extends object> {
  readonly error: null
  readonly message: undefined
  readonly status: number
  readonly data: Data
  /** The `url` of the data: the page that the user opens next. */
  readonly url: Data extends { readonly url: infer Url } ? Url : undefined
}

/** A call that failed. */
export interface PluginCallFailure<Error extends string> {
  readonly error: Error
  /** A text for the user in the language of the browser, if the plugin has one for this failure. */
  readonly message: string | undefined
  /** HTTP status; 0 if there was no response. */
  readonly status: number
  readonly data: null
  /** The page that the user opens next, for example to sign in or to confirm a second factor. */
  readonly url: string | undefined
  /** Seconds until the next attempt, after too many. */
  readonly retryAfter: number | undefined
}

/** The paths of the calls with a method. */
type PathWith<Calls extends object, Method extends 'GET' | 'POST'> = {
  [Path in keyof Calls & string]: Calls[Path] extends Record<Method, PluginCall> ? Path : never
}[keyof Calls & string]

type CallAt<Calls extends object, Method extends 'GET' | 'POST', Path extends keyof Calls> =
  Calls[Path] extends Record<Method, infer Call extends PluginCall> ? Call : never

/**
 * The input, which is optional if all of its fields are. Each call also takes `callbackUrl`: where the user goes after it. `Other` is what a
 * call takes instead.
 */
type InputParams<Input extends object, Other = never> =
  Record<never, never> extends Input
    ? [input?: (Input & { readonly callbackUrl?: string }) | Other]
    : [input: (Input & { readonly callbackUrl?: string }) | Other]

/** The calls of plugins. Its functions do not use `this`. They throw only if the server does not know its own URL. */
export interface PluginClient<Calls extends object> {
  /** Reads. The input becomes the query. */
  get<Path extends PathWith<Calls, 'GET'>>(
    path: Path,
    ...input: InputParams<CallInput<CallAt<Calls, 'GET', Path>>>
  ): Promise<PluginResult<CallAt<Calls, 'GET', Path>>>
  /** Sends JSON with the CSRF token. After a success, this tab and others read the session again. */
  post<Path extends PathWith<Calls, 'POST'>>(
    path: Path,
    ...input: InputParams<CallInput<CallAt<Calls, 'POST', Path>>>
  ): Promise<PluginResult<CallAt<Calls, 'POST', Path>>>
  /** Creates the function of one POST, for a client that names its calls. */
  createFunction<Path extends PathWith<Calls, 'POST'>>(path: Path): PostFunction<Calls, Path>
}

/** A function that sends one POST, as `post` does. It also takes the fields of a form. */
export type PostFunction<Calls extends object, Path extends keyof Calls> = (
  ...input: InputParams<CallInput<CallAt<Calls, 'POST', Path>>, FormData>
) => Promise<PluginResult<CallAt<Calls, 'POST', Path>>>

/**
 * Creates a client for the calls of plugins. `Calls` is what the plugins declare; join those of several plugins with `&`. Import it with
 * `import type`, so that no code of the server gets into the page.
 *
 * @param client a client of `createClient`, or in React the `basePath` of `SessionProvider`
 * @throws TypeError if `createClient` did not create the client
 *
 * @example
 * ```ts
 * import { createClient } from 'latchkey/client'
 * import { createPluginClient } from 'latchkey/client/plugins'
 * import type { TwoFactorActions } from 'latchkey/two-factor'
 *
 * const plugins = createPluginClient<TwoFactorActions>(createClient())
 *
 * export async function confirmCode(code: string): Promise<string> {
 *   const result = await plugins.post('two-factor/verify', { code })
 *   return result.error === null ? `Continue at ${result.data.url}.` : `Failed: ${result.error}`
 * }
 * ```
 */
export function createPluginClient<Calls extends object>(client: Client | string): PluginClient<Calls> {
  const used: Client & { readonly parts?: ClientParts } =
    typeof client === 'string' ? getSharedClient(client) : client
  const { parts } = used
  if (!parts) throw new TypeError('createPluginClient needs a client of `createClient`.')
  const post = async (path: string, input: object = {}) => toResult(await postCall(parts, path, input))
  const calls = {
    get: async (path: string, input: QueryInput = {}) =>
      toResult(await parts.actionClient.request(`${path}?${buildQuery(input)}`, { headers })),
    post,
    createFunction: (path: string) => (input?: object) =>
      post(path, input instanceof FormData ? Object.fromEntries(input) : input),
  }
  return calls as PluginClient<Calls>
}

const headers = { accept: 'application/json' }

type QueryInput = Readonly<Record<string, string | undefined>>

/** Leaves undefined values out, as JSON does. */
function buildQuery(input: QueryInput): URLSearchParams {
  const entries = Object.entries(input).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  return new URLSearchParams(entries)
}

/** The response can set the session cookie, so the request waits as a sign-in does. */
async function postCall(
  { queue, csrfClient, channel }: ClientParts,
  path: string,
  input: object,
): Promise<ActionResponse> {
  const request = {
    buildInit: (csrfToken: string) => ({
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ ...input, csrfToken }),
    }),
    isTokenRejected: (response: ActionResponse) => getStringField(response, 'error') === 'MissingCSRF',
  }
  const response = await queue.run(() => csrfClient.post(path, request), { maxWaitMs: maxSubmitWaitMs })
  if (response.ok) {
    channel.emit({ trigger: 'update' })
    channel.broadcast({ trigger: 'update' })
  }
  return response
}

function toResult(response: ActionResponse): PluginResult<PluginCall> {
  const { ok, status, body } = response
  if (ok && isRecord(body)) {
    const url = getStringField(response, 'url') as undefined
    return { error: null, message: undefined, status, data: body, url }
  }
  const { retryAfter } = isRecord(body) ? body : {}
  return {
    error: (getStringField(response, 'error') ?? 'Unreachable') as CommonCallError,
    message: getStringField(response, 'message'),
    status,
    data: null,
    url: getStringField(response, 'url'),
    retryAfter: typeof retryAfter === 'number' ? retryAfter : undefined,
  }
}
