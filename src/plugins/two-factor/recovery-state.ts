/**
 * The recovery codes of each user, as a record of hashes.
 *
 * @module
 */
import { isRecord } from '../../base/parse.js'
import type { PluginContext } from '../../plugins.js'
import type { JsonObject } from '../../types/common.js'
import type { StoredRecord } from '../../types/record-store.js'
import { createRecoveryCodes, findRecoveryCode } from './recovery-codes.js'
import { maxFailures } from './totp-state.js'
import type { TwoFactorFault } from './types.js'
import { createUnreadableError, readRecord, updateRecord } from './update-record.js'

const kind = 'two-factor-recovery'

/** The value of the record. */
interface RecoveryState extends JsonObject {
  /** The hashes of the unused codes. */
  readonly hashes: string[]
  /** Wrong codes since the last right one. */
  readonly failures: number
}

/** Creates a set of codes, which replaces the earlier one. @returns the codes, to be shown once */
export async function replaceRecoveryCodes(ctx: PluginContext, userId: string): Promise<readonly string[]> {
  const { codes, hashes } = await createRecoveryCodes()
  return updateRecord(ctx, { kind, userId }, () => ({
    value: { hashes: [...hashes], failures: 0 },
    result: codes,
  }))
}

/** Returns the number of unused codes. @throws AdapterError if that is unknown */
export async function countRecoveryCodes(ctx: PluginContext, userId: string): Promise<number> {
  const { hashes, failures } = parseState(await readRecord(ctx, { kind, userId }))
  return failures >= maxFailures ? 0 : hashes.length
}

/** Uses a code. Of several concurrent requests with the same code, one succeeds. */
export async function consumeRecoveryCode(
  ctx: PluginContext,
  userId: string,
  code: string,
): Promise<TwoFactorFault | null> {
  const { hashes } = parseState(await readRecord(ctx, { kind, userId }))
  const index = await findRecoveryCode(code, hashes)
  const used = index === null ? null : (hashes[index] ?? null)
  return updateRecord(ctx, { kind, userId }, record => {
    const state = parseState(record)
    if (state.hashes.length === 0) return { result: 'no-such-method' }
    if (state.failures >= maxFailures) return { result: 'method-disabled' }
    if (used === null || !state.hashes.includes(used))
      return { value: { ...state, failures: state.failures + 1 }, result: 'wrong-code' }
    return { value: { hashes: state.hashes.filter(hash => hash !== used), failures: 0 }, result: null }
  })
}

/** Removes all codes. */
export async function removeRecoveryCodes(ctx: PluginContext, userId: string): Promise<void> {
  await updateRecord(ctx, { kind, userId }, record => ({ value: record ? null : undefined, result: null }))
}

function parseState(record: StoredRecord | null): RecoveryState {
  if (!record) return { hashes: [], failures: 0 }
  const { value } = record
  const { hashes, failures } = isRecord(value) ? value : {}
  const isValid =
    Array.isArray(hashes) && hashes.every(hash => typeof hash === 'string') && Number.isInteger(failures)
  if (!isValid) throw createUnreadableError(kind)
  return { hashes, failures: Number(failures) }
}
