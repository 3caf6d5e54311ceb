import { inspect } from 'node:util'
import { vi } from 'vitest'
import { ada } from '../support/app.js'
import type { Visitor } from '../support/visitor.js'
import { type Fault, FaultInjector, type FaultPoint } from './fault-injector.js'
import { type Scenario, scenarios } from './scenarios.js'
import { bystander, TestWorld, type Variant } from './test-world.js'

/** A scenario, the app it runs in, and the calls that fail. */
export interface Plan {
  readonly scenario: string
  readonly variant: Variant
  readonly faults: readonly Fault[]
  /** The seed of all random bytes. @default 1 */
  readonly seed?: number
}

/** What happened in a run. */
export interface RunResult {
  readonly points: readonly FaultPoint[]
  readonly injected: readonly string[]
  /** The broken invariants. */
  readonly violations: readonly string[]
  readonly isSignedIn: boolean
}

let currentInjector: FaultInjector | null = null

/** Returns the injector of the current run. */
export function getCurrentInjector(): FaultInjector | null {
  return currentInjector
}

/** Runs a scenario with its faults, then checks the invariants. */
export async function simulateFaults({
  scenario: name,
  variant,
  faults: planned,
  seed = 1,
}: Plan): Promise<RunResult> {
  const scenario = scenarios[name]
  if (!scenario) throw new Error(`No scenario "${name}".`)
  const faults = new FaultInjector(seed)
  currentInjector = faults
  vi.setSystemTime('2030-01-01')
  const world = new TestWorld(variant, faults)
  try {
    await world.store.createUser(bystander)
    await scenario.prepare?.(world)
    const run = new CheckedRun(world, scenario)
    await run.act(planned)
    const isSignedIn = await run.check()
    return { points: faults.points, injected: faults.injected, violations: world.violations, isSignedIn }
  } finally {
    currentInjector = null
  }
}

class CheckedRun {
  readonly #idBefore: Promise<string | undefined>
  readonly #thief: Visitor
  readonly #emailsBefore: number
  #answeredSignOut = false

  constructor(
    readonly world: TestWorld,
    readonly scenario: Scenario,
  ) {
    this.#idBefore = this.#findOwnerId()
    this.#emailsBefore = world.links.emails.length + world.codes.emails.length
    this.#thief = world.visit.cloneWithCookies()
  }

  /** Runs the scenario with faults. The visitor ignores what fails, the log must not. */
  async act(planned: readonly Fault[]): Promise<void> {
    const { faults } = this.world
    await this.#idBefore
    faults.arm(planned)
    try {
      const answer = await this.scenario.act(this.world)
      this.#answeredSignOut = answer instanceof Response && !isError(answer)
    } catch {
      // A redirect that is missing, or the visitor left.
    }
    faults.disarm()
    await faults.release(false)
  }

  /** Checks the invariants. Returns whether the visitor was signed in. */
  async check(): Promise<boolean> {
    const isSignedIn = await this.#checkSession()
    const { faults } = this.world
    const isLate = faults.injected.some(name => name.endsWith(' late'))
    if (!isLate) this.#checkLog(isSignedIn)
    if (!isSignedIn) await this.#checkToken()
    if (this.scenario.signsOut) await this.#checkSignOut(isSignedIn)
    // The email of a user whose creation failed is reserved for a minute: the store may still execute the call.
    vi.setSystemTime(Date.now() + 61_000)
    await this.#signInAgain(!isLate)
    await faults.release(true)
    // A request logs its error when it ends, which a late call delays.
    if (isLate) this.#checkLog(isSignedIn)
    await this.#signInAgain(true)
    await this.#checkRecords()
    return isSignedIn
  }

  async #checkSession(): Promise<boolean> {
    const { hasProof = true, keepsSession = false } = this.scenario
    const session = await this.world.visit.getSession()
    if (session !== null && !belongsToOwner(session)) this.#report('a session of another user', session)
    if (session !== null && !hasProof) this.#report('a session without proof', session)
    if (session === null && keepsSession && !this.#mayEndSession()) this.#report('a fault ended the session')
    return session !== null
  }

