/**
 * The second factor of each user: the authenticator app and the recovery codes, in one record. They must agree, so each change of them is one
 * compare-and-swap.
 *
 * @module
 */
import { isRecord } from '../../base/parse.js'
import type { PluginContext } from '../../plugins.js'
import type { Awaitable, JsonObject, JsonValue } from '../../types/common.js'
import type { StoredRecord } from '../../types/record-store.js'
import type { TotpAlgorithm } from './totp.js'
import { createUnreadableError, deleteUserRecord, readRecord, updateRecord } from './update-record.js'

/** The kind of the records. The secret in them is sealed for it. */
export const factorKind = 'two-factor-totp'
/** Earlier versions had the recovery codes in a record of their own. The first change moves them. */
const earlierRecoveryKind = 'two-factor-recovery'

/** A secret with its parameters. */
export interface StoredTotp extends JsonObject {
  /** Sealed. */
  readonly secret: string
  readonly algorithm: TotpAlgorithm
  readonly digits: number
  readonly period: number
}

/** The recovery codes. */
export interface RecoveryState extends JsonObject {
  /** The hashes of the unused codes. */
  readonly hashes: string[]
  /** Wrong codes since the last right one. */
  readonly failures: number
}

/** The second factor of a user. */
export interface FactorState {
  /** The app whose codes are valid. */
  readonly active: StoredTotp | null
  /** The last step that was used. It and earlier ones are not valid again: RFC 6238 section 5.2. */
  readonly lastStep: number
  /** Wrong codes since the last right one. */
  readonly failures: number
  /** Wrong codes since the last right one, in browsers that the user used the app in before. */
  readonly knownFailures: number
  readonly recovery: RecoveryState
}

/** A user without a second factor. */
const emptyState: FactorState = {
  active: null,
  lastStep: 0,
  failures: 0,
  knownFailures: 0,
  recovery: { hashes: [], failures: 0 },
}

/** A change: the new state, null to remove all, or undefined to leave it; and what the caller learns. */
export interface FactorChange<T> {
  readonly state?: FactorState | null | undefined
  readonly result: T
}

/** What a request read before. A page asks for it several times. */
const readStates = new WeakMap<PluginContext, Map<string, FactorState>>()

/** The record of the user of a pending sign-in, which was read with it. */
const knownRecords = new WeakMap<PluginContext, { userId: string; record: StoredRecord | null }>()

/** Remembers a record that the request has read. The first change compares the stored version with its version. */
export function setKnownRecord(ctx: PluginContext, userId: string, record: StoredRecord | null): void {
  knownRecords.set(ctx, { userId, record })
}

function findKnownRecord(ctx: PluginContext, userId: string): StoredRecord | null | undefined {
  const known = knownRecords.get(ctx)
  return known?.userId === userId ? known.record : undefined
}

/** Returns the second factor of a user. @throws AdapterError if it is unknown */
export async function readFactor(ctx: PluginContext, userId: string): Promise<FactorState> {
  const known = readStates.get(ctx)?.get(userId)
  if (known) return known
  const record = findKnownRecord(ctx, userId)
  const { state } = await parseStored(
    ctx,
    userId,
    record === undefined ? await readRecord(ctx, { kind: factorKind, userId }) : record,
  )
  readStates.set(ctx, new Map([[userId, state]]))
  return state
}

/**
 * Changes the second factor of a user in one step. If another request changed it meanwhile, `change` decides again.
 *
 * @throws AdapterError if it is unknown, or was changed at each attempt
 */
export async function updateFactor<T>(
  ctx: PluginContext,
  userId: string,
  change: (state: FactorState) => Awaitable<FactorChange<T>>,
): Promise<T> {
  const known = findKnownRecord(ctx, userId)
  readStates.delete(ctx)
  knownRecords.delete(ctx)
  let isMoved = false
  const result = await updateRecord(ctx, { kind: factorKind, userId, known }, async record => {
    const stored = await parseStored(ctx, userId, record)
    const { state, result } = await change(stored.state)
    isMoved = state !== undefined && stored.hasEarlierRecord
    return { value: state && toValue(state), result }
  })
  if (isMoved) await deleteUserRecord(ctx, { kind: earlierRecoveryKind, userId })
  return result
}

/** Earlier versions read `pending`. */
function toValue({ active, lastStep, failures, knownFailures, recovery }: FactorState): JsonValue {
  return { active, pending: null, lastStep, failures, knownFailures, recovery }
}

interface StoredFactor {
  readonly state: FactorState
  /** Whether the recovery codes are in a record of their own. */
  readonly hasEarlierRecord: boolean
}

/** A record that is not readable is an error: it must not count as an absent one. */
async function parseStored(
  ctx: PluginContext,
  userId: string,
  record: StoredRecord | null,
): Promise<StoredFactor> {
  const value = record ? record.value : { active: null, lastStep: 0, failures: 0 }
  if (!isRecord(value)) throw createUnreadableError(factorKind)
  const { active, lastStep, failures, knownFailures = 0, recovery } = value
  const isValid =
    (active === null || isStoredTotp(active)) && [lastStep, failures, knownFailures].every(Number.isInteger)
  if (!isValid) throw createUnreadableError(factorKind)
  const counts = {
    lastStep: Number(lastStep),
    failures: Number(failures),
    knownFailures: Number(knownFailures),
  }
  if (recovery !== undefined)
    return { state: { active, ...counts, recovery: parseRecovery(recovery) }, hasEarlierRecord: false }
  const earlier = await readRecord(ctx, { kind: earlierRecoveryKind, userId })
  const codes = earlier ? parseRecovery(earlier.value) : emptyState.recovery
  return { state: { active, ...counts, recovery: codes }, hasEarlierRecord: earlier !== null }
}

function parseRecovery(value: unknown): RecoveryState {
  const { hashes, failures } = isRecord(value) ? value : {}
  const isValid =
    Array.isArray(hashes) &&
    hashes.every((hash: unknown) => typeof hash === 'string') &&
    Number.isInteger(failures)
  if (!isValid) throw createUnreadableError(factorKind)
  return { hashes, failures: Number(failures) }
}

function isStoredTotp(value: unknown): value is StoredTotp {
  if (!isRecord(value)) return false
  const { secret, algorithm, digits, period } = value
  return (
    typeof secret === 'string' &&
    typeof digits === 'number' &&
    typeof period === 'number' &&
    (algorithm === 'SHA1' || algorithm === 'SHA256' || algorithm === 'SHA512')
  )
}
