import { AdapterError } from '../errors.js'

type Entry = [field: string, value: unknown]

/** Records of one kind under a unique key; copies go in and out, so that nobody shares an object with the store. */
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
    const key = this.#keyOf(record)
    if (this.#records.has(key)) throw new AdapterError(`This ${this.noun} exists already.`)
    return this.#keep(key, record)
  }

  get(...key: string[]): T | null {
    const record = this.#records.get(join(key))
    return record ? copy(record) : null
  }

  find(matches: (record: T) => boolean): T | null {
    for (const record of this.#records.values()) if (matches(record)) return copy(record)
    return null
  }

  filter(matches: (record: T) => boolean): T[] {
    return [...this.#records.values()].filter(matches).map(copy)
  }

  /** Changes the given fields; an undefined one is not given. */
  update(changes: Partial<T>): T | null {
    const key = this.#keyOf(changes)
    const record = this.#records.get(key)
    return record ? this.#keep(key, { ...record, ...given(changes) }) : null
  }

  remove(...key: string[]): T | null {
    const removed = this.get(...key)
    this.#records.delete(join(key))
    return removed
  }

  /** Removes the records that match, and tells how many there were. */
  removeAll(matches: (record: T) => boolean): number {
    let removed = 0
    for (const [key, record] of this.#records)
      if (matches(record)) {
        this.#records.delete(key)
        removed++
      }
    return removed
  }

  has(...key: string[]): boolean {
    return this.#records.has(join(key))
  }

  #keep(key: string, record: T): T {
    const kept = copy(record)
    this.#records.set(key, kept)
    return copy(kept)
  }

  #keyOf(record: Partial<T>): string {
    return join(this.#key.map(field => record[field]))
  }
}

/** One string per key, with no two keys alike whatever characters their parts have. */
function join(parts: readonly unknown[]): string {
  return parts.length === 1 ? String(parts[0]) : JSON.stringify(parts)
}

function given<T extends object>(changes: T): T {
  return mapped(changes, entries => entries.filter(([, value]) => value !== undefined))
}

/** A deep copy; much cheaper than `structuredClone` of the whole for the flat records there are. */
function copy<T extends object>(record: T): T {
  return mapped(record, entries =>
    entries.map(([field, value]) => [field, isShared(value) ? structuredClone(value) : value]),
  )
}

function mapped<T extends object>(record: T, change: (entries: Entry[]) => Entry[]): T {
  return Object.fromEntries(change(Object.entries(record))) as T
}

/** What a copy would share. Of these `structuredClone` refuses what no store could keep, such as functions. */
function isShared(value: unknown): boolean {
  return typeof value === 'function' || (typeof value === 'object' && value !== null)
}
