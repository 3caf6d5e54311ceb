import { AdapterError } from '../errors.js'

type FieldEntry = [field: string, value: unknown]

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
    const key = this.#getKey(record)
    if (this.#records.has(key)) throw new AdapterError(`This ${this.noun} exists already.`)
    return this.#save(key, record)
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

  /** Changes the given fields; an undefined one is not given. */
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

/** One string per key, with no two keys alike whatever characters their parts have. */
function joinKey(parts: readonly unknown[]): string {
  return parts.length === 1 ? String(parts[0]) : JSON.stringify(parts)
}

function omitUndefined<T extends object>(changes: T): T {
  return mapEntries(changes, entries => entries.filter(([, value]) => value !== undefined))
}

/** A deep copy; much cheaper than `structuredClone` of the whole for the flat records there are. */
function copyRecord<T extends object>(record: T): T {
  return mapEntries(record, entries =>
    entries.map(([field, value]) => [field, isReferenceValue(value) ? structuredClone(value) : value]),
  )
}

function mapEntries<T extends object>(record: T, transform: (entries: FieldEntry[]) => FieldEntry[]): T {
  return Object.fromEntries(transform(Object.entries(record))) as T
}

/** What a copy would share. Of these `structuredClone` refuses what no store could keep, such as functions. */
function isReferenceValue(value: unknown): boolean {
  return typeof value === 'function' || (typeof value === 'object' && value !== null)
}
