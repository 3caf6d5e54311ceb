import { InvalidProvider } from '../errors.js'
import { flowOf } from '../flows/index.js'
import type { Context } from '../types/context.js'
import type { Result } from '../types/wire.js'
import { providerOf } from './provider-of.js'

/** The options of a passkey ceremony. */
export async function webauthnOptions(ctx: Context): Promise<Result> {
  const provider = providerOf(ctx)
  const { options } = flowOf(provider)
  if (options) return options(ctx, provider)
  throw new InvalidProvider(`"${provider.id}" (${provider.type}) has no passkeys.`)
}
