import nodeCrypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { vi } from 'vitest'
import { origin } from '../support/app.js'
import { createRandom } from '../support/fire.js'

/** What happens to a call: `hang` fails after the visitor left, `late` runs after everything else. The others replace the result. */
export type FaultKind = 'before' | 'after' | 'hang' | 'late' | 'null' | 'undefined' | 'object' | 'text'

/** A call that can fail. `name` has the form `kind:detail`. */
export interface FaultPoint {
  readonly name: string
  readonly kinds: readonly FaultKind[]
}

/** A fault at the nth point of a run, counted from 0. */
export interface Fault {
  readonly at: number
  readonly kind: FaultKind
}

/** The text in each injected error. No response may contain it. */
export const faultText = 'injected fault'

/** The visitor gave up waiting for the response. */
export class VisitorLeft extends Error {
  override readonly name = 'VisitorLeft'
}

type Call = () => unknown

/** Counts the calls of one run that can fail, and makes the planned ones fail. */
export class FaultInjector {
  readonly points: FaultPoint[] = []
  readonly injected: string[] = []
  /** The index of the last point that failed. */
  lastInjected: number | null = null
  #plan: ReadonlyMap<number, FaultKind> = new Map()
  #isArmed = false
  /** Only calls while a request is handled count, and none of the provider. */
  #isHandling = false
  #leave: (() => void) | null = null
  #deferred: { readonly isLate: boolean; readonly settle: () => void }[] = []
  readonly #abandoned: Promise<unknown>[] = []
  readonly #random: () => number

  constructor(seed: number) {
    this.#random = createRandom(seed)
  }

  /** Fills the array with the same bytes in each run with this seed. */
  fillRandom(bytes: Uint8Array): void {
    for (const index of bytes.keys()) bytes[index] = this.#random() * 256
  }

  arm(plan: readonly Fault[]): void {
    this.#plan = new Map(plan.map(({ at, kind }) => [at, kind]))
    this.#isArmed = true
  }

  disarm(): void {
    this.#isArmed = false
  }

  /** Runs the app for one request. The visitor leaves if a call hangs. */
  async handle<T>(run: () => Promise<T>): Promise<T> {
    this.#isHandling = true
    const left = new Promise<never>((_, reject) => {
      this.#leave = () => reject(new VisitorLeft(faultText))
    })
    const pending = run()
    this.#abandoned.push(pending.catch(() => {}))
    try {
      return await Promise.race([pending, left])
    } finally {
      this.#isHandling = false
    }
  }

  /** Runs code that is not part of the app. */
  async runOutside<T>(run: () => Promise<T>): Promise<T> {
    const wasHandling = this.#isHandling
    this.#isHandling = false
    try {
      return await run()
    } finally {
      this.#isHandling = wasHandling
    }
  }

  /** Lets the calls that hang fail, or with `isLate` runs those that are late. */
  async release(isLate: boolean): Promise<void> {
    const due = this.#deferred.filter(deferred => deferred.isLate === isLate)
    this.#deferred = this.#deferred.filter(deferred => deferred.isLate !== isLate)
    for (const { settle } of due) settle()
    if (this.#deferred.length === 0) await Promise.all(this.#abandoned)
  }

  /** A call of an asynchronous function. */
  async call(name: string, kinds: readonly FaultKind[], run: Call): Promise<unknown> {
    const kind = this.#next(name, kinds)
    if (kind === 'before') throw createFault(name)
    if (kind === 'hang' || kind === 'late') return this.#defer(name, kind === 'late', run)
    const result: unknown = await run()
    if (kind === 'after') throw createFault(name)
    return replaceResult(kind, result)
  }

  /** A call of a synchronous function. `after` returns a rejected promise, `hang` one that stays pending. */
  callSync(name: string, kinds: readonly FaultKind[], run: Call): unknown {
    const kind = this.#next(name, kinds)
    if (kind === 'before') throw createFault(name)
    const result = run()
    if (kind === 'after') return Promise.reject(createFault(name))
    return kind === 'hang' ? new Promise(() => {}) : result
  }

  /** A request to the provider. `hang` reaches the deadline of the request at once. */
  async fetch(name: string, run: () => Promise<Response>): Promise<Response> {
    const kind = this.#next(name, ['before', 'after', 'hang', 'null', 'object', 'text'])
    if (kind === 'before') throw new TypeError('fetch failed', { cause: createFault(name) })
    if (kind === 'hang') return reachDeadline()
    const response = await this.runOutside(run)
    if (kind === 'after') throw new TypeError('fetch failed', { cause: createFault(name) })
    if (kind === 'text') return new Response('{"issuer": "https', { headers: jsonType })
    return kind === null ? response : Response.json(kind === 'object' ? {} : null)
  }

  #next(name: string, kinds: readonly FaultKind[]): FaultKind | null {
    if (!this.#isArmed || !this.#isHandling) return null
    const kind = this.#plan.get(this.points.length)
    this.points.push({ name, kinds })
    if (kind === undefined || !kinds.includes(kind)) return null
    this.lastInjected = this.points.length - 1
    this.injected.push(`${name} ${kind}`)
    return kind
  }

  #defer(name: string, isLate: boolean, run: Call): Promise<unknown> {
    this.#leave?.()
    return new Promise((resolve, reject) => {
      const settle = () => (isLate ? resolve(run()) : reject(createFault(name)))
      this.#deferred.push({ isLate, settle })
    })
  }
}

