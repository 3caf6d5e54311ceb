import { Cache } from './cache.js'

interface Made<I, O> {
  readonly input: I
  readonly output: O
}

/**
 * What was made of an input, given again for an input of equal value: an app may write its configuration anew for each
 * request. Plain objects and arrays are compared by what is in them, everything else, functions too, by identity, so
 * that nothing of one tenant is ever given to another. Bounded: one output per name.
 */
export class Interned<I extends object, O> {
  readonly #made: Cache<Made<I, O>>
  readonly #make: (input: I) => O

  constructor(most: number, make: (input: I) => O) {
    this.#made = new Cache(most)
    this.#make = make
  }

  /** @param name tells inputs apart that are expected to differ */
  of(name: string, input: I): O {
    const known = this.#made.get(name)
    if (known && isEqual(known.input, input)) return known.output
    // A copy: the app may change its object and come again with it, and the output may hold parts of its input.
    const own = copy(input)
    const made = { input: own, output: this.#make(own) }
    this.#made.set(name, made)
    return made.output
  }
}

function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (!isTree(a) || !isTree(b) || Array.isArray(a) !== Array.isArray(b)) return false
  const keys = Reflect.ownKeys(a)
  return (
    keys.length === Reflect.ownKeys(b).length &&
    keys.every(key => Object.hasOwn(b, key) && isEqual(Reflect.get(a, key), Reflect.get(b, key)))
  )
}

function copy<T>(value: T): T {
  if (!isTree(value)) return value
  if (Array.isArray(value)) return value.map(copy) as T
  const fresh = {}
  // Defined and not set: a key may be called `__proto__`.
  for (const key of Reflect.ownKeys(value))
    Object.defineProperty(fresh, key, { ...plain, value: copy(Reflect.get(value, key)) })
  return fresh as T
}

const plain = { enumerable: true, writable: true, configurable: true }

/** A plain object or an array: instances of classes and functions are what they are. */
function isTree(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === Array.prototype || prototype === null
}
