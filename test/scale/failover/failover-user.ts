import { setTimeout as sleep } from 'node:timers/promises'
import type { InMemoryProvider } from 'latchkey/testing'
import { createVisitor, type Visitor } from '../../support/visitor.js'
import { derivePassword } from '../passwords.js'
import type { Ledger } from './ledger.js'

/** The shared context of the users of a failover. */
export interface FailoverContext {
  readonly origin: string
  readonly op: InMemoryProvider
  readonly ledger: Ledger
}

/** A browser that signed out: a copy of its cookies must not work any more. */
interface SignedOutCopy {
  readonly visit: Visitor
  readonly confirmedAt: number
}

/** The status and the location of a response, as one text. */
const formatAnswer = (response: Response) => `${response.status} ${response.headers.get('location') ?? ''}`

/** A user who signs in and out, and compares what the app answers with what it confirmed before. */
export class FailoverUser {
  readonly email: string
  /** When the first sign-in was confirmed. Null before. */
  knownSince: number | null = null
  readonly #context: FailoverContext
  readonly #visit: Visitor
  /** When the sign-in was confirmed. Null while signed out or unknown. */
  #signedInAt: number | null = null
  /** Whether a sign-out was refused since the sign-in. It may still happen: ioredis sends a command that timed out when it is connected again. */
  #mayBeSignedOut = false
  #copies: SignedOutCopy[] = []
  /** When the last request was sent. */
  #sentAt = 0

  constructor(
    context: FailoverContext,
    readonly id: string,
  ) {
    this.#context = context
    this.email = `${id}@example.com`
    this.#visit = createVisitor(request => this.#send(request), context.origin)
  }

  /** Signs in and out until it is over. */
  async run(isOver: () => boolean): Promise<void> {
    await sleep(Math.random() * 1_000)
    while (!isOver()) {
      await this.#step()
      await sleep(200 + Math.random() * 1_000)
    }
  }

  /** Uses the app a last time: everything must work without a restart, and every sign-out must have stayed one. */
  async finish(): Promise<void> {
    for (const { visit, confirmedAt } of this.#copies) {
      const session = await visit.getSession()
      if (session) this.#reportLoss('sign-out', confirmedAt)
    }
    await this.#readSession()
    if (this.#signedInAt === null) await this.#signIn()
    await this.#readSession()
    if (this.#signedInAt === null)
      this.#context.ledger.errors.push(`${this.id} could not sign in at the end.`)
  }

  async #step(): Promise<void> {
    const dice = Math.random()
    if (this.#signedInAt === null) return this.#signIn()
    if (dice < 0.6) return this.#readSession()
    return this.#signOut()
  }

  async #send(request: Request): Promise<Response> {
    this.#context.ledger.requests++
    this.#sentAt = Date.now()
    const response = await fetch(request)
    return new Response(await response.arrayBuffer(), response)
  }

  async #readSession(): Promise<void> {
    const { ledger } = this.#context
    const signedInAt = this.#signedInAt
    const response = await this.#visit.get('/auth/session')
    if (isRefusal(response)) return this.#checkRefusal(response)
    if (response.status !== 200) return this.#reportError('a session read', response)
    ledger.reads++
    const session = (await response.json()) as { user?: { email?: unknown } } | null
    if (session) {
      if (session.user?.email !== this.email) ledger.foreign.push(`${this.id} saw ${session.user?.email}.`)
      this.#signedInAt ??= Date.now()
    } else {
      if (signedInAt !== null && this.#mayBeSignedOut) ledger.lateSignOuts++
      else if (signedInAt !== null) this.#reportLoss('sign-in', signedInAt)
      this.#signedInAt = null
    }
  }

  async #signIn(): Promise<void> {
    const { ledger, origin } = this.#context
    const usesPassword = this.knownSince !== null && Math.random() < 0.5
    const response = usesPassword ? await this.#signInWithPassword() : await this.#roundTrip()
    if (isRefusal(response)) return this.#checkRefusal(response)
    const target = response.headers.get('location')
    // The password of a user who was lost is wrong.
    if (usesPassword && target?.includes('CredentialsSignin')) return this.#reportLostUser()
    if (target !== origin) return this.#reportError('a sign-in', response)
    ledger.signIns++
    this.#mayBeSignedOut = false
    this.#signedInAt = Date.now()
    this.knownSince ??= this.#signedInAt
  }

  #signInWithPassword(): Promise<Response> {
    return this.#visit.signInWithCredentials({ email: this.email, password: derivePassword(this.email) })
  }

  async #roundTrip(): Promise<Response> {
    const { op } = this.#context
    const away = await this.#visit.signIn('op')
    if (!away.headers.get('location')?.startsWith(op.issuer)) return away
    const user = { sub: this.id, name: this.id, email: this.email, email_verified: true }
    return this.#visit.get(op.authorize(this.#visit.getLocation(away), { user }), { from: op.issuer })
  }

  async #signOut(): Promise<void> {
    const { ledger, origin } = this.#context
    const copy = this.#visit.cloneWithCookies()
    const response = await this.#visit.signOut()
    // A refused sign-out may have happened. The next read shows it.
    if (isRefusal(response)) {
      ledger.refuse(this.#sentAt)
      this.#mayBeSignedOut = true
      this.#signedInAt = null
      return this.#readSession()
    }
    if (response.headers.get('location') !== origin) return this.#reportError('a sign-out', response)
    ledger.signOuts++
    this.#signedInAt = null
    this.#copies = [...this.#copies.slice(-4), { visit: copy, confirmedAt: Date.now() }]
  }

  /** A refused request keeps the cookie of the session. */
  #checkRefusal(response: Response): void {
    const { ledger } = this.#context
    ledger.refuse(this.#sentAt)
    const cleared = response.headers.getSetCookie().filter(line => /session-token=;/.test(line))
    if (cleared.length > 0) ledger.deletedCookies.push(`${this.id}: ${formatAnswer(response)}`)
  }

  #reportLostUser(): void {
    this.#reportLoss('user', this.knownSince ?? 0)
    this.knownSince = null
  }

  #reportLoss(what: 'sign-in' | 'sign-out' | 'user', confirmedAt: number): void {
    this.#context.ledger.losses.push({ what, who: this.id, confirmedAt })
  }

  #reportError(what: string, response: Response): void {
    this.#context.ledger.errors.push(`${this.id}: ${what} led to ${formatAnswer(response)}`)
  }
}

/** Returns whether the app said that the store is away: 503, or the error page of a sign-in or a sign-out. */
function isRefusal(response: Response): boolean {
  return response.status >= 500 || /[?&]error=Configuration/.test(response.headers.get('location') ?? '')
}
