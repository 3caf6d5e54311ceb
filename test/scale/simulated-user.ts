import { setTimeout as sleep } from 'node:timers/promises'
import type { InMemoryProvider } from 'latchkey/testing'
import { createVisitor, type Visitor } from '../support/visitor.js'
import { ConnectionCut, createCountingFetch, isRetried } from './counting-fetch.js'
import { derivePassword } from './passwords.js'
import type { Tally } from './tally.js'

/** Where people are, and what they know of it. */
export interface SimulationContext {
  readonly origin: string
  readonly op: InMemoryProvider
  readonly tally: Tally
  /** Whether a session that was ended is gone for a thief as well. */
  readonly endsEverywhere: boolean
  /** Milliseconds that a session lives unused. */
  readonly maxAge: number
}

type ShownSession = { user?: { name?: unknown; email?: unknown } } | null

/** Somebody with a browser, who knows what they did and looks whether it is so. */
export class SimulatedUser {
  readonly #world: SimulationContext
  readonly #email: string
  readonly #visit: Visitor
  /** Stays signed in, as long as the session is moved on. */
  readonly #stays: boolean
  /** What their name may be: more than one after an update that was cut off. */
  #names: Set<string>
  /** `null` after a step that was cut off. */
  #isIn: boolean | null = false
  #isKnown = false
  #usedAt = 0

  constructor(
    world: SimulationContext,
    readonly id: string,
    { stays }: { stays: boolean },
  ) {
    this.#world = world
    this.#email = `${id}@example.com`
    this.#names = new Set([`${id} 0`])
    this.#stays = stays
    this.#visit = createVisitor(createCountingFetch(world.tally), world.origin)
  }

  /** One thing after another, until it is over; then a last look. */
  async live(isOver: () => boolean): Promise<void> {
    for (await waitBetweenSteps(); !isOver(); await waitBetweenSteps())
      await this.#undisturbed(() => this.#step())
    await this.#undisturbed(() => this.#read())
  }

  /** Who is cut off looks what is true and goes on. */
  async #undisturbed(step: () => Promise<void>): Promise<void> {
    try {
      await step()
    } catch (error) {
      if (!(error instanceof ConnectionCut)) this.#complain(String(error))
    }
  }

  #step(): Promise<void> {
    if (this.#isIn === false) return this.#signIn()
    const dice = Math.random()
    if (this.#isIn === null || dice < 0.55) return this.#read()
    if (dice < 0.65) return this.#readInTwoTabs()
    if (dice < 0.85 || this.#stays) return this.#update()
    return this.#signOut()
  }

  async #signIn(): Promise<void> {
    const answer = this.#isKnown && Math.random() < 0.5 ? await this.#typePassword() : await this.#roundTrip()
    const target = answer.headers.get('location')
    if (target !== this.#world.origin) {
      // A code is good once: the process that died may have used it.
      if (!isRetried(answer)) this.#complain(`signing in led to ${answer.status} ${target}`)
      return
    }
    this.#world.tally.signIns++
    this.#usedAt = Date.now()
    this.#isIn = true
    this.#isKnown = true
    await this.#read()
  }

  #typePassword(): Promise<Response> {
    return this.#visit.signInWithCredentials({ email: this.#email, password: derivePassword(this.#email) })
  }

  async #roundTrip(): Promise<Response> {
    const { op } = this.#world
    const away = await this.#visit.signIn('op')
    if (!away.headers.get('location')?.startsWith(op.issuer)) return away
    const user = { sub: this.id, name: `${this.id} 0`, email: this.#email, email_verified: true }
    return this.#visit.get(op.authorize(this.#visit.getLocation(away), { user }), { from: op.issuer })
  }

  /** In a page's script, or on the server. */
  async #read(): Promise<void> {
    const path = Math.random() < 0.7 ? '/auth/session' : '/me'
    const begun = Date.now()
    const answer = await this.#visit.get(path)
    if (answer.status !== 200) return this.#complain(`${path} answered ${answer.status}`)
    this.#world.tally.reads++
    this.#countRoll(answer)
    this.#judge(await answer.json())
    if (path === '/auth/session') this.#usedAt = begun
  }

  async #readInTwoTabs(): Promise<void> {
    const looks = await Promise.allSettled([this.#read(), this.#read()])
    for (const look of looks) if (look.status === 'rejected') throw look.reason
  }

  async #update(): Promise<void> {
    const name = `${this.id} ${this.#world.tally.requests}`
    const csrfToken = await this.#visit.getCsrfToken()
    const begun = Date.now()
    this.#names.add(name)
    const fields = { csrfToken, data: { name } }
    const answer = await this.#visit.post('/auth/session', fields, { json: true })
    if (answer.status !== 200) return this.#complain(`an update answered ${answer.status}`)
    this.#world.tally.updates++
    const shown: ShownSession = await answer.json()
    if (shown) this.#names = new Set([name])
    this.#judge(shown)
    this.#usedAt = begun
  }

  async #signOut(): Promise<void> {
    const { endsEverywhere, tally } = this.#world
    const thief = this.#visit.cloneWithCookies()
    this.#isIn = null
    const otherTab = endsEverywhere ? this.#read() : Promise.resolve()
    const [answer] = await Promise.allSettled([this.#visit.signOut(), otherTab])
    this.#isIn = null
    if (answer.status === 'rejected') throw answer.reason
    if (answer.value.headers.get('location') !== this.#world.origin)
      return this.#complain(`signing out led to ${answer.value.headers.get('location')}`)
    tally.signOuts++
    this.#isIn = false
    if (endsEverywhere) this.#mindThief(await thief.getSession())
    await this.#read()
  }

  #mindThief(session: unknown): void {
    if (session !== null)
      this.#world.tally.lingering.push(`${this.id} signed out, and a copy of the cookie lives on.`)
  }

  #countRoll(answer: Response): void {
    const isSet = answer.headers.getSetCookie().some(line => /session-token=[^;]/.test(line))
    if (isSet) this.#world.tally.rolls++
  }

  /** Is what is shown what must be? */
  #judge(shown: ShownSession): void {
    const { lost, foreign, lingering } = this.#world.tally
    if (shown === null) {
      if (this.#isIn && !this.#overslept()) lost.push(`${this.id} was signed in and is not.`)
      this.#isIn = false
      return
    }
    const { name, email } = shown.user ?? {}
    if (email !== this.#email || !String(name).startsWith(`${this.id} `))
      foreign.push(`${this.id} saw ${name}, ${email}.`)
    else if (!this.#names.has(String(name)))
      lost.push(`${this.id} changed their name to ${[...this.#names].join(' or ')} and saw ${name}.`)
    if (this.#isIn === false) lingering.push(`${this.id} signed out and is in.`)
    this.#isIn = true
  }

  /** On a machine with too much to do, a session may end by its own age. */
  #overslept(): boolean {
    const isTooLate = Date.now() - this.#usedAt > this.#world.maxAge - 3_000
    if (isTooLate) this.#world.tally.overslept++
    return isTooLate
  }

  #complain(why: string): void {
    this.#world.tally.errors.push(`${this.id}: ${why}`)
  }
}

function waitBetweenSteps(): Promise<void> {
  return sleep(200 + Math.random() * 1_400)
}
