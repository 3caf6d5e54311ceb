import type { Interleaver } from './interleaver.js'

/** A call of a step that fails: before it runs, or after it ran and its result was lost. */
export interface Fault {
  /** The index of the call in the step. */
  readonly at: number
  readonly kind: 'before' | 'after'
}

/** The text of each injected error. No response may contain it. */
export const faultText = 'a simulated fault'

/** Makes one call of a step fail. */
export class FaultInjector {
  readonly #interleaver: Interleaver
  #fault: Fault | null = null
  #callNames: string[] = []
  #failedCall: string | null = null

  constructor(interleaver: Interleaver) {
    this.#interleaver = interleaver
  }

  /** Starts a step. */
  arm(fault: Fault | null): void {
    this.#fault = fault
    this.#callNames = []
    this.#failedCall = null
  }

  /** Lets all calls succeed. */
  disarm(): void {
    this.#fault = null
  }

  /** The call that failed in this step, in words, or null. */
  get failedCall(): string | null {
    return this.#failedCall
  }

  /** Returns whether a call with this name began in this step. */
  hasCalled(name: string): boolean {
    return this.#callNames.includes(name)
  }

  /** Runs a call that may fail. */
  async run<T>(name: string, call: () => T | PromiseLike<T>): Promise<T> {
    await this.#interleaver.pause()
    const fault = this.#fault?.at === this.#callNames.length ? this.#fault : null
    this.#callNames.push(name)
    if (fault?.kind === 'before') throw this.#fail(`${name} fails`)
    const result = await call()
    if (fault?.kind === 'after') throw this.#fail(`${name} runs, but its result is lost`)
    return result
  }

  /** Makes each method of an object a call that may fail. */
  wrapMethods<T extends object>(target: T, kind: string): T {
    const wrapped = new Map<string | symbol, unknown>()
    return new Proxy(target, {
      get: (object, name) => {
        const method: unknown = Reflect.get(object, name)
        if (typeof method !== 'function') return method
        const known = wrapped.get(name)
        if (known) return known
        const faulty = (...args: unknown[]) =>
          this.run(`${kind} ${String(name)}`, () => Reflect.apply(method, object, args) as unknown)
        wrapped.set(name, faulty)
        return faulty
      },
    })
  }

  #fail(failure: string): Error {
    this.#failedCall = failure
    return new Error(`${faultText}: ${failure}`)
  }
}
