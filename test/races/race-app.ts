import { setTimeout as sleep, setImmediate as yieldTurn } from 'node:timers/promises'
import type { Adapter } from 'latchkey/adapters'
import Passkey from 'latchkey/providers/passkey'
import { createTappedAdapter, createTestApp, origin, type Tap } from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'
import { createRandom, type Random } from '../support/fire.js'
import { createMaliciousProvider, type UserClaims } from '../support/malicious-provider.js'
import { createVisitor } from '../support/visitor.js'

type RaceMethod =
  | 'createSession'
  | 'createUser'
  | 'deleteExpired'
  | 'deleteSessionsByUserId'
  | 'deleteUser'
  | 'getAccount'
  | 'getSessionAndUser'
  | 'getUser'
  | 'getUserByAccount'
  | 'getUserByEmail'
  | 'listAuthenticatorsByUserId'
  | 'listSessionsByUserId'
  | 'updateUser'

/** An adapter with the methods that the races call directly. */
export type RaceAdapter = Adapter & Required<Pick<Adapter, RaceMethod>>

/** Adapters that share a record store. */
export interface SharedStore {
  readonly adapters: readonly Adapter[]
}

/** One store, opened by one adapter per simulated process. */
export interface RaceStore extends SharedStore {
  readonly adapters: readonly [RaceAdapter, ...RaceAdapter[]]
}

/** The provider of the first account. */
export const op = createMaliciousProvider()
/** The provider of a second account. */
export const otherOp = createMaliciousProvider({ issuer: 'https://other.example' })

/** The app of one repetition. Its processes share the store and receive requests in turn. */
export type RaceApp = ReturnType<typeof createRaceApp>

/** Creates the app. Each adapter call waits for a random time, which `seed` determines. */
export function createRaceApp({ adapters }: RaceStore, seed: number) {
  const random = createRandom(seed)
  const delay = createDelay(random)
  const id = `${Date.now().toString(36)}-${seed}`
  const events: string[] = []
  const recordEvent = (name: string) => () => void events.push(name)
  const mailbox = captureEmails()
  const processes = adapters.map(adapter => {
    const delayed = createTappedAdapter(adapter, delay).adapter
    return createTestApp({
      adapter: delayed,
      session: { strategy: 'database', updateAge: 0 },
      providers: [op.provider(), otherOp.provider({ id: 'other' }), mailbox.provider, Passkey()],
      callbacks: {
        // Stores the submitted value in two fields of the user.
        async session({ session, user, newSession }) {
          if (typeof newSession === 'string')
            await delayed.updateUser?.({ id: user.id, name: newSession, image: newSession })
          return session
        },
      },
      events: {
        createUser: recordEvent('createUser'),
        linkAccount: recordEvent('linkAccount'),
        signOut: recordEvent('signOut'),
      },
    })
  })
  let requestCount = 0

  async function answer(request: Request): Promise<Response> {
    const app = processes[requestCount++ % processes.length] ?? processes[0]
    if (!app) throw new Error('The store has no adapter.')
    return app.answer(request)
  }

  return {
    adapter: adapters[0],
    mailbox,
    delay: () => delay('', []),
    countEvents: (name: string) => events.filter(event => event === name).length,
    listErrors: () => processes.flatMap(({ log }) => log.types()),
    open: () => createVisitor(answer, origin),
    /** Returns a user at the providers. Each name is another user, in each repetition. */
    createClaims: (name: string): UserClaims => ({
      sub: `${name}-${id}`,
      name,
      email: `${name}-${id}@example.com`,
      email_verified: true,
    }),
  }
}

/** Waits for nothing, for some turns of the event loop, or for a few milliseconds. */
function createDelay(random: Random): Tap {
  return async () => {
    const kind = random()
    if (kind < 0.3) return
    if (kind > 0.8) await sleep(random() * 4)
    else for (let turns = random() * 6; turns > 0; turns--) await yieldTurn()
  }
}
