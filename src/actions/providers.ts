import { createJsonResult } from '../http/messages.js'
import type { Context } from '../types/context.js'
import type { PublicProvider } from '../types/provider.js'
import type { ActionResult } from '../types/request.js'

/** Returns the public data of the providers by id, in the order of the configuration. */
export function listProviders({ settings, authUrl }: Context): ActionResult {
  const entries = [...settings.providers.values()].map(({ id, name, type }): [string, PublicProvider] => [
    id,
    { id, name, type, signinUrl: `${authUrl}/signin/${id}`, callbackUrl: `${authUrl}/callback/${id}` },
  ])
  return createJsonResult(Object.fromEntries(entries))
}
