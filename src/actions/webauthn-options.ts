import { InvalidProvider } from '../errors.js'
import { getFlow, requireProvider } from '../flows/index.js'
import { throttlePasskeyRequest } from '../throttling/throttle.js'
import type { Context } from '../types/context.js'
import type { ActionResult } from '../types/request.js'

/** Returns the options of a WebAuthn ceremony. */
export async function getWebAuthnOptions(ctx: Context): Promise<ActionResult> {
  const provider = requireProvider(ctx)
  const { createCeremonyOptions } = getFlow(provider)
  if (!createCeremonyOptions)
    throw new InvalidProvider(`"${provider.id}" (${provider.type}) has no passkeys.`)
  await throttlePasskeyRequest(ctx)
  return await createCeremonyOptions(ctx, provider)
}
