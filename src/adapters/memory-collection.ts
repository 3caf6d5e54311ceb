import { AdapterError } from '../errors.js'

type FieldEntry = [field: string, value: unknown]

/** Stores records of one kind under a unique key. Copies go in and out, so callers never share an object with the store. */
export class Collection<T extends object> {
  readonly #records = new Map<string, T>()
  readonly #key: readonly (keyof T)[]

  constructor(
    readonly noun: string,
    ...key: (keyof T & string)[]
  ) {
    this.#key = key
  }

  insert(record: T): T {
    const key = this.#getKey(record)
    if (this.#records.has(key)) throw new AdapterError(`This ${this.noun} already exists.`)
    return this.#save(key, record)
  }

  /** Inserts a record, or replaces the one with its key. */
  put(record: T): void {
    this.#records.set(this.#getKey(record), copyRecord(record))
  }

  get(...key: string[]): T | null {
    const record = this.#records.get(joinKey(key))
    return record ? copyRecord(record) : null
  }

  find(matches: (record: T) => boolean): T | null {
    for (const record of this.#records.values()) if (matches(record)) return copyRecord(record)
    return null
  }

  filter(matches: (record: T) => boolean): T[] {
    return [...this.#records.values()].filter(matches).map(copyRecord)
  }

  /** Updates the fields that are not `undefined`. */
  update(changes: Partial<T>): T | null {
    const key = this.#getKey(changes)
    const record = this.#records.get(key)
    return record ? this.#save(key, { ...record, ...omitUndefined(changes) }) : null
  }

  remove(...key: string[]): T | null {
    const removed = this.get(...key)
    this.#records.delete(joinKey(key))
    return removed
  }

  /** Removes the records that match and returns their number. */
  removeAll(matches: (record: T) => boolean): number {
    let removed = 0
    for (const [key, record] of this.#records)
      if (matches(record)) {
        this.#records.delete(key)
        removed++
      }
    return removed
  }

  get size(): number {
    return this.#records.size
  }

  has(...key: string[]): boolean {
    return this.#records.has(joinKey(key))
  }

  #save(key: string, record: T): T {
    const stored = copyRecord(record)
    this.#records.set(key, stored)
    return copyRecord(stored)
  }

  #getKey(record: Partial<T>): string {
    return joinKey(this.#key.map(field => record[field]))
  }
}

/** Returns one string per key. Different keys have different strings, whatever characters their parts contain. */
function joinKey(parts: readonly unknown[]): string {
  return parts.length === 1 ? String(parts[0]) : JSON.stringify(parts)
}

function omitUndefined<T extends object>(changes: T): T {
  const entries: FieldEntry[] = Object.entries(changes)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as T
}

/** Returns a deep copy. For flat records this is much cheaper than `structuredClone` of the whole record. */
function copyRecord<T extends object>(record: T): T {
  const copy = { ...record }
  for (const field of Object.keys(copy) as (keyof T)[]) copy[field] = copyValue(copy[field])
  return copy
}

/** Copies dates and other objects. `structuredClone` rejects functions, which no store can keep. */
function copyValue<V>(value: V): V {
  if (value instanceof Date) return new Date(value) as V
  return Object(value) === value ? structuredClone(value) : value
}
