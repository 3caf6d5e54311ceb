import { createEnvDefaultsResolver } from '../../config/create-env-defaults-resolver.js'
import { getConfigState } from '../../core/settings.js'
import { Auth } from '../../index.js'
import type { AccountKey, Adapter } from '../../types/adapter.js'
import type { AuthConfig } from '../../types/config.js'
import { FaultInjector } from './faults.js'
import { Interleaver } from './interleaver.js'
import type { PersonName, SimulatedPerson } from './people.js'
import { replaceProviders, type SentEmail, type SimulatedProvider } from './providers.js'

/** A user that the app stored. */
export interface StoredUser {
  readonly id: string
  readonly owner: PersonName
}

/** The app under test: the configuration with test providers, captured emails and calls that can fail. */
export class SimulatedApp {
  readonly interleaver = new Interleaver()
  readonly faults = new FaultInjector(this.interleaver)
  readonly emails: SentEmail[] = []
  readonly providers: readonly SimulatedProvider[]
  readonly users: StoredUser[] = []
  readonly accounts: AccountKey[] = []
  readonly strategy: 'jwt' | 'database'
  readonly hasRecords: boolean
  /** Whether each passkey ceremony works once. */
  readonly usesChallenges: boolean
  /** The errors that the app logged in this step. */
  loggedErrors: Error[] = []
  /** Who acts. A user that is created now is theirs: with several of them, of the one with that email. */
  actors: readonly SimulatedPerson[] = []
  readonly #config: AuthConfig
  readonly #adapter: Adapter | undefined
  readonly #running: Promise<unknown>[] = []

  private constructor(config: AuthConfig, adapter: Adapter | undefined) {
    const { entries, simulated } = replaceProviders(config, this.faults, this.emails)
    this.providers = simulated
    this.#adapter = adapter
    this.strategy = config.session?.strategy ?? (adapter ? 'database' : 'jwt')
    this.hasRecords = config.records !== undefined || adapter?.records !== undefined
    this.usesChallenges = typeof adapter?.useChallenge === 'function'
    this.#config = this.#createConfig(config, entries)
  }

  /** @throws AuthError if the configuration is invalid */
  static async create(config: AuthConfig, adapter: Adapter | undefined): Promise<SimulatedApp> {
    const app = new SimulatedApp(config, adapter)
    const { configError } = await getConfigState(app.#config)
    if (configError) throw configError
    return app
  }

  async handle(request: Request): Promise<Response> {
    await this.interleaver.pause()
    const response = await Auth(request, this.#config)
    await Promise.all(this.#running.splice(0))
    await this.interleaver.pause()
    return response
  }

  /** Returns the users that exist although no sign-in can reach them. */
  async listUnreachableUsers(): Promise<StoredUser[]> {
    const reachable = await Promise.all(this.users.map(user => this.#isReachable(user)))
    return this.users.filter((_, index) => reachable[index] === false)
  }

  /** Returns whose user has an account, or null. */
  async findAccountOwner(key: AccountKey): Promise<PersonName | null> {
    const user = await this.#adapter?.getUserByAccount?.(key)
    return this.users.find(({ id }) => id === user?.id)?.owner ?? null
  }

  async #isReachable({ id }: StoredUser): Promise<boolean> {
    const user = await this.#adapter?.getUser?.(id)
    if (!user || user.emailVerified) return true
    for (const key of this.accounts) {
      const owner = await this.#adapter?.getUserByAccount?.(key)
      if (owner?.id === id && (!this.#isPasskey(key) || (await this.#hasPasskey(id)))) return true
    }
    return false
  }

  #isPasskey({ provider }: AccountKey): boolean {
    return this.providers.some(({ id, type }) => id === provider && type === 'webauthn')
  }

  async #hasPasskey(userId: string): Promise<boolean> {
    const passkeys = await this.#adapter?.listAuthenticatorsByUserId?.(userId)
    return passkeys !== undefined && passkeys.length > 0
  }

  #createConfig(config: AuthConfig, providers: AuthConfig['providers']): AuthConfig {
    const { callbacks, events } = config
    const adapter = this.#adapter && this.faults.wrapMethods(this.#recordUsers(this.#adapter), 'adapter')
    return {
      ...config,
      providers,
      ...(adapter && { adapter }),
      ...(callbacks && { callbacks: this.faults.wrapMethods(callbacks, 'callback') }),
      ...(events && { events: this.faults.wrapMethods(events, 'event') }),
      ...(config.waitUntil && { waitUntil: (work: Promise<unknown>) => void this.#running.push(work) }),
      raw: undefined,
      debug: false,
      redirectProxyUrl: undefined,
      logger: { error: error => void this.loggedErrors.push(error), warn: () => {}, debug: () => {} },
    }
  }

  /** Remembers the users and accounts that the app creates. */
  #recordUsers(adapter: Adapter): Adapter {
    const { createUser, createUserWithAccount, linkAccount } = adapter
    const record = <T extends { id: string; email: string }>(user: T): T => {
      const [actor, ...others] = this.actors
      const owner = others.length === 0 ? actor : this.actors.find(({ email }) => email === user.email)
      if (owner) this.users.push({ id: user.id, owner: owner.name })
      return user
    }
    const recorders: Adapter = {
      ...(createUser && { createUser: async user => record(await createUser.call(adapter, user)) }),
      ...(createUserWithAccount && {
        createUserWithAccount: async (...args) => {
          this.accounts.push(args[1])
          return record(await createUserWithAccount.apply(adapter, args))
        },
      }),
      ...(linkAccount && {
        linkAccount: account => {
          this.accounts.push(account)
          return linkAccount.call(adapter, account)
        },
      }),
    }
    return new Proxy(adapter, {
      get: (target, name) => {
        const recorder: unknown = Reflect.get(recorders, name)
        if (recorder !== undefined) return recorder
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? (value.bind(target) as unknown) : value
      },
    })
  }
}

const applyEnvDefaults = createEnvDefaultsResolver(() => ({ trustHost: true }))

/** Completes a configuration with the environment, and with a secret if there is none. */
export function completeConfig(config: AuthConfig): AuthConfig {
  const completed = applyEnvDefaults({ ...config })
  const { secret = 'the secret of a simulated app, which is no secret' } = completed
  return { ...completed, secret }
}
