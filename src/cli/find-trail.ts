import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { isRecord } from '../base/parse.js'
import { normalizeCrockford } from '../plugin-kit/base32.js'

const referenceLength = 10

/** How many lines one object of `util.inspect` has between its reference and its trail. */
const maxDistance = 12

/** How deep a line of JSON is searched. */
const maxDepth = 8

/** Parses a failure reference as a user reads it out. Returns null if the text cannot be one. */
export function parseReference(text: string): string | null {
  const reference = normalizeCrockford(text)
  return reference?.length === referenceLength ? reference : null
}

/** Opens a log. @param file a path relative to the folder, or `-` for standard input */
export function openLog(file: string, folder: string): NodeJS.ReadableStream {
  return file === '-' ? process.stdin : createReadStream(resolve(folder, file))
}

/**
 * Finds the trail of a failure in a log: in a line of the default logger, in a line of JSON, or in an error that `console` printed.
 *
 * @returns null if the log does not contain it
 */
export async function findTrail(log: NodeJS.ReadableStream, reference: string): Promise<string | null> {
  let inspected: string[] = []
  for await (const line of createInterface({ input: log, crlfDelay: Number.POSITIVE_INFINITY })) {
    const isNamed = line.includes(reference)
    const trail = isNamed ? parseLine(line, reference) : null
    if (trail !== null) return trail
    if (isNamed || inspected.length > 0) inspected.push(line)
    const printed = inspected.length > 0 ? parseInspected(inspected.join(' ')) : null
    if (printed !== null) return printed
    if (inspected.length > maxDistance) inspected = []
  }
  return null
}

function parseLine(line: string, reference: string): string | null {
  try {
    return findInValue(JSON.parse(line), reference, 0)
  } catch {
    return findInText(line, reference)
  }
}

function findInValue(value: unknown, reference: string, depth: number): string | null {
  if (typeof value === 'string') return findInText(value, reference)
  if (typeof value !== 'object' || value === null || depth > maxDepth) return null
  if (isRecord(value) && value.reference === reference && typeof value.trail === 'string') return value.trail
  for (const member of Object.values<unknown>({ ...value })) {
    const trail = findInValue(member, reference, depth + 1)
    if (trail !== null) return trail
  }
  return null
}

function findInText(text: string, reference: string): string | null {
  return new RegExp(`\\breference ${reference}: ([^\\]\\n]+)`).exec(text)?.[1] ?? null
}

/** A member of `util.inspect`. A trail contains no quotes. */
function parseInspected(text: string): string | null {
  return /\btrail:\s*['"`]([^'"`]+)['"`]/.exec(text)?.[1] ?? null
}
