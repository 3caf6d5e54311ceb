import { hashSha256Hex } from '#crypto'
import type { Awaitable } from '../types/common.js'
import type { RecordStore, StoredRecord } from '../types/record-store.js'
import type { User } from '../types/user.js'

/** The kind of the records of unverified email addresses. The id is that of the user. */
export const unverifiedEmailKind = 'unverified-email'

/** The value of a record of an unverified email address. It counts only while the user has the address. */
export type UnverifiedEmailValue = Readonly<Record<'emailHash' | 'provider' | 'createdAt', string>>

/** Returns the record of the address that a user has now. */
export async function findUnverifiedEmailRecord(
  records: RecordStore,
  { id, email }: User & { readonly id: string },
): Promise<StoredRecord | null> {
  if (!email) return null
  const record = await records.getRecord(unverifiedEmailKind, id)
  const { emailHash } = Object(record?.value) as Partial<UnverifiedEmailValue>
  return emailHash !== undefined && emailHash === (await hashEmail(email)) ? record : null
}

/** Two spellings of an address that differ in case have the same hash. */
export function hashEmail(email: string): Awaitable<string> {
  return hashSha256Hex(email.toLowerCase())
}
