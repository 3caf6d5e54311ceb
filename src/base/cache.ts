/**
 * What is computed, loaded or pending once, and how to use it without waiting once it is there.
 *
 * @module
 */

type Awaitable<T> = T | PromiseLike<T>

/**
 * Checks for a promise. An `await` takes a turn even if the value is there, as with `node:crypto` and cached keys, and a session is read so
 * often that these turns count.
 */
export function isPromise<T>(value: Awaitable<T>): value is PromiseLike<T> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}

/** Calls a function with a value: at once if it is no promise, else when the promise is fulfilled. */
export function chain<Value, Result>(
  value: Awaitable<Value>,
  next: (value: Value) => Awaitable<Result>,
): Awaitable<Result> {
  return isPromise(value) ? Promise.resolve(value).then(next) : next(value)
}

/** Waits for all values. Returns them at once if none of them is a promise. */
export function joinAll<Value>(values: ReadonlyArray<Awaitable<Value>>): Awaitable<readonly Value[]> {
  return values.every(isValue) ? values : Promise.all(values)
}

function isValue<Value>(value: Awaitable<Value>): value is Value {
  return !isPromise(value)
}

/** Returns the first result that is not null. A value is only tried if none of those before it has a result. */
export function findFirst<Value extends object, Result>(
  [first, ...others]: readonly Value[],
  find: (value: Value) => Awaitable<Result | null>,
): Awaitable<Result | null> {
  if (!first) return null
  return chain(find(first), result => result ?? findFirst(others, find))
}

/** Calls a function, and `recover` with its error, whether the function throws or its promise is rejected. */
export function catchErrors<Result>(
  run: () => Awaitable<Result>,
  recover: (error: unknown) => Awaitable<Result>,
): Awaitable<Result> {
  try {
    const result = run()
    return isPromise(result) ? Promise.resolve(result).catch(recover) : result
  } catch (error) {
    return recover(error)
  }
}

/**
 * Returns a function that loads a module at its first call. `import()` takes microseconds also for a loaded module, so later calls return
 * what the first one loaded. Bundlers remove a loader that is not used.
 */
/* @__NO_SIDE_EFFECTS__ */
export function createLoader<T>(load: () => Promise<T>): () => T | Promise<T> {
  let loaded: T | undefined
  return () => loaded ?? load().then(module => (loaded = module))
}

/** Creates a function whose module is loaded at the first call. */
/* @__NO_SIDE_EFFECTS__ */
export function createLazyFunction<Module, Args extends readonly unknown[], Result>(
  load: () => Awaitable<Module>,
  select: (module: Module) => (...args: Args) => Awaitable<Result>,
): (...args: Args) => Awaitable<Result> {
  return (...args) => chain(load(), module => select(module)(...args))
}

interface Entry<V> {
  readonly value: V
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

/**
 * A cache with a maximum number of entries and optionally a maximum age in seconds. Input of a visitor cannot
 * make it grow without limit. The least recently used entry is evicted first.
 */
export class Cache<V> {
  readonly #entries = new Map<string, Entry<V>>()
  readonly #maxEntries: number
  readonly #maxAge: number

  constructor(maxEntries: number, maxAge: number = Number.POSITIVE_INFINITY) {
    this.#maxEntries = maxEntries
    this.#maxAge = maxAge
  }

  get(key: string): V | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    if (entry.expiresAt <= Date.now()) {
      this.#entries.delete(key)
      return undefined
    }
    if (this.#entries.size > this.#maxEntries / 2) this.#touch(key, entry)
    return entry.value
  }

  set(key: string, value: V): V {
    this.#entries.delete(key)
    this.#entries.set(key, { value, expiresAt: Date.now() + this.#maxAge * 1000 })
    if (this.#entries.size > this.#maxEntries) this.#evictOldest()
    return value
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }

  /** Marks an entry as recently used. The order only matters if the cache is more than half full. */
  #touch(key: string, entry: Entry<V>): void {
    this.#entries.delete(key)
    this.#entries.set(key, entry)
  }

