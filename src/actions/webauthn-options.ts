import { InvalidProvider } from '../errors.js'
import { getFlow, requireProvider } from '../flows/index.js'
import type { Context } from '../types/context.js'
import type { ActionResult } from '../types/request.js'

/** Returns the options of a WebAuthn ceremony. */
export async function getWebAuthnOptions(ctx: Context): Promise<ActionResult> {
  const provider = requireProvider(ctx)
  const { createCeremonyOptions } = getFlow(provider)
  if (createCeremonyOptions) return createCeremonyOptions(ctx, provider)
  throw new InvalidProvider(`"${provider.id}" (${provider.type}) has no passkeys.`)
}
