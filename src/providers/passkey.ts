import { mergeDefaults } from '../base/merge-defaults.js'
import type { EnvironmentOptions, WebAuthnConfig, WebAuthnUserConfig } from '../types/provider.js'
import type { PasskeyOrigin } from '../types/webauthn.js'
import { getRelatedOrigins, type RelatedOrigins, WebAuthn } from './webauthn.js'

/**
 * Signs users in with a passkey. The credential is discoverable and requires user verification, such as a fingerprint,
 * a face or a PIN.
 *
 * Requires the package `@simplewebauthn/server` and an adapter.
 *
 * @example
 * ```ts
 * import type { AuthConfig } from 'latchkey'
 * import { MemoryAdapter } from 'latchkey/adapters/memory'
 * import Passkey from 'latchkey/providers/passkey'
 *
 * export const config: AuthConfig = {
 *   adapter: MemoryAdapter(),
 *   providers: [Passkey()],
 * }
 * ```
 */
export function Passkey(config: WebAuthnUserConfig & EnvironmentOptions = {}): WebAuthnConfig {
  const { id, name, authenticationOptions, registrationOptions, ...rest } = config
  return WebAuthn({
    ...rest,
    id: id ?? 'passkey',
    name: name ?? 'Passkey',
    authenticationOptions: mergeDefaults({ userVerification: 'required' }, authenticationOptions),
    registrationOptions: mergeDefaults(
      { authenticatorSelection: { residentKey: 'required', userVerification: 'required' } },
      registrationOptions,
    ),
    verifyAuthenticationOptions: rest.verifyAuthenticationOptions ?? { requireUserVerification: true },
    verifyRegistrationOptions: rest.verifyRegistrationOptions ?? { requireUserVerification: true },
  })
}

export default Passkey
export type { PasskeyOrigin, RelatedOrigins, WebAuthnConfig, WebAuthnUserConfig }
export { getRelatedOrigins }
