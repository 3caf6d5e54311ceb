/**
 * Records that are already gone. Adapters return null for them, or throw an error of their database library.
 *
 * @module
 */

/** The names of the errors with which TypeORM, Kysely and Sequelize report that a record does not exist. */
const missingRecordErrors: ReadonlySet<unknown> = new Set([
  'EntityNotFoundError',
  'NoResultError',
  'EmptyResultError',
])

/** What Prisma reports: the code, which a proxy may move to the message, or a required relation whose record was deleted. */
const prismaMessage =
  /\bP2025\b|\bInconsistent query result: Field \w+ is required to return data, got `null`/

/** Returns whether an error says for certain that a record does not exist. An outage or a missing table does not. */
export function isMissingRecordError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, name, message, cause } = error as Error & { readonly code?: unknown }
  if (code === 'P2025' || missingRecordErrors.has(name) || prismaMessage.test(message)) return true
  return typeof cause === 'object' && cause !== null && 'err' in cause && isMissingRecordError(cause.err)
}

/**
 * Runs a deletion. If it fails because the record is already gone, nothing is left to do.
 *
 * @param isStored reads the record after a failure
 * @returns the result of the deletion, or null if the record is already gone
 * @throws the error of the deletion if the record exists or cannot be read
 */
export async function deleteUnlessGone<T>(
  remove: () => T | PromiseLike<T>,
  isStored: () => Promise<boolean>,
): Promise<T | null> {
  try {
    return await remove()
  } catch (error) {
    // The error to report is that of the deletion.
    if (await isStored().catch(() => true)) throw error
    return null
  }
}
