import { json } from '../http/result.js'
import type { Context } from '../types/context.js'
import type { PublicProvider } from '../types/provider.js'
import type { Result } from '../types/wire.js'

/** What anybody may know of the providers, by id, in the order of the configuration. */
export function providers({ settings, base }: Context): Result {
  const entries = [...settings.providers.values()].map(({ id, name, type }): [string, PublicProvider] => [
    id,
    { id, name, type, signinUrl: `${base}/signin/${id}`, callbackUrl: `${base}/callback/${id}` },
  ])
  return json(Object.fromEntries(entries))
}
