import { createHash } from 'node:crypto'
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

/** The user that signs in at the provider. */
export const grace: AdapterUser = {
  id: 'grace',
  name: 'Grace',
  email: 'grace@example.com',
  emailVerified: null,
}
/** Another user. */
export const alan: AdapterUser = {
  id: 'alan',
  name: 'Alan',
  email: 'alan@example.com',
  emailVerified: null,
}

/** The state of database and browser before a provider callback. */
export interface Scenario {
  /** The owner of the account that signs in. */
  account?: AdapterUser
  /** The signed-in user. */
  visitor?: AdapterUser
  /** The session of the signed-in user has expired. */
  hasEnded?: true
  /** A user with Grace's email who does not own the account. */
  emailOwner?: AdapterUser
  /** `allowDangerousEmailAccountLinking` */
  linking?: true
}

const evidenceCookie = '__Secure-authjs.session-evidence'

/** The token of the existing session. */
export const existingSessionToken = 'the session that was there before'

/** An app in the state of a scenario, whose adapter calls and events are recorded. */
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
  const methods = [{ amr: 'fed', at: Math.floor(Date.now() / 1000), provider: 'op' }]
  const token = {
    sub: visitor?.id ?? '',
    name: visitor?.name,
    email: visitor?.email,
    auth_methods: methods,
  }
  const sealToken = () => encode({ token, secret, salt: sessionCookie, maxAge: life })
  const value = strategy === 'database' ? existingSessionToken : await sealToken()
  visit.jar.set(origin, `${sessionCookie}=${encodeURIComponent(value)}; Secure; HttpOnly; Path=/`)
  if (strategy !== 'database') return
  // The adapter has no record store, so the methods of the session are in a cookie.
  const session = createHash('sha256').update(existingSessionToken).digest('hex')
  const evidence = await encode({ token: { session, methods }, secret, salt: evidenceCookie, maxAge: 3600 })
  visit.jar.set(origin, `${evidenceCookie}=${encodeURIComponent(evidence)}; Secure; HttpOnly; Path=/`)
}
