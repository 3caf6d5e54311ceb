import type { InstrumentedRequest, RequestHead, RequestOutcome } from '../../plugins.js'
import { getErrorType } from './attributes.js'
import type { Count } from './counters.js'
import type { RequestFacts } from './types.js'

/** Collects what the events of running requests say, and counts sign-ins and throttled requests. */
export class RequestRecorder {
  readonly #facts = new WeakMap<RequestHead, RequestFacts>()
  readonly #count: Count

  constructor(count: Count) {
    this.#count = count
  }

  /** Starts to collect the facts of a request. Parallel requests have different heads. */
  startRequest(request: InstrumentedRequest): RequestFacts {
    const facts = { request, userId: null, signInFailure: null, isSignInCounted: false }
    if (request.head) this.#facts.set(request.head, facts)
    return facts
  }

  /** Records a sign-in. */
  recordSignIn(head: RequestHead, provider: string | null): void {
    this.#countSignIn(this.#facts.get(head), 'success', provider)
  }

  /** Records a sign-in that failed. The provider is that of the request, because the event has what the client sent. */
  recordSignInFailure(head: RequestHead, error: Error): void {
    const facts = this.#facts.get(head)
    if (facts) facts.signInFailure = getErrorType(error)
    this.#countSignIn(facts, 'failure', facts?.request.provider ?? null)
  }

  /** Records the user of a request. */
  recordUser(head: RequestHead, userId: unknown): void {
    const facts = this.#facts.get(head)
    if (facts && (typeof userId === 'string' || typeof userId === 'number')) facts.userId = String(userId)
  }

  /** Counts a request that has ended. A wrong password of a plugin is no event of a sign-in, but the failure of its operation. */
  endRequest(facts: RequestFacts, { error, failure, isThrottled }: RequestOutcome): void {
    const { submitsSignIn, provider, flow } = facts.request
    if (isThrottled) this.#count('latchkey.throttled', { 'latchkey.flow': flow, ...toAttributes(provider) })
    const isFailed = error !== null || failure !== null
    if (submitsSignIn && isFailed && !facts.isSignInCounted) this.#countSignIn(facts, 'failure', provider)
  }

  #countSignIn(
    facts: RequestFacts | undefined,
    outcome: 'success' | 'failure',
    provider: string | null,
  ): void {
    if (facts) facts.isSignInCounted = true
    this.#count('latchkey.sign_ins', { 'latchkey.outcome': outcome, ...toAttributes(provider) })
  }
}

function toAttributes(provider: string | null): Record<string, string> {
  return provider === null ? {} : { 'latchkey.provider': provider }
}
