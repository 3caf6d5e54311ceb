/**
 * Requests and server functions that plugins instrument. Loaded for an app with such a plugin.
 *
 * @module
 */
import { toCamelCase } from '../base/camel-case.js'
import { parseUrl } from '../base/parse.js'
import { toError } from '../base/to-error.js'
import { TooManyRequests } from '../errors.js'
import type { Operations } from '../plugin-kit/operation.js'
import type { Ended, Settings } from '../types/context.js'
import type { InstrumentedRequest, RequestOutcome } from '../types/instrument.js'
import type { Plugin } from '../types/plugin.js'
import type { AuthRequest, IncomingRequest, OperationFailureName, RequestHead } from '../types/request.js'
import { findFailureName } from './failure-name.js'
import type { RequestProgress } from './request-progress.js'

/** A request of a browser. */
interface ReceivedRequest {
  readonly request: IncomingRequest
  readonly state: { readonly settings: Settings | null }
  readonly progress: RequestProgress
}

/** Returns the action of a path, or null. */
type TargetFinder = (pathname: string) => Pick<AuthRequest, 'action' | 'providerId' | 'plugin'> | null

/** Runs what handles a request inside the instruments of the plugins. */
export async function runInstrumentedRequest<Result>(
  { request, state: { settings }, progress }: ReceivedRequest,
  findTarget: TargetFinder,
  handle: () => Promise<Result>,
): Promise<Result> {
  if (!settings?.runRequest) return await handle()
  return await settings.runRequest(describeRequest(request, settings, findTarget), handle, ended => {
    const { error = ended.error, failure = null } = progress
    // The page of a failed form shows the failure again.
    const isRead = request.method === 'GET'
    return createOutcome(
      error === null ? null : toError(error),
      isRead && failure ? { ...failure, isThrottled: false } : failure,
    )
  })
}

/** Texts that the client chooses are not part of it. */
function describeRequest(
  request: IncomingRequest,
  settings: Settings,
  findTarget: TargetFinder,
): InstrumentedRequest {
  const target = findTarget(parseUrl(request.url)?.pathname ?? '')
  const { action, providerId, plugin: pluginPath } = target ?? { action: 'unknown', providerId: null }
  const plugin = settings.plugins.find(({ id }) => id === pluginPath?.id)
  if (plugin && pluginPath) return describePluginRequest(plugin, pluginPath.path, request)
  const provider = providerId !== null && settings.providers.has(providerId) ? providerId : null
  return { flow: action, provider, submitsSignIn: false, head: request }
}

function describePluginRequest(plugin: Plugin, path: string, head: RequestHead): InstrumentedRequest {
  const isKnown = Object.hasOwn(plugin.actions ?? {}, path)
  return {
    flow: isKnown && path !== '' ? `${plugin.id}/${path}` : plugin.id,
    provider: plugin.id,
    submitsSignIn: head.method === 'POST' && isSignInPath(plugin, path),
    head,
  }
}

function isSignInPath({ signInMethods = [] }: Plugin, path: string): boolean {
  return signInMethods.some(method => method.path === path)
}

function createOutcome(error: Error | null, failure: OperationFailureName | null): RequestOutcome {
  const isThrottled = error instanceof TooManyRequests || failure?.isThrottled === true
  return { error, failure: failure?.name ?? null, isThrottled }
}

/** A call of a server function. */
interface ServerCall {
  readonly settings: Settings
  /** Where the function is in the result of `createAuth`, such as `sessions.list`. */
  readonly path: string
  readonly head: RequestHead | null
  readonly options: unknown
}

/** Runs a server function inside the instruments of the plugins. */
export async function runServerFunction(
  { settings, path, head, options }: ServerCall,
  run: () => Promise<unknown>,
): Promise<unknown> {
  if (!settings.runRequest) return await run()
  return await settings.runRequest({ ...describeCall(settings, path, options), head }, run, readCallOutcome)
}

/** The flows of functions that do what an action does. */
const flowsByFunction: Readonly<Record<string, string>> = {
  getSession: 'session',
  refreshSession: 'session',
  update: 'session',
  requireAuth: 'session',
  signIn: 'signin',
  signOut: 'signout',
}

function describeCall({ providers, plugins }: Settings, path: string, options: unknown): InstrumentedCall {
  const [, apiName, name = ''] = /^api\.(\w+)\.(.+)/.exec(path) ?? []
  const plugin = plugins.find(({ id }) => toCamelCase(id) === apiName)
  if (plugin) return { ...describePluginFunction(plugin, name), provider: plugin.id }
  const { provider } = Object(options) as { readonly provider?: unknown }
  const isConfigured = typeof provider === 'string' && providers.has(provider)
  return {
    flow: flowsByFunction[path] ?? path,
    provider: isConfigured ? provider : null,
    submitsSignIn: false,
  }
}

type InstrumentedCall = Omit<InstrumentedRequest, 'head'>

/** A function of an operation has the name of its HTTP action. */
function describePluginFunction(
  plugin: Plugin & { readonly operations?: Operations },
  name: string,
): Omit<InstrumentedCall, 'provider'> {
  const { operations = {} } = plugin
  const operation = Object.hasOwn(operations, name) ? operations[name] : undefined
  if (!operation) return { flow: `${plugin.id}.${name}`, submitsSignIn: false }
  const { path, method } = operation
  return {
    flow: path === '' ? plugin.id : `${plugin.id}/${path}`,
    submitsSignIn: method === 'POST' && isSignInPath(plugin, path),
  }
}

/** Some functions return their failure. */
function readCallOutcome({ error, result }: Ended<unknown>): RequestOutcome {
  const { error: returned, data } = Object(result) as { readonly error?: unknown; readonly data?: unknown }
  return createOutcome(error ?? (returned instanceof Error ? returned : null), findFailureName(data))
}
