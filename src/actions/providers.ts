import { Cache } from '../base/cache.js'
import { jsonHeaders } from '../http/messages.js'
import type { Context, Settings } from '../types/context.js'
import type { PublicProvider } from '../types/provider.js'
import type { ActionResult } from '../types/request.js'

/** How many origins of an app are kept: a client can choose the origin if the host is trusted. */
const maxOrigins = 10

/** The response of each configuration by its URL. */
const responses = new WeakMap<Settings, Cache<string>>()

/** Returns the public data of the providers by id, in the order of the configuration. */
export function listProviders({ settings, authUrl }: Context): ActionResult {
  const cache = responses.get(settings) ?? new Cache<string>(maxOrigins)
  responses.set(settings, cache)
  const json = cache.get(authUrl) ?? cache.set(authUrl, serializeProviders(settings, authUrl))
  return { status: 200, headers: jsonHeaders, json }
}

function serializeProviders({ providers }: Settings, authUrl: string): string {
  const entries = [...providers.values()].map(({ id, name, type }): [string, PublicProvider] => [
    id,
    { id, name, type, signinUrl: `${authUrl}/signin/${id}`, callbackUrl: `${authUrl}/callback/${id}` },
  ])
  return JSON.stringify(Object.fromEntries(entries))
}
