import type {
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from '../../types/adapter.js'
import type { AdapterCheckOptions } from './limits.js'

/** Builds unique records in the form that sign-ins write. */
export type FixtureBuilder = ReturnType<typeof createFixtureBuilder>

/** Creates a builder. Dates have the precision of the store, and users have a value in every column that the app added. */
export function createFixtureBuilder({ dates, extraUserColumns = [] }: AdapterCheckOptions) {
  const milliseconds = dates === 'seconds' ? 0 : 123
  const extraColumns = Object.fromEntries(extraUserColumns.map(column => [column, `a ${column}`]))

  /** Returns a date `ms` milliseconds from now, with a fraction that a store of whole seconds would lose. */
  function dateFromNow(ms = 3_600_000): Date {
    return new Date(Math.floor((Date.now() + ms) / 1_000) * 1_000 + milliseconds)
  }

  return {
    dateFromNow,
    user: (overrides: Partial<AdapterUser> & Record<string, unknown> = {}) =>
      buildUser(dateFromNow, { ...extraColumns, ...overrides }),
    /** Builds the user of a provider that returns no email. */
    userWithoutEmail(email?: null | ''): AdapterUser {
      const { email: _, ...user } = buildUser(dateFromNow, extraColumns)
      return (email === undefined ? user : { ...user, email }) as AdapterUser
    },
    account: buildAccount,
    session: (userId: string, overrides: Partial<AdapterSession> = {}): AdapterSession => ({
      sessionToken: generateRandomHex(32),
      userId,
      expires: dateFromNow(),
      ...overrides,
    }),
    token: (overrides: Partial<VerificationToken> = {}): VerificationToken => ({
      identifier: 'ada@example.com',
      token: generateRandomHex(32),
      expires: dateFromNow(),
      ...overrides,
    }),
    passkey: buildPasskey,
  }
}

function buildUser(dateFromNow: (ms: number) => Date, overrides: Partial<AdapterUser>): AdapterUser {
  const id = crypto.randomUUID()
  return {
    id,
    name: 'Ada Lovelace',
    email: `${id}@example.com`,
    emailVerified: dateFromNow(-86_400_000),
    image: 'http://localhost/ada.png',
    ...overrides,
  }
}

function buildAccount(userId: string, overrides: Partial<AdapterAccount> = {}): AdapterAccount {
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
    ...overrides,
  }
}

function buildPasskey(userId: string, overrides: Partial<AdapterAuthenticator> = {}): AdapterAuthenticator {
  return {
    userId,
    credentialID: btoa(generateRandomHex(16)),
    providerAccountId: crypto.randomUUID(),
    credentialPublicKey: btoa(generateRandomHex(77)),
    counter: 0,
    credentialDeviceType: 'multiDevice',
    credentialBackedUp: true,
    transports: 'internal,hybrid',
    ...overrides,
  }
}

function generateRandomHex(bytes: number): string {
  const values = crypto.getRandomValues(new Uint8Array(bytes))
  return Array.from(values, byte => byte.toString(16).padStart(2, '0')).join('')
}