const jsonType = { 'content-type': 'application/json' }

function createFault(name: string): Error {
  return new Error(`${faultText} in ${name}`)
}

function replaceResult(kind: FaultKind | null, result: unknown): unknown {
  if (kind === 'null') return null
  if (kind === 'undefined') return undefined
  if (kind === 'object') return {}
  return kind === 'text' ? 'text' : result
}

let latestDeadline = () => {}

/** The deadlines of requests do not elapse, except in {@link reachDeadline}. Call it after `useFakeTimers`, whose end restores `setTimeout`. */
export function stopDeadlines(): void {
  const startTimer = globalThis.setTimeout
  const startOtherTimer = (run: () => void, milliseconds?: number, ...args: []) => {
    if (milliseconds !== 10_000) return startTimer(run, milliseconds, ...args)
    latestDeadline = run
    return startTimer(() => {})
  }
  // Not a spy: `restoreAllMocks` would restore the timer of a clock that has ended.
  globalThis.setTimeout = Object.assign(startOtherTimer, startTimer)
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const controller = new AbortController()
    latestDeadline = () => controller.abort(new DOMException('The operation timed out.', 'TimeoutError'))
    return controller.signal
  })
}

function reachDeadline(): Promise<never> {
  latestDeadline()
  return new Promise(() => {})
}

const nodeFunctions = [
  'createCipheriv',
  'createDecipheriv',
  'createHash',
  'createHmac',
  'createPublicKey',
  'hkdfSync',
  'randomBytes',
  'timingSafeEqual',
  'verify',
] as const
const subtleFunctions = ['decrypt', 'deriveBits', 'digest', 'encrypt', 'importKey', 'sign', 'verify'] as const

/**
 * Makes each call of a crypto function a fault point of the injector that `getInjector` returns.
 *
 * @returns a function that restores the originals
 */
export function interceptCrypto(getInjector: () => FaultInjector | null): () => void {
  const targets: [object, string][] = [
    ...nodeFunctions.map((name): [object, string] => [nodeCrypto, name]),
    ...subtleFunctions.map((name): [object, string] => [crypto.subtle, name]),
    [crypto, 'getRandomValues'],
  ]
  const restorers = targets.map(([target, name]) => interceptMethod(target, name, getInjector))
  syncBuiltinESMExports()
  return () => {
    for (const restore of restorers) restore()
    syncBuiltinESMExports()
  }
}

function interceptMethod(target: object, name: string, getInjector: () => FaultInjector | null): () => void {
  const original: unknown = Reflect.get(target, name)
  const isRandom = /random/i.test(name)
  if (typeof original !== 'function') throw new Error(`No function "${name}".`)
  const intercepted = (...args: unknown[]): unknown => {
    const injector = getInjector()
    if (!injector || isRelyingPartyIdDigest(name, args)) return Reflect.apply(original, target, args)
    const run = (): unknown => {
      const result: unknown = Reflect.apply(original, target, args)
      if (isRandom && result instanceof Uint8Array) injector.fillRandom(result)
      return result
    }
    if (target === crypto.subtle) return injector.call(`crypto:${name}`, ['before'], run)
    return injector.callSync(`crypto:${name}`, ['before'], run)
  }
  Object.defineProperty(target, name, { value: intercepted, configurable: true, writable: true })
  return () =>
    void Object.defineProperty(target, name, { value: original, configurable: true, writable: true })
}

/**
 * Checks whether SimpleWebAuthn hashes the id of the relying party. If that fails, its `matchExpectedRPID` never settles: it has a `then`
 * without a `catch`. The input is that of the configuration, so no visitor can make it fail.
 */
function isRelyingPartyIdDigest(name: string, [, data]: readonly unknown[]): boolean {
  return (
    name === 'digest' &&
    data instanceof Uint8Array &&
    new TextDecoder().decode(data) === new URL(origin).hostname
  )
}