  /** The `jwt` callback and the adapter end a session by returning nothing. A token that cannot be decrypted is invalid. */
  #mayEndSession(): boolean {
    return this.world.faults.injected.some(name =>
      /^(?:crypto:|(?:callback:jwt|adapter:getSessionAndUser) (?!before|after|hang|late))/.test(name),
    )
  }

  /** A token that a fault kept from being used can be used again. A fault after its use may cost the token. */
  async #checkToken(): Promise<void> {
    const { visit, variant, faults, links, codes } = this.world
    const isSent = links.emails.length + codes.emails.length > this.#emailsBefore
    if (!this.scenario.useTokenAgain || variant.isPlain || !isSent || faults.lastInjected === null) return
    // The tokens of an email that failed are revoked, also if it was sent.
    if (faults.injected.some(name => name.startsWith('email:send '))) return
    const consumed = faults.points.findIndex(({ name }) => name === 'adapter:useVerificationToken')
    if (consumed >= 0 && consumed <= faults.lastInjected) return
    await this.scenario.useTokenAgain(this.world)
    if ((await visit.getSession()) === null) this.#report('the token was burnt')
    await visit.signOut()
  }

  async #checkSignOut(isSignedIn: boolean): Promise<void> {
    const { visit, variant } = this.world
    if (this.#answeredSignOut && isSignedIn) this.#report('signed in after a sign-out that succeeded')
    await visit.signOut()
    if ((await visit.getSession()) !== null) this.#report('a second sign-out failed')
    if (variant.strategy === 'database' && (await this.#thief.getSession()) !== null)
      this.#report('a copied session cookie works after the sign-out')
  }

  /** A sign-in while records are still being written may fail, and must not disturb the next one. */
  async #signInAgain(mustSucceed: boolean): Promise<void> {
    const browser = this.world.openBrowser()
    const failure = await this.scenario.signInAgain(this.world, browser).then(() => null, String)
    const session = await browser.getSession()
    if (session !== null && !belongsToOwner(session)) this.#report('a session of another user', session)
    if (session === null && mustSucceed) this.#report('the owner cannot sign in again', failure)
  }

  async #checkRecords(): Promise<void> {
    const { store } = this.world
    const created = await this.world.listCreatedUsers()
    if (created.length > 1) this.#report(`${created.length} users for one person`)
    const [before, after] = [await this.#idBefore, await this.#findOwnerId()]
    if (before !== undefined && before !== after) this.#report('the user was replaced')
    const stored = await store.getUser(bystander.id)
    if (inspect(stored) !== inspect(bystander)) this.#report('another user was changed', stored)
  }

  /** A failure that the app recovered from need not be logged. */
  #checkLog(isSignedIn: boolean): void {
    const { faults, logged, errors } = this.world
    const text = logged.join('\n')
    const leaked = this.world.collectSecrets().filter(value => text.includes(value))
    if (leaked.length > 0) this.#report('the log contains secrets', leaked)
    const reported = faults.injected.filter(name =>
      /^(?!logger:|crypto:).* (?:before|after|hang)$/.test(name),
    )
    const isLoggerBroken = faults.injected.some(name => name.startsWith('logger:'))
    if (reported.length > 0 && errors === 0 && !isLoggerBroken && !isSignedIn)
      this.#report('the error was not logged')
  }

  async #findOwnerId(): Promise<string | undefined> {
    return (await this.world.store.getUserByEmail(ada.email))?.id
  }

  #report(violation: string, details?: unknown): void {
    this.world.violations.push(details === undefined ? violation : `${violation}: ${inspect(details)}`)
  }
}

function isError(response: Response): boolean {
  return response.status >= 400 || response.headers.get('location')?.includes('error=') === true
}

function belongsToOwner(session: Record<string, unknown> | null): boolean {
  const user = session?.['user']
  return typeof user === 'object' && user !== null && 'email' in user && user.email === ada.email
}
