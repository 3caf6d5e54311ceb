import type { AuthConfig } from 'latchkey'
import type { Adapter } from 'latchkey/adapters'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { decode } from 'latchkey/jwt'
import Passkey from 'latchkey/providers/passkey'
import { type SimulateOptions, SimulationFailure, simulate } from 'latchkey/testing'
import { describe, expect, test } from 'vitest'
import { secret } from '../support/app.js'
import { continuation, credentials, gate, getCredentials, mail, oidc } from './configurations.js'

interface Defect {
  readonly config?: Partial<AuthConfig>
  readonly options?: SimulateOptions
  /** The broken rule. */
  readonly rule: string
  /** Texts of the steps that the story needs. */
  readonly story: readonly RegExp[]
  /** Whether finding and shortening the story takes half a minute. `npm run test:fire` plants these too. */
  readonly isSlow?: boolean
}

const jwt = { session: { strategy: 'jwt' } } as const
const withPasswords = {
  config: { ...jwt, providers: [credentials] },
  options: { credentials: getCredentials },
}

/** Replaces methods of an adapter. */
type Plant = (
  adapter: Required<Adapter>,
  state: Map<string, unknown>,
) => { [Name in keyof Adapter]?: Adapter[Name] | undefined }

/** Returns the options for an adapter with a defect. */
function withAdapter(plant: Plant, faults = true): SimulateOptions {
  return {
    faults,
    createAdapter: () => {
      const adapter = MemoryAdapter() as Required<Adapter>
      return { ...adapter, ...plant(adapter, new Map()) } as Adapter
    },
  }
}

/** A person signs in, alone or with a double click. */
const signsIn = /signs in|sign in|returns from/

let calls = 0
let firstUser: unknown

