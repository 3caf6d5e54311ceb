import { requirePasskeyCode } from '../config/passkey-code.js'
import { WebAuthnVerificationError } from '../errors.js'
import { webauthnFlow } from '../flows/index.js'
import { appendQuery } from '../http/url.js'
import type { Context } from '../types/context.js'
import type { PasskeyMethod } from '../types/plugin.js'
import type { ResolvedWebAuthnProvider } from '../types/resolved-provider.js'
import type { User } from '../types/user.js'

/** Returns how the user can use one of their passkeys, or null if they have none or no provider has passkeys. */
export async function findPasskeyMethod(
  ctx: Context,
  { id, email }: User & { id: string },
): Promise<PasskeyMethod | null> {
  const { adapter } = ctx.settings
  const provider = findPasskeyProvider(ctx)
  if (!provider || !adapter) return null
  const passkeys = await adapter.listAuthenticatorsByUserId(id)
  if (passkeys.length === 0) return null
  const optionsUrl = `${ctx.authUrl}/webauthn-options/${provider.id}`
  // A signed-out visitor names the user, so that the options list security keys, which are not discoverable.
  return { optionsUrl: email ? appendQuery(optionsUrl, { email }) : optionsUrl }
}

/**
 * Verifies a passkey of a user with the flow of sign-ins. Nobody is signed in.
 *
 * @returns the methods that the user passed
 * @throws AuthError if the credential is not valid, or belongs to another user
 */
export async function verifyPasskey(
  ctx: Context,
  userId: string,
  credential: string,
): Promise<readonly string[]> {
  const provider = findPasskeyProvider(ctx)
  if (!provider) throw new WebAuthnVerificationError('The configuration has no provider with passkeys.')
  // Always the use of a passkey: a registration would verify one that the user does not have yet.
  // The URL of a call from server code is a getter, which is not copied.
  const request = { ...ctx.request, url: ctx.request.url, body: { action: 'authenticate', data: credential } }
  const { user, evidence } = await webauthnFlow.verifyCallback({ ...ctx, request, provider }, provider)
  if (user.id !== userId) throw new WebAuthnVerificationError('The passkey belongs to another user.')
  return evidence.map(({ amr }) => amr)
}

/** Loads the script of pages with a passkey form. Null if no provider has passkeys. */
export async function loadPasskeyScript(ctx: Context): Promise<string | null> {
  const provider = findPasskeyProvider(ctx)
  return provider && (await requirePasskeyCode(provider).loadScript())
}

function findPasskeyProvider({ settings }: Context): ResolvedWebAuthnProvider | null {
  for (const provider of settings.providers.values()) if (provider.type === 'webauthn') return provider
  return null
}
