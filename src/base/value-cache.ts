import { Cache } from './cache.js'

interface Computed<I, O> {
  readonly input: I
  readonly output: O
}

/**
 * Caches the output of a function by the value of its input, because an app can create its configuration
 * again for each request. Plain objects and arrays are compared deeply. Everything else, including functions,
 * is compared by identity, so that tenants never share an output. Keeps one output per name.
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
  const keys = Reflect.ownKeys(a)
  return (
    keys.length === Reflect.ownKeys(b).length &&
    keys.every(key => Object.hasOwn(b, key) && isDeepEqual(Reflect.get(a, key), Reflect.get(b, key)))
  )
}

/** Copies plain objects and arrays. Everything else is kept. */
export function copyDeep<T>(value: T): T {
  if (!isPlainObjectOrArray(value)) return value
  if (Array.isArray(value)) return value.map(copyDeep) as T
  const result = {}
  // Uses `defineProperty` because a key can be `__proto__`.
  for (const key of Reflect.ownKeys(value))
    Object.defineProperty(result, key, { ...propertyAttributes, value: copyDeep(Reflect.get(value, key)) })
  return result as T
}

const propertyAttributes = { enumerable: true, writable: true, configurable: true }

/** Checks for a plain object or an array. Class instances and functions are compared by identity. */
function isPlainObjectOrArray(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === Array.prototype || prototype === null
}
