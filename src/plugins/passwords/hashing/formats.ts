import { bcryptFormat } from './bcrypt-format.js'
import { betterAuthFormat, lucia2Format } from './lucia-formats.js'
import { argon2Format, djangoFormat, pbkdf2Format, scryptFormat } from './phc-formats.js'
import type { HashFormat, Peppers, StoredHash } from './stored-hash.js'

/** All formats of stored hashes. At most one matches a string. */
export const hashFormats: readonly HashFormat[] = [
  argon2Format,
  scryptFormat,
  pbkdf2Format,
  djangoFormat,
  bcryptFormat,
  lucia2Format,
  betterAuthFormat,
]

/** The longest string that is parsed, in characters. */
const maxLength = 1024

/** Finds the format of a stored hash by its beginning. */
export function findFormat(stored: unknown): HashFormat | null {
  if (typeof stored !== 'string' || stored.length > maxLength) return null
  return hashFormats.find(({ matches }) => matches(stored)) ?? null
}

/** Reads a stored hash. Returns a sentence that says why it cannot be verified, if so. The sentence never contains the string. */
export async function parseStoredHash(stored: unknown, peppers: Peppers): Promise<StoredHash | string> {
  const format = findFormat(stored)
  if (!format || typeof stored !== 'string')
    return `A stored password hash has an unknown format. Known are: ${hashFormats.map(({ name }) => name).join(', ')}. Verify others in \`custom.verify\`.`
  const parsed = await format.parse(stored, peppers)
  return typeof parsed === 'string'
    ? `A stored password hash of the format ${format.name} cannot be verified: ${parsed}.`
    : parsed
}
