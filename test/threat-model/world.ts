import { MemoryAdapter } from 'latchkey/adapters/memory'
import { SqlAdapter } from 'latchkey/adapters/sql'
import { StepUpRequired } from 'latchkey/errors'
import Passkey from 'latchkey/providers/passkey'
import { createAuth, originChecked } from 'latchkey/server'
import { skipNotifications, twoFactor } from 'latchkey/two-factor'
import Database from 'libsql'
import { vi } from 'vitest'
import { computeCode, toHead } from '../plugins/two-factor/two-factor-app.js'
import { ada, createTestApp, origin } from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'
import { SoftAuthenticator } from '../support/soft-authenticator.js'
import type { TestStore } from '../support/test-store.js'
import type { Visitor } from '../support/visitor.js'
import type { SetUp } from './set-ups.js'

export type Strategy = 'jwt' | 'database'

/** Milliseconds. */
export const minute = 60_000
export const day = 86_400_000

/** Moves the clock. Only the tests move it. */
export function advanceClock(milliseconds: number): void {
  vi.setSystemTime(Date.now() + milliseconds)
}

/** What a world is made of. */
export interface WorldOptions {
  readonly strategy: Strategy
  readonly setUp: SetUp
  /** @default in memory */
  readonly store?: TestStore
  /** Reads the texts of all rows of the store. */
  readonly readTexts?: () => readonly string[]
}

/** The account of the owner at the provider. */
export const ownerAtProvider = { sub: 'ada-at-op', email: ada.email, email_verified: true, name: 'Ada' }

/** The world of one owner: an app with every way to sign in, and what the owner has. */
export type World = ReturnType<typeof createWorld>

/** Creates an app with every way to sign in, and no user. */
export function createWorld({
  strategy,
  setUp,
  store = MemoryAdapter(),
  readTexts = () => [],
}: WorldOptions) {
  const op = createMaliciousProvider()
  const emails = captureEmails()
  const passwords = new Map<string, string>()
  const plugin = twoFactor({ notify: skipNotifications })
  const app = createTestApp({
    op,
    adapter: store,
    session: { strategy },
    tenant: 'acme',
    revocation: { maxStale: 0 },
    providers: [createPasswordProvider(store, passwords, setUp), op.provider(), emails.provider, Passkey()],
    plugins: [plugin],
  })
  const auth = createAuth({ ...app.config, plugins: [plugin] })
  return {
    ...app,
    strategy,
    setUp,
    store,
    readTexts,
    emails: emails.emails,
    passwords,
    auth,
    authenticatorApp: new AuthenticatorApp(),
    device: new SoftAuthenticator(origin),
    recoveryCodes: [] as readonly string[],
  }
}

/** A credentials provider of the app, which knows one password for each email address. */
function createPasswordProvider(store: TestStore, passwords: ReadonlyMap<string, string>, { first }: SetUp) {
  return {
    id: 'credentials',
    name: 'Password',
    type: 'credentials' as const,
    credentials: { email: {}, password: { type: 'password' } },
    ...(first !== 'unknown' && { amr: ['pwd'] }),
    authorize: async ({ email, password }: { email?: unknown; password?: unknown }) =>
      password !== undefined && passwords.get(String(email)) === password
        ? ((await store.getUserByEmail(String(email))) ?? null)
        : null,
  }
}

/** An authenticator app. A code counts once, so its user waits for the next one. */
export class AuthenticatorApp {
  secret: string | null = null
  #usedStep = 0

  /** Waits for a code that was not used, and returns it. */
  readCode(): string {
    const step = Math.floor(Date.now() / 30_000)
    if (step <= this.#usedStep) vi.setSystemTime((this.#usedStep + 1) * 30_000)
    this.#usedStep = Math.floor(Date.now() / 30_000)
    return computeCode(this.secret ?? 'AAAAAAAAAAAAAAAA')
  }
}

/** Returns the id of the owner. */
export async function getOwnerId({ store }: World): Promise<string> {
  const owner = await store.getUserByEmail(ada.email)
  if (!owner) throw new Error('The owner does not exist.')
  return owner.id
}

/** Ends sessions of the user of a browser. @returns whether the app allowed it */
export async function endSessions(world: World, visit: Visitor, which: 'others' | 'all'): Promise<boolean> {
  const { sessions } = world.auth
  const end = which === 'others' ? sessions.endOthers : sessions.endAll
  try {
    return (await end(toHead(visit), { originCheck: originChecked })).isEnded
  } catch (error) {
    if (error instanceof StepUpRequired) return false
    throw error
  }
}

/** Creates a store in SQLite, of which a thief can read every text. */
export function createReadableStore(): Required<Pick<WorldOptions, 'store' | 'readTexts'>> {
  const database = new Database(':memory:')
  const readTexts = () => {
    const tables = database.prepare(`select name from sqlite_master where type = 'table'`).pluck().all()
    const rows = tables.flatMap(name => database.prepare(`select * from "${String(name)}"`).all())
    return rows.flatMap(row => Object.values(Object(row))).filter(value => typeof value === 'string')
  }
  return { store: SqlAdapter(database), readTexts }
}