const defects: Readonly<Record<string, Defect>> = {
  'an adapter that does not delete sessions': {
    options: withAdapter(() => ({ deleteSession: async () => null })),
    rule: 'a sign-out is final',
    story: [signsIn, /signs out/],
  },
  'an adapter that forgets linked accounts': {
    options: withAdapter(
      adapter => ({
        createUserWithAccount: async user => adapter.createUser(user),
        getUserByAccount: async () => null,
      }),
      false,
    ),
    rule: 'a sign-in that worked works again',
    story: [/signs in with "op"/, /signs in with "op" in a new browser/],
  },
  'an adapter that does not use up email tokens': {
    options: withAdapter((adapter, usedAt) => ({
      useVerificationToken: async key => {
        const time = usedAt.get(key.token)
        usedAt.set(key.token, time ?? Date.now())
        return time === Date.now() ? null : adapter.getVerificationToken(key)
      },
    })),
    config: { providers: [mail] },
    rule: 'no session without proof',
    story: [/with "mail"|of "mail"/, /opens a used email/],
  },
  'an adapter in which two requests can use one email token': {
    options: {
      ...withAdapter(adapter => ({
        useVerificationToken: async key => {
          const found = await adapter.getVerificationToken(key)
          await adapter.useVerificationToken(key)
          return found
        },
      })),
      steps: 20_000,
    },
    config: { providers: [mail] },
    rule: 'no session without proof',
    story: [/requests an email of "mail" and opens it in both browsers at once/],
  },
  'an adapter that does not store the signature counter of a passkey': {
    options: withAdapter(adapter => ({
      updateAuthenticator: ({ credentialID }) => adapter.getAuthenticator(credentialID),
    })),
    config: { providers: [Passkey()] },
    rule: 'a session shows only its own user',
    story: [/signs with an old copy|sends a used response/],
  },
  'an adapter that accepts a passkey challenge again': {
    options: withAdapter(() => ({ useChallenge: async () => true })),
    config: { providers: [Passkey()] },
    rule: 'a session shows only its own user',
    story: [/sends a used response of the passkey/],
  },
  'an adapter that accepts a pending sign-in in cookies again': {
    isSlow: true,
    config: { providers: [oidc], plugins: [gate] },
    options: {
      ...withAdapter(() => ({ records: undefined, useChallenge: async () => true }), false),
      continuation,
    },
    rule: 'no session without proof',
    story: [signsIn, /signs out/, /continues a completed sign-in again/],
  },
  'a record store that does not delete a pending sign-in': {
    isSlow: true,
    config: { providers: [oidc], plugins: [gate] },
    options: {
      ...withAdapter(({ records }) => ({ records: { ...records, deleteRecord: async () => true } }), false),
      continuation,
    },
    rule: 'no session without proof',
    story: [signsIn, /signs out/, /continues a completed sign-in again/],
  },
  'an adapter that uses up an email token before the sign-in fails': {
    options: withAdapter(adapter => ({
      getVerificationToken: key => adapter.useVerificationToken(key),
    })),
    config: { providers: [mail] },
    rule: 'no request fails without a fault',
    story: [/signs in with "mail".*error=Verification/],
  },
  'an adapter that compares only the local part of an email': {
    options: withAdapter((adapter, users) => ({
      createUser: async user => {
        users.set(user.email.split('@')[0] ?? '', user.id)
        return adapter.createUser(user)
      },
      getUserByEmail: async email => adapter.getUser(String(users.get(email.split('@')[0] ?? ''))),
    })),
    config: { providers: [mail] },
    rule: 'a session shows only its own user',
    story: [/signs in with "mail"/, /signs in with "mail"/],
  },
  'an adapter that returns the latest session for any token': {
    options: withAdapter((adapter, state) => ({
      createSession: async session => {
        state.set('latest', session.sessionToken)
        return adapter.createSession(session)
      },
      getSessionAndUser: async () => adapter.getSessionAndUser(String(state.get('latest'))),
    })),
    rule: 'a session shows only its own user',
    story: [signsIn, signsIn],
  },
  'an adapter that ignores the expiry of sessions': {
    options: withAdapter(adapter => ({
      getSessionAndUser: async token => {
        const found = await adapter.getSessionAndUser(token)
        const expires = new Date(Date.now() + 60_000)
        return found && { ...found, session: { ...found.session, expires } }
      },
    })),
    rule: 'an expired session is gone',
    story: [signsIn, /All sessions expire/],
  },
  'an adapter that cannot undo a failed sign-in': {
    isSlow: true,
    options: withAdapter(() => ({ createUserWithAccount: undefined, deleteUser: async () => null })),
    config: { providers: [oidc] },
    rule: 'no user is unreachable',
    story: [/while adapter linkAccount fails/],
  },
  'an authorize callback that ignores the password': {
    ...withPasswords,
    config: {
      ...jwt,
      providers: [
        { ...credentials, authorize: async ({ email }) => ({ id: String(email), email: String(email) }) },
      ],
    },
    rule: 'a session shows only its own user',
    story: [/wrong "password"/],
  },
  'an authorize callback that signs in a guest for any password': {
    ...withPasswords,
    config: { ...jwt, providers: [{ ...credentials, authorize: async () => ({ id: 'guest' }) }] },
    rule: 'no session without proof',
    story: [/wrong "password"/],
  },
  'a session callback that returns the first user': {
    config: {
      ...jwt,
      callbacks: {
        session: ({ session }) => {
          firstUser ??= session.user
          return { ...session, user: firstUser as typeof session.user }
        },
      },
    },
    rule: 'a session shows only its own user',
    story: [signsIn],
  },
  'a jwt callback that copies any update into the token': {
    config: { ...jwt, callbacks: { jwt: ({ token, session }) => ({ ...token, ...(session as object) }) } },
    rule: 'a session shows only its own user',
    story: [signsIn, /Eve updates the session/],
  },
  'a jwt callback that throws for returning users': {
    config: {
      ...jwt,
      callbacks: {
        jwt: ({ token, account }) => {
          if (account) return token
          throw new Error('The token cannot be refreshed.')
        },
      },
    },
    rule: 'no request fails without a fault',
    story: [signsIn],
  },
  'a signIn callback that throws sometimes': {
    config: {
      callbacks: {
        signIn: () => {
          if (++calls % 2 === 0) throw new Error('The service is not available.')
          return true
        },
      },
    },
    options: { faults: false },
    rule: 'a sign-in that worked works again',
    story: [],
  },
  'a redirect callback that allows every site': {
    config: { callbacks: { redirect: ({ url }) => url } },
    rule: 'redirects stay on the site',
    story: [/signs out, with a callback URL/],
  },
  'a profile callback that throws': {
    config: {
      providers: [
        {
          ...oidc,
          profile: () => {
            throw new Error('No profile.')
          },
        },
      ],
    },
    rule: 'no request fails without a fault',
    story: [/signs in with "op".*error=Configuration/],
  },
  'a record store that renews the time of a sign-in': {
    options: withAdapter(({ records }) => ({
      records: {
        ...records,
        getRecord: async (kind, id) => {
          const record = await records.getRecord(kind, id)
          const methods = [{ amr: 'fed', at: Math.floor(Date.now() / 1000), provider: 'op' }]
          return record && kind === 'session-evidence' ? { ...record, value: { methods } } : record
        },
      },
    })),
    rule: 'a copied cookie gives no more than it had',
    story: [signsIn, /Eve uses the cookie ".*session-token" that she copied/],
  },
  'a record store that raises all sessions of a user': {
    options: withAdapter(
      ({ records }, newest) => ({
        records: {
          ...records,
          putRecord: async (record, condition) => {
            if (record.kind === 'session-evidence') newest.set(String(record.userId), record.value)
            return records.putRecord(record, condition)
          },
          getRecord: async (kind, id) => {
            const record = await records.getRecord(kind, id)
            const value = newest.get(String(record?.userId)) as NonNullable<typeof record>['value']
            return record && kind === 'session-evidence' ? { ...record, value } : record
          },
        },
      }),
      false,
    ),
    rule: 'a copied cookie gives no more than it had',
    story: [signsIn, /Eve uses the cookie ".*session-token" that she copied/],
  },
  'a decode function that renews the time of a sign-in': {
    config: {
      session: { strategy: 'jwt' },
      jwt: {
        decode: async parameters => {
          const token = await decode(parameters)
          const at = Math.floor(Date.now() / 1000)
          return token && { ...token, auth_methods: [{ amr: 'fed', at, provider: 'op' }] }
        },
      },
      providers: [oidc, Passkey()],
    },
    rule: 'a copied cookie gives no more than it had',
    story: [signsIn, /Eve uses the cookie ".*session-token" that she copied/],
  },
  'a decode function that ignores the expiry': {
    config: {
      ...jwt,
      jwt: {
        encode: async ({ token }) => btoa(JSON.stringify(token)),
        decode: async ({ token }) => JSON.parse(atob(token ?? '')),
      },
    },
    rule: 'an expired session is gone',
    story: [signsIn, /All sessions expire/],
  },
}

const plantsAll = process.env['LATCHKEY_FIRE_STEPS'] !== undefined

const planted = Object.keys(defects).filter(name => plantsAll || !defects[name]?.isSlow)

describe.each(planted)('%s', name => {
  test('is found, with a short story', { timeout: 60_000 }, async () => {
    const { config, options, rule, story } = defects[name] ?? { rule: '', story: [] }
    calls = 0
    firstUser = undefined
    const failure = await simulate(
      { secret, providers: [oidc, mail], ...config },
      { steps: 2_000, ...options },
    ).then(
      () => null,
      (error: unknown) => error,
    )
    if (!(failure instanceof SimulationFailure)) throw failure ?? new Error('The simulation found no defect.')
    expect(failure.rule).toBe(rule)
    expect(failure.story.length).toBeLessThanOrEqual(6)
    for (const text of story) expect(failure.story.join('\n')).toMatch(text)
  })
})
