/**
 * Imports the password hashes of another system into a record store.
 *
 * @module
 */
import type { PluginContext } from '../../plugins.js'
import type { PasswordHasher } from './hashing/password-hasher.js'
import { passwordKind, toNextState } from './password-record.js'

type RecordStore = NonNullable<PluginContext['records']>

/** The hash of a user. */
export interface ImportedHash {
  readonly userId: string
  readonly hash: string
}

/** What became of one hash: a user who has a password keeps it, and a hash that this server cannot verify is not stored. */
export type ImportOutcome =
  | { readonly type: 'stored' | 'kept' }
  | { readonly type: 'refused'; readonly fault: string }

/**
 * Stores the hash of a user who never had a password. It can be repeated, also after it was interrupted, and while the app runs: a password that was
 * deleted because another person may have set it, whose record has the hash `null`, does not come back.
 *
 * @param hasher knows the formats
 */
export async function importHash(
  records: RecordStore,
  hasher: PasswordHasher,
  { userId, hash }: ImportedHash,
): Promise<ImportOutcome> {
  const { fault } = await hasher.inspect(hash)
  if (fault !== null) return { type: 'refused', fault }
  const value = { ...toNextState(hash, { version: 0, isProven: false }) }
  const record = { kind: passwordKind, id: userId, userId, value, expires: null }
  return { type: (await records.putRecord(record, { ifVersion: null })) ? 'stored' : 'kept' }
}
