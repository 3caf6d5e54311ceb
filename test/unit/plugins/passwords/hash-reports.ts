import type { AuthError } from '../../../../src/errors.js'

/** Receives the faults of hashes that must have none. */
export function failOnReport(error: AuthError): never {
  throw error
}
