import type { User } from '../../types/user.js'
import type { RelayingParty } from '../../types/webauthn.js'

/** Returns what passkey managers show of a user. */
export function createUserNames({ email, name }: User, relyingParty: RelayingParty) {
  const userName = email || name || relyingParty.name
  return { name: userName, displayName: name || userName }
}
