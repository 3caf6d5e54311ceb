/**
 * The recovery codes of each user, as hashes. There is no limit of failures in a row: with 65 bits, none is needed. NIST SP 800-63B section
 * 3.1.2.2.
 *
 * @module
 */
import type { PluginContext } from '../../plugins.js'
import { readFactor, updateFactor } from './factor-record.js'
import { createRecoveryCodes, findRecoveryCode } from './recovery-codes.js'
import type { CodeResult } from './totp-state.js'

/** Creates a set of codes, which replaces the earlier one. @returns the codes, to be shown once, or null if the user has no app */
export async function replaceRecoveryCodes(
  ctx: PluginContext,
  userId: string,
): Promise<readonly string[] | null> {
  const { codes, hashes } = await createRecoveryCodes()
  return updateFactor<readonly string[] | null>(ctx, userId, state => {
    if (!state.active) return { result: null }
    return { state: { ...state, recovery: { hashes: [...hashes], failures: 0 } }, result: codes }
  })
}

/** Uses a code. Of several concurrent requests with the same code, one succeeds. */
export async function consumeRecoveryCode(
  ctx: PluginContext,
  userId: string,
  code: string,
): Promise<CodeResult> {
  const known = await readFactor(ctx, userId)
  const index = await findRecoveryCode(code, known.recovery.hashes)
  const used = index === null ? null : (known.recovery.hashes[index] ?? null)
  return updateFactor<CodeResult>(ctx, userId, state => {
    const { hashes, failures } = state.recovery
    if (hashes.length === 0) return { result: { error: 'no-such-method', failures } }
    if (used !== null && hashes.includes(used)) {
      const recovery = { hashes: hashes.filter(hash => hash !== used), failures: 0 }
      return { state: { ...state, recovery }, result: { error: null, failures: 0 } }
    }
    const recovery = { hashes, failures: failures + 1 }
    return { state: { ...state, recovery }, result: { error: 'wrong-code', failures: failures + 1 } }
  })
}
