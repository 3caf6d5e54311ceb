import type { Adapter, AdapterUser } from 'latchkey/adapters'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { encode } from 'latchkey/jwt'
import {
  type AppSetup,
  createPlainAdapter,
  createTappedAdapter,
  createTestApp,
  origin,
  secret,
  sessionCookie,
} from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'
import type { Visitor } from '../support/visitor.js'

export type Strategy = 'jwt' | 'database'

/** Who comes back from the provider, and owns what is hers. */
export const grace: AdapterUser = {
  id: 'grace',
  name: 'Grace',
  email: 'grace@example.com',
  emailVerified: null,
}
/** Somebody else. */
export const alan: AdapterUser = {
  id: 'alan',
  name: 'Alan',
  email: 'alan@example.com',
  emailVerified: null,
}

/** What the store and the browser hold before somebody comes back from a provider. */
export interface Scenario {
  /** Whose is the account that comes back? */
  account?: AdapterUser
  /** Who is signed in? */
  visitor?: AdapterUser
  /** The session is past its time. */
  hasEnded?: true
  /** A user with Grace's address, who has nothing to do with the account. */
  emailOwner?: AdapterUser
  /** `allowDangerousEmailAccountLinking` */
  linking?: true
}

/** The token of the session that is there from the start. */
export const existingSessionToken = 'the session that was there before'

/** An app whose adapter and events tell what happens, with two provider types, in a scene. */
export async function setUpScenario(strategy: Strategy, scene: Scenario, more: AppSetup = {}) {
  const store = MemoryAdapter()
  const { adapter, calls } = createTappedAdapter(createPlainAdapter(store))
  const events: string[] = []
  const recordEvent = (event: string) => () => void events.push(event)
  const op = createMaliciousProvider()
  const linking = { allowDangerousEmailAccountLinking: scene.linking ?? false }
  const app = createTestApp({
    op,
    providers: [op.provider(linking), op.plainProvider(linking)],
    session: { strategy },
    events: {
      signIn: recordEvent('signIn'),
      createUser: recordEvent('createUser'),
      updateUser: recordEvent('updateUser'),
      linkAccount: recordEvent('linkAccount'),
    },
    ...more,
    adapter,
  })
  await fill(store, scene)
  const visit = app.open()
  if (scene.visitor) await signInBeforehand(visit, { strategy, store, scenario: scene })
  calls.length = 0
  return { ...app, visit, store, calls, events }
}

async function fill(store: Required<Adapter>, { account, visitor, emailOwner }: Scenario): Promise<void> {
  const users = new Map([account, visitor, emailOwner].flatMap(user => (user ? [[user.id, user]] : [])))
  for (const user of users.values()) await store.createUser(user)
  if (!account) return
  for (const [provider, type] of [
    ['op', 'oidc'],
    ['plain', 'oauth'],
    ['passkey', 'webauthn'],
  ] as const) {
    const key = { provider, type, providerAccountId: 'grace-0001' }
    await store.linkAccount({ ...key, userId: account.id, access_token: 'of the first sign-in' })
  }
}

interface ExistingSession {
  readonly strategy: Strategy
  readonly store: Required<Adapter>
  readonly scenario: Scenario
}

async function signInBeforehand(
  visit: Visitor,
  { strategy, store, scenario }: ExistingSession,
): Promise<void> {
  const { visitor, hasEnded } = scenario
  const life = hasEnded ? -60 : 3600
  const expires = new Date(Date.now() + life * 1000)
  if (strategy === 'database')
    await store.createSession({ sessionToken: existingSessionToken, userId: visitor?.id ?? '', expires })
  const token = { sub: visitor?.id ?? '', name: visitor?.name, email: visitor?.email }
  const sealToken = () => encode({ token, secret, salt: sessionCookie, maxAge: life })
  const value = strategy === 'database' ? existingSessionToken : await sealToken()
  visit.jar.set(origin, `${sessionCookie}=${encodeURIComponent(value)}; Secure; HttpOnly; Path=/`)
}
