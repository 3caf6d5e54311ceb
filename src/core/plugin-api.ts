import { toCamelCase } from '../base/camel-case.js'
import { listServerCallCookies } from '../sessions/session-marker.js'
import type { AuthConfig } from '../types/config.js'
import type { Plugin, PluginFunction } from '../types/plugin.js'
import type { RequestHead } from '../types/request.js'
import { createBaseContext } from './create-context.js'
import type { ConfigSelector } from './host-trust.js'
import { type HeadWithOrigin, resolveHeadWithOrigin } from './public-origin.js'
import { buildAuthRequest } from './server-request.js'
import { getPreparedConfig } from './settings.js'

/** The plugins, and how their functions read a request. */
interface PluginApiInput {
  readonly plugins: readonly Plugin[]
  readonly selectConfig: ConfigSelector
  readonly resolveOrigin: (head: RequestHead) => string | null
}

/** Binds the server functions of the plugins: each takes the head of the request instead of the context. */
export function createPluginApi({
  plugins,
  selectConfig,
  resolveOrigin,
}: PluginApiInput): Readonly<Record<string, object>> {
  const call = async (head: RequestHead, call: FunctionCall) =>
    callPluginFunction(selectConfig(head), resolveHeadWithOrigin(head, resolveOrigin), call)
  const apis = plugins.map((plugin): [string, object] => {
    const functions = Object.entries(plugin.api ?? {}) as [string, PluginFunction][]
    const bound = functions.map(([name, run]) => [
      name,
      (head: RequestHead, ...params: unknown[]) => call(head, { plugin, run, params }),
    ])
    return [toCamelCase(plugin.id), Object.freeze(Object.fromEntries(bound))]
  })
  return Object.freeze(Object.fromEntries(apis))
}

interface FunctionCall {
  readonly plugin: Plugin
  readonly run: PluginFunction
  readonly params: readonly unknown[]
}

async function callPluginFunction(
  config: AuthConfig,
  headWithOrigin: HeadWithOrigin,
  { plugin, run, params }: FunctionCall,
) {
  const prepared = await getPreparedConfig(config)
  const authRequest = buildAuthRequest(headWithOrigin, prepared.settings, { action: 'plugin' })
  const ctx = createBaseContext(authRequest, prepared)
  const data = await run(await ctx.services.createPluginContext(ctx, plugin), ...(params as never[]))
  return { data, cookies: listServerCallCookies(ctx) }
}
