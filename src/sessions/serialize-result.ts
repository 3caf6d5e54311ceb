import { isRecord } from '../base/parse.js'
import { toError } from '../base/to-error.js'
import { SessionUnavailable } from '../errors.js'
import type { ResolvedUser } from '../types/identity.js'

/**
 * Serializes what the app returned. As in Auth.js, JSON leaves out functions, symbols and members that are undefined.
 *
 * @param source what the app returned, such as `callbacks.jwt`
 * @throws SessionUnavailable that names the member, because the user is not signed out
 */
export function serializeResult(value: unknown, source: string): string {
  try {
    return JSON.stringify(value)
  } catch (error) {
    const { path, problem } = findFault(value, [], new Set()) ?? { path: '', problem: 'not valid in JSON' }
    const member = path === '' ? '' : `: its member \`${path}\` is ${problem}`
    throw new SessionUnavailable(
      `What \`${source}\` returned is not valid in JSON${member}. Convert it to text or a number, or leave it out.`,
      { err: toError(error) },
    )
  }
}

/** Names the function of the app that the name, the email address and the image of a user are from. */
export function getUserSource({ identity: { account } }: ResolvedUser): string {
  if (account.type === 'credentials') return 'authorize'
  return account.type === 'oauth' || account.type === 'oidc' ? 'profile' : 'getUser'
}

interface Fault {
  readonly path: string
  readonly problem: string
}

/** Code that walks a value needs stack for each level, as `JSON.stringify` does. */
const maxLevels = 500

/** Finds the first member that JSON cannot hold. */
function findFault(value: unknown, names: readonly string[], parents: ReadonlySet<unknown>): Fault | null {
  if (typeof value === 'bigint') return { path: toPath(names), problem: 'a BigInt' }
  if (typeof value !== 'object' || value === null) return null
  if (parents.has(value)) return { path: toPath(names), problem: 'a circular reference' }
  if (names.length > maxLevels) return { path: toPath(names), problem: 'too deep' }
  const inner = convertToJson(value)
  if (inner === undefined) return { path: toPath(names), problem: 'an object whose `toJSON` throws' }
  if (inner !== value) return findFault(inner, names, new Set([...parents, value]))
  if (!Array.isArray(value) && !isRecord(value)) return null
  const path = new Set([...parents, value])
  for (const [name, member] of Object.entries<unknown>({ ...value })) {
    const fault = findFault(member, [...names, name], path)
    if (fault) return fault
  }
  return null
}

/** Returns what `JSON.stringify` serializes instead of an object; undefined if that throws. */
function convertToJson(value: object): unknown {
  const toJSON: unknown = Reflect.get(value, 'toJSON')
  if (typeof toJSON !== 'function') return value
  try {
    return Reflect.apply(toJSON, value, ['']) ?? null
  } catch {
    // The caller names the member.
    return undefined
  }
}

/** A path of many levels shows its first ones. */
function toPath(names: readonly string[]): string {
  return names.length <= 20 ? names.join('.') : `${names.slice(0, 20).join('.')}…`
}