  #evictOldest(): void {
    for (const key of this.#entries.keys()) return void this.#entries.delete(key)
  }
}

/**
 * Shares asynchronous work between the requests of this process while it is running, so that parallel requests do the same work once.
 * Nothing is kept after the work settles, so a failure is never reused.
 */
export class SharedWork<V> {
  readonly #running = new Map<string, Promise<V>>()
  readonly #maxEntries: number

  /** @param maxEntries how much work is shared at a time; more is done without sharing */
  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries
  }

  /** Returns the result of the running work with this key, else starts it. */
  async joinOrStart(key: string, start: () => Promise<V>): Promise<V> {
    if (!canSharePromises()) return start()
    const running = this.#running.get(key)
    if (running) return running
    if (this.#running.size >= this.#maxEntries) return start()
    const started = start()
    this.#running.set(key, started)
    try {
      return await started
    } finally {
      this.#running.delete(key)
    }
  }
}

/**
 * Checks for a runtime where a request can await a promise of another request. In workerd, such a promise may never settle, because its
 * work is canceled with its own request. An unknown runtime counts as one of those.
 */
export function canSharePromises(): boolean {
  const userAgent = globalThis.navigator?.userAgent
  if (userAgent !== undefined) return /^(?:Node\.js|Bun|Deno)\//.test(userAgent)
  // Node 20 has no `navigator`.
  return globalThis.process?.release?.name === 'node'
}

interface Computed<I, O> {
  readonly input: I
  readonly output: O
}

/**
 * Caches the output of a function by the value of its input, because an app can create its configuration
 * again for each request. Plain objects and arrays are compared deeply. Everything else, including functions,
 * is compared by identity, so that tenants never share an output. Names that are not enumerable are not
 * part of the input; symbols are. Keeps one output per name.
 */
export class ValueCache<I extends object, O> {
  readonly #cache: Cache<Computed<I, O>>
  readonly #compute: (input: I) => O

  constructor(maxEntries: number, compute: (input: I) => O) {
    this.#cache = new Cache(maxEntries)
    this.#compute = compute
  }

  /**
   * Returns the cached output for an equal input, else computes it.
   *
   * @param name separates inputs that are expected to differ
   */
  getOrCompute(name: string, input: I): O {
    const cached = this.#cache.get(name)
    if (cached && isDeepEqual(cached.input, input)) return cached.output
    // The app can change its object and pass it again, and the output can contain parts of the input.
    const inputCopy = copyDeep(input)
    const computed = { input: inputCopy, output: this.#compute(inputCopy) }
    this.#cache.set(name, computed)
    return computed.output
  }
}

function isDeepEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (!isPlainObjectOrArray(a) || !isPlainObjectOrArray(b) || Array.isArray(a) !== Array.isArray(b))
    return false
  const [keysOfA, keysOfB] = [listKeys(a), listKeys(b)]
  if (keysOfA.length !== keysOfB.length || (Array.isArray(a) && a.length !== Reflect.get(b, 'length')))
    return false
  for (const [index, key] of keysOfA.entries()) {
    if (keysOfB[index] !== key && !keysOfB.includes(key)) return false
    if (!isDeepEqual(a[key as keyof object], b[key as keyof object])) return false
  }
  return true
}

/** Lists the enumerable names and the symbols. `Reflect.ownKeys` is slower. */
function listKeys(value: object): readonly PropertyKey[] {
  const symbols = Object.getOwnPropertySymbols(value)
  return symbols.length === 0 ? Object.keys(value) : [...Object.keys(value), ...symbols]
}

/** Copies plain objects, with what is enumerable and their symbols, and arrays. Everything else is kept. */
export function copyDeep<T>(value: T): T {
  if (!isPlainObjectOrArray(value)) return value
  if (Array.isArray(value)) return value.map(copyDeep) as T
  const result: Record<PropertyKey, unknown> = {}
  for (const key of listKeys(value)) {
    const copied = copyDeep(value[key as keyof typeof value])
    // An assignment to an inherited name, such as `__proto__`, may call a setter or fail.
    if (key in result) Object.defineProperty(result, key, { ...propertyAttributes, value: copied })
    else result[key] = copied
  }
  return result as T
}

const propertyAttributes = { enumerable: true, writable: true, configurable: true }

/** Checks for a plain object or an array. Class instances and functions are compared by identity. */
function isPlainObjectOrArray(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === Array.prototype || prototype === null
}
