import { createEvidence } from '../../sessions/evidence.js'
import type { AdapterUser } from '../../types/adapter.js'
import type { Identity } from '../../types/identity.js'
import type { EmailConfig } from '../../types/provider.js'

/** Creates the identity of an email address. */
export function createEmailIdentity({ id }: EmailConfig, identifier: string): Identity {
  const user: AdapterUser = { id: crypto.randomUUID(), email: identifier, emailVerified: null }
  return {
    user,
    account: { provider: id, type: 'email', providerAccountId: identifier },
    evidence: createEvidence(id, ['email']),
    emailVerified: true,
    allowEmailLinking: false,
    getAccountTokens: () => ({}),
    callbackUrl: null,
  }
}
