import { setTimeout as sleep } from 'node:timers/promises'
import type { InMemoryProvider } from 'latchkey/testing'
import { createVisitor, type Visitor } from '../support/visitor.js'
import { ConnectionCut, createCountingFetch, isRetried } from './counting-fetch.js'
import { derivePassword } from './passwords.js'
import type { Tally } from './tally.js'

/** The shared context of the simulated users. */
export interface SimulationContext {
  readonly origin: string
  readonly op: InMemoryProvider
  readonly tally: Tally
  /** Whether a sign-out also invalidates copies of the cookie. */
  readonly endsEverywhere: boolean
  /** The `maxAge` of sessions in milliseconds. */
  readonly maxAge: number
}

type ShownSession = { user?: { name?: unknown; email?: unknown } } | null

/** A user with a browser who checks that the session matches the earlier actions. */
export class SimulatedUser {
  readonly #context: SimulationContext
  readonly #email: string
  readonly #visit: Visitor
  /** Whether the user never signs out. */
  readonly #staysSignedIn: boolean
  /** The possible names. There are several after an update without a response. */
  #names: Set<string>
  /** `null` after a step without a response. */
  #isSignedIn: boolean | null = false
  #isKnown = false
  #usedAt = 0

  constructor(
    context: SimulationContext,
    readonly id: string,
    { staysSignedIn }: { staysSignedIn: boolean },
  ) {
    this.#context = context
    this.#email = `${id}@example.com`
    this.#names = new Set([`${id} 0`])
    this.#staysSignedIn = staysSignedIn
    this.#visit = createVisitor(createCountingFetch(context.tally), context.origin)
  }

  /** Runs steps until the test is over, then reads the session a last time. */
  async run(isOver: () => boolean): Promise<void> {
    for (await waitBetweenSteps(); !isOver(); await waitBetweenSteps())
      await this.#tolerateCuts(() => this.#step())
    await this.#tolerateCuts(() => this.#read())
  }

  /** Runs a step. If the connection was closed, the next step reads the session. */
  async #tolerateCuts(step: () => Promise<void>): Promise<void> {
    try {
      await step()
    } catch (error) {
      if (!(error instanceof ConnectionCut)) this.#reportError(String(error))
    }
  }

  #step(): Promise<void> {
    if (this.#isSignedIn === false) return this.#signIn()
    const dice = Math.random()
    if (this.#isSignedIn === null || dice < 0.55) return this.#read()
    if (dice < 0.65) return this.#readInTwoTabs()
    if (dice < 0.85 || this.#staysSignedIn) return this.#update()
    return this.#signOut()
  }

  async #signIn(): Promise<void> {
    const response =
      this.#isKnown && Math.random() < 0.5 ? await this.#signInWithPassword() : await this.#roundTrip()
    const target = response.headers.get('location')
    if (target !== this.#context.origin) {
      // A code works only once, and the killed process may have used it.
      if (!isRetried(response)) this.#reportError(`signing in led to ${response.status} ${target}`)
      return
    }
    this.#context.tally.signIns++
    this.#usedAt = Date.now()
    this.#isSignedIn = true
    this.#isKnown = true
    await this.#read()
  }

  #signInWithPassword(): Promise<Response> {
    return this.#visit.signInWithCredentials({ email: this.#email, password: derivePassword(this.#email) })
  }

  async #roundTrip(): Promise<Response> {
    const { op } = this.#context
    const away = await this.#visit.signIn('op')
    if (!away.headers.get('location')?.startsWith(op.issuer)) return away
    const user = { sub: this.id, name: `${this.id} 0`, email: this.#email, email_verified: true }
    return this.#visit.get(op.authorize(this.#visit.getLocation(away), { user }), { from: op.issuer })
  }

  /** Reads the session from the session action or a page. */
  async #read(): Promise<void> {
    const path = Math.random() < 0.7 ? '/auth/session' : '/me'
    const startedAt = Date.now()
    const response = await this.#visit.get(path)
    if (response.status !== 200) return this.#reportError(`${path} answered ${response.status}`)
    this.#context.tally.reads++
    this.#countExtension(response)
    this.#checkSession(await response.json())
    if (path === '/auth/session') this.#usedAt = startedAt
  }

  async #readInTwoTabs(): Promise<void> {
    const reads = await Promise.allSettled([this.#read(), this.#read()])
    for (const read of reads) if (read.status === 'rejected') throw read.reason
  }

  async #update(): Promise<void> {
    const name = `${this.id} ${this.#context.tally.requests}`
    const csrfToken = await this.#visit.getCsrfToken()
    const startedAt = Date.now()
    this.#names.add(name)
    const fields = { csrfToken, data: { name } }
    const response = await this.#visit.post('/auth/session', fields, { json: true })
    if (response.status !== 200) return this.#reportError(`an update answered ${response.status}`)
    this.#context.tally.updates++
    const shown: ShownSession = await response.json()
    if (shown) this.#names = new Set([name])
    this.#checkSession(shown)
    this.#usedAt = startedAt
  }

  async #signOut(): Promise<void> {
    const { endsEverywhere, tally } = this.#context
    const attacker = this.#visit.cloneWithCookies()
    this.#isSignedIn = null
    const otherTab = endsEverywhere ? this.#read() : Promise.resolve()
    const [response] = await Promise.allSettled([this.#visit.signOut(), otherTab])
    this.#isSignedIn = null
    if (response.status === 'rejected') throw response.reason
    if (response.value.headers.get('location') !== this.#context.origin)
      return this.#reportError(`signing out led to ${response.value.headers.get('location')}`)
    tally.signOuts++
    this.#isSignedIn = false
    if (endsEverywhere) this.#checkCopiedCookie(await attacker.getSession())
    await this.#read()
  }

  #checkCopiedCookie(session: unknown): void {
    if (session !== null)
      this.#context.tally.lingering.push(`${this.id} signed out, but a copy of the cookie is still valid.`)
  }

  #countExtension(response: Response): void {
    const isSet = response.headers.getSetCookie().some(line => /session-token=[^;]/.test(line))
    if (isSet) this.#context.tally.extensions++
  }

  /** Checks the session against the earlier actions. */
  #checkSession(shown: ShownSession): void {
    const { lost, foreign, lingering } = this.#context.tally
    if (shown === null) {
      if (this.#isSignedIn && !this.#mayHaveExpired())
        lost.push(`${this.id} was signed in and has no session.`)
      this.#isSignedIn = false
      return
    }
    const { name, email } = shown.user ?? {}
    if (email !== this.#email || !String(name).startsWith(`${this.id} `))
      foreign.push(`${this.id} saw ${name}, ${email}.`)
    else if (!this.#names.has(String(name)))
      lost.push(`${this.id} changed their name to ${[...this.#names].join(' or ')} and saw ${name}.`)
    if (this.#isSignedIn === false) lingering.push(`${this.id} signed out and has a session.`)
    this.#isSignedIn = true
  }

  /** Returns whether the session may have expired, because the machine was too slow. */
  #mayHaveExpired(): boolean {
    const isTooLate = Date.now() - this.#usedAt > this.#context.maxAge - 3_000
    if (isTooLate) this.#context.tally.expired++
    return isTooLate
  }

  #reportError(why: string): void {
    this.#context.tally.errors.push(`${this.id}: ${why}`)
  }
}

function waitBetweenSteps(): Promise<void> {
  return sleep(200 + Math.random() * 1_400)
}
