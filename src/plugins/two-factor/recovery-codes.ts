import { formatCode, generateCode, hashCode } from '../../plugins.js'

const codeCount = 10

/** A new set of recovery codes. */
export interface RecoveryCodes {
  /** For the user, to be shown once, in groups: `7F3K-9XQ2M-0ABD`. */
  readonly codes: readonly string[]
  /** For the store, each with its own salt. */
  readonly hashes: readonly string[]
}

/** Generates ten different codes and hashes them. */
export async function createRecoveryCodes(): Promise<RecoveryCodes> {
  const codes = new Set<string>()
  while (codes.size < codeCount) codes.add(generateCode())
  return { codes: [...codes].map(formatCode), hashes: await Promise.all([...codes].map(hashCode)) }
}
