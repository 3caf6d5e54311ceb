import { InvalidConfig } from '../errors.js'
import type { PasskeyCode } from '../types/passkey-code.js'
import type { WebAuthnConfig } from '../types/provider.js'
import { passkeyCode } from '../types/symbols.js'

/**
 * Returns the code of passkeys, which the provider brings.
 *
 * @throws InvalidConfig for an object literal without it
 */
export function requirePasskeyCode(provider: WebAuthnConfig): PasskeyCode {
  // Only the factories know the symbol.
  const code = Reflect.get(provider, passkeyCode) as PasskeyCode | undefined
  if (code) return code
  throw new InvalidConfig(
    `Provider "${provider.id}" has no code of passkeys. Create it with \`Passkey\` of \`latchkey/providers/passkey\`, or spread its result: \`{ ...Passkey(), id: "${provider.id}" }\`.`,
  )
}
