/**
 * What an unknown value is: a URL, a JSON object, an id, a value without undefined members.
 *
 * @module
 */

/**
 * Parses a URL. Returns null if it is invalid.
 *
 * A failed parse throws, which takes ten times as long as checking first. Only ASCII is checked first: `URL.canParse` of some versions
 * of Node is wrong for other letters once the caller is compiled.
 */
export function parseUrl(url: string, base?: string): URL | null {
  if (isAscii(url)) return URL.canParse(url, base) ? new URL(url, base) : null
  try {
    return new URL(url, base)
  } catch {
    return null
  }
}

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text)
}

/** Parses a JSON object. Returns null if the text is not JSON or holds another value. */
export function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : null
  } catch {
    // Each caller reports invalid JSON with its own message.
    return null
  }
}

/** Checks for an object that is neither an array nor null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Maximum levels of untrusted JSON. Code that walks a value, such as `JSON.stringify`, needs stack for each level. */
export const maxJsonLevels = 100

/**
 * Parses a JSON object from an untrusted source without `__proto__` keys, which would set a prototype when an
 * app copies the object. Returns null if it has more than 100 levels.
 */
export function parseUntrustedObject(text: string): Record<string, unknown> | null {
  const object = parseObject(text)
  if (!object || !hasAtMostLevels(object, maxJsonLevels)) return null
  return copyWithoutProto(object)
}

/** Copies an object without `__proto__` keys at any level. */
export function copyWithoutProto(object: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return stripProto(object) as Record<string, unknown>
}

function hasAtMostLevels(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  const inner: unknown[] = Object.values(value)
  return levels > 0 && inner.every(item => hasAtMostLevels(item, levels - 1))
}

function stripProto(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stripProto)
  if (!isRecord(value)) return value
  const entries = Object.entries(value).filter(([key]) => key !== '__proto__')
  return Object.fromEntries(entries.map(([key, inner]) => [key, stripProto(inner)]))
}

/**
 * Returns an id as text, or null if the value is not an id. Text, whole numbers and BigInt are ids, and so are objects with one text form,
 * such as the `ObjectId` of MongoDB: `toJSON` and `toString` return the same text. A number above 2^53 may already be rounded to the id of
 * another user, so it is not an id.
 */
export function toIdText(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value
  if (typeof value === 'bigint' || Number.isSafeInteger(value)) return BigInt(value as bigint).toString()
  if (typeof value !== 'object' || value === null || !('toJSON' in value)) return null
  const json: unknown = typeof value.toJSON === 'function' ? value.toJSON() : null
  return typeof json === 'string' && json !== '' && json === String(value) ? json : null
}

/** What an id must be. */
export const validIds = 'text, a whole number up to 2^53 or a BigInt'

/**
 * Describes a value that is not an id, for an error message.
 *
 * @param verb what the app does with an id: it returns one from a function, or passes one to a function
 */
export function describeInvalidId(value: unknown, verb: 'Return' | 'Pass' = 'Return'): string {
  return `${describeValue(value)}. ${verb} ${validIds}`
}

/** Describes that a function got a value that is not the id of a user, for an error message. */
export function describeMissingUserId(value: unknown, source: string): string {
  return `\`${source}\` needs the id of a user. It is ${describeInvalidId(value, 'Pass')}.`
}

function describeValue(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  const text = typeof value === 'string' ? JSON.stringify(value) : toShortText(value)
  return `${text} (${typeof value})`
}

function toShortText(value: unknown): string {
  if (typeof value === 'function') return 'a function'
  try {
    return String(value).slice(0, 50)
  } catch {
    // An object without a prototype has no text form.
    return 'an object'
  }
}

/**
 * Returns a value without undefined members, at all levels. Frameworks refuse to serialize them. Plain objects and lists are copied if
 * needed, and all other objects stay.
 */
export function omitUndefined<T>(value: T): T {
  return omit(value, new Map(), maxLevels) as T
}

type Defined<Members> = { [Name in keyof Members]?: Exclude<Members[Name], undefined> }

/** Returns a copy without the members of an object that are undefined. Their values stay as they are. */
export function omitUndefinedMembers<Members extends object>(object: Members): Defined<Members> {
  const result: Partial<Members> = {}
  for (const name in object) if (object[name] !== undefined) result[name] = object[name]
  return result as Defined<Members>
}

/** Deeper values stay as they are. The serializer reports them. */
const maxLevels = 500

function omit(value: unknown, results: Map<object, unknown>, levels: number): unknown {
  if (levels === 0 || typeof value !== 'object' || value === null || !isPlain(value)) return value
  if (results.has(value)) return results.get(value)
  // A circular value stays circular.
  results.set(value, value)
  const result = Array.isArray(value)
    ? omitInItems(value, results, levels - 1)
    : omitInMembers(value, results, levels - 1)
  results.set(value, result)
  return result
}

function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function omitInItems(
  items: readonly unknown[],
  results: Map<object, unknown>,
  levels: number,
): readonly unknown[] {
  const copies = items.map(item => omit(item, results, levels))
  return copies.some((copy, index) => copy !== items[index]) ? copies : items
}

function omitInMembers(value: object, results: Map<object, unknown>, levels: number): object {
  let copy: object | undefined
  for (const key of Object.keys(value)) {
    const member: unknown = Reflect.get(value, key)
    const result = omit(member, results, levels)
    if (result === member && member !== undefined) continue
    copy ??= { ...value }
    if (member === undefined) Reflect.deleteProperty(copy, key)
    else
      Object.defineProperty(copy, key, {
        value: result,
        enumerable: true,
        writable: true,
        configurable: true,
      })
  }
  return copy ?? value
}

/** Parses a header to which each proxy appends an element. An element may be empty. */
export function parseForwardedList(header: string | null | undefined): readonly string[] {
  return header ? header.split(',').map(element => element.trim()) : []
}
