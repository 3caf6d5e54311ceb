import { randomBytes, randomUUID } from 'node:crypto'
import type {
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from '../../src/types/adapter.js'

/** Milliseconds that a store which keeps whole seconds would lose. */
export function later(ms = 3_600_000): Date {
  return new Date(Math.floor((Date.now() + ms) / 1_000) * 1_000 + 123)
}

export function aUser(given: Partial<AdapterUser> & Record<string, unknown> = {}): AdapterUser {
  const id = randomUUID()
  return {
    id,
    name: 'Ada Lovelace',
    email: `${id}@example.com`,
    emailVerified: new Date('2026-01-02T03:04:05.678Z'),
    image: 'https://example.com/ada.png',
    ...given,
  }
}

/** What a provider that knows no address makes of a person. */
export function aUserWithoutEmail(email?: null | ''): AdapterUser {
  const { email: _, ...user } = aUser()
  return (email === undefined ? user : { ...user, email }) as AdapterUser
}

export function anAccount(userId: string, given: Partial<AdapterAccount> = {}): AdapterAccount {
  return {
    userId,
    provider: 'github',
    providerAccountId: randomUUID(),
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

export function aSession(userId: string, given: Partial<AdapterSession> = {}): AdapterSession {
  return { sessionToken: randomBytes(32).toString('hex'), userId, expires: later(), ...given }
}

export function aToken(given: Partial<VerificationToken> = {}): VerificationToken {
  return { identifier: 'ada@example.com', token: randomBytes(32).toString('hex'), expires: later(), ...given }
}

export function anAuthenticator(
  userId: string,
  given: Partial<AdapterAuthenticator> = {},
): AdapterAuthenticator {
  return {
    userId,
    credentialID: randomBytes(16).toString('base64'),
    providerAccountId: randomUUID(),
    credentialPublicKey: randomBytes(77).toString('base64'),
    counter: 0,
    credentialDeviceType: 'multiDevice',
    credentialBackedUp: true,
    transports: 'internal,hybrid',
    ...given,
  }
}

/** Ids as providers, people and attackers write them; none may be taken for another. */
export const trickyIds = [
  'a',
  'A',
  ' a',
  'a ',
  'a b',
  '%',
  '_',
  '*',
  '1',
  '01',
  '1.0',
  '1e3',
  '1000',
  'null',
  'undefined',
  '[object Object]',
  '__proto__',
  'constructor',
  "o'neil",
  '"quoted"',
  '`ticks`',
  "'; drop table users; --",
  '\\',
  'a:b',
  'a|b',
  'a,b',
  '["a","b"]',
  'tab\there',
  'line\nbreak',
  'ünïcödé',
  'é',
  'e\u0301',
  'ß',
  'ss',
  'ı',
  'i',
  '日本語',
  'مرحبا',
  '😀',
  '👨‍👩‍👧',
  'zero\u200bwidth',
  'zerowidth',
  '\u202eright-to-left',
  'x'.repeat(1_000),
  'x'.repeat(1_001),
  '😀'.repeat(250),
]
