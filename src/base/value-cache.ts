import { Cache } from './cache.js'

interface Computed<I, O> {
  readonly input: I
  readonly output: O
}

/**
 * What was made of an input, given again for an input of equal value: an app may write its configuration anew for each
 * request. Plain objects and arrays are compared by what is in them, everything else, functions too, by identity, so
 * that nothing of one tenant is ever given to another. Bounded: one output per name.
 */
export class ValueCache<I extends object, O> {
  readonly #cache: Cache<Computed<I, O>>
  readonly #compute: (input: I) => O

  constructor(maxEntries: number, compute: (input: I) => O) {
    this.#cache = new Cache(maxEntries)
    this.#compute = compute
  }

  /** @param name tells inputs apart that are expected to differ */
  getOrCompute(name: string, input: I): O {
    const cached = this.#cache.get(name)
    if (cached && isDeepEqual(cached.input, input)) return cached.output
    // A copy: the app may change its object and come again with it, and the output may hold parts of its input.
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

function copyDeep<T>(value: T): T {
  if (!isPlainObjectOrArray(value)) return value
  if (Array.isArray(value)) return value.map(copyDeep) as T
  const result = {}
  // Defined and not set: a key may be called `__proto__`.
  for (const key of Reflect.ownKeys(value))
    Object.defineProperty(result, key, { ...propertyAttributes, value: copyDeep(Reflect.get(value, key)) })
  return result as T
}

const propertyAttributes = { enumerable: true, writable: true, configurable: true }

/** A plain object or an array: instances of classes and functions are what they are. */
function isPlainObjectOrArray(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === Array.prototype || prototype === null
}
