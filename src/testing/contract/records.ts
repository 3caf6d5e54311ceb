import type {
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from '../../types/adapter.js'
import type { AdapterTraits } from './traits.js'

/** Makes records as sign-ins write them, none like another. */
export type Records = ReturnType<typeof recordsFor>

/** Records whose dates the store can keep; its users have something in each column that the app added. */
export function recordsFor({ dates, ownUserColumns = [] }: AdapterTraits) {
  const rest = dates === 'seconds' ? 0 : 123
  const own = Object.fromEntries(ownUserColumns.map(column => [column, `a ${column}`]))

  /** With milliseconds that a store of whole seconds would lose. */
  function later(ms = 3_600_000): Date {
    return new Date(Math.floor((Date.now() + ms) / 1_000) * 1_000 + rest)
  }

  return {
    later,
    user: (given: Partial<AdapterUser> & Record<string, unknown> = {}) => aUser(later, { ...own, ...given }),
    /** What a provider that knows no address makes of a person. */
    userWithoutEmail(email?: null | ''): AdapterUser {
      const { email: _, ...user } = aUser(later, own)
      return (email === undefined ? user : { ...user, email }) as AdapterUser
    },
    account: anAccount,
    session: (userId: string, given: Partial<AdapterSession> = {}): AdapterSession => ({
      sessionToken: random(32),
      userId,
      expires: later(),
      ...given,
    }),
    token: (given: Partial<VerificationToken> = {}): VerificationToken => ({
      identifier: 'ada@example.com',
      token: random(32),
      expires: later(),
      ...given,
    }),
    passkey: aPasskey,
  }
}

function aUser(later: (ms: number) => Date, given: Partial<AdapterUser>): AdapterUser {
  const id = crypto.randomUUID()
  return {
    id,
    name: 'Ada Lovelace',
    email: `${id}@example.com`,
    emailVerified: later(-86_400_000),
    image: 'http://localhost/ada.png',
    ...given,
  }
}

function anAccount(userId: string, given: Partial<AdapterAccount> = {}): AdapterAccount {
  return {
    userId,
    provider: 'github',
    providerAccountId: crypto.randomUUID(),
    type: 'oauth',
    access_token: 'an-access-token',
    refresh_token: 'a-refresh-token',
    id_token: 'an.id.token',
    token_type: 'bearer',
    scope: 'user',
    expires_at: 1_790_000_000,
    session_state: 'a-session-state',
    ...given,
  }
}

function aPasskey(userId: string, given: Partial<AdapterAuthenticator> = {}): AdapterAuthenticator {
  return {
    userId,
    credentialID: btoa(random(16)),
    providerAccountId: crypto.randomUUID(),
    credentialPublicKey: btoa(random(77)),
    counter: 0,
    credentialDeviceType: 'multiDevice',
    credentialBackedUp: true,
    transports: 'internal,hybrid',
    ...given,
  }
}

function random(bytes: number): string {
  const values = crypto.getRandomValues(new Uint8Array(bytes))
  return Array.from(values, byte => byte.toString(16).padStart(2, '0')).join('')
}
