/**
 * The second factor of each user: the authenticator app and the recovery codes, in one record. They must agree, so each change of them is one
 * compare-and-swap.
 *
 * @module
 */
import {
  type Awaitable,
  createFailure,
  createUnreadableError,
  decodeBase32,
  defineUserRecord,
  encodeBase32,
  isRecord,
  type JsonObject,
  type JsonValue,
  type PluginContext,
  type RecordChange,
  requireRecords,
  type StoredRecord,
} from '../../plugins.js'
import { createRecoveryCodes, findRecoveryCode } from './recovery-codes.js'
import { findTotpStep, isTotpAlgorithm, type TotpFactor, type TotpParameters } from './totp.js'
import type { TwoFactorFailure, TwoFactorFault } from './types.js'

/** The kind of the records. The secret in them is sealed for it. */
export const factorKind = 'two-factor-totp'
/** Earlier versions had the recovery codes in a record of their own. The first change moves them. */
const earlierRecoveryKind = 'two-factor-recovery'
/** NIST SP 800-63B section 3.2.2: no more failures in a row. */
const maxFailures = 100

interface StoredTotp extends JsonObject, TotpParameters {
  /** Sealed. */
  readonly secret: string
}

interface RecoveryState extends JsonObject {
  /** The hashes of the unused codes. */
  readonly hashes: string[]
  /** Wrong codes since the last right one. With 65 bits, no limit is needed. NIST SP 800-63B section 3.1.2.2. */
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
  /** Whether the recovery codes are in a record of their own. */
  readonly hasEarlierRecord: boolean
}

const factorRecord = defineUserRecord<FactorState>({
  kind: factorKind,
  purpose: 'second factors',
  parse: parseFactor,
  // Earlier versions read `pending`.
  serialize: ({ hasEarlierRecord: _, ...state }): JsonValue => ({ ...state, pending: null }),
})

/** A record that is not readable is an error: it must not count as an absent one. */
async function parseFactor(
  ctx: PluginContext,
  userId: string,
  record: StoredRecord | null,
): Promise<FactorState> {
  const value = record ? record.value : { active: null, lastStep: 0, failures: 0 }
  const { active, lastStep, failures, knownFailures = 0, recovery } = isRecord(value) ? value : {}
  const isValid = isCount(lastStep) && isCount(failures) && isCount(knownFailures)
  if (!isValid || !(active === null || isStoredTotp(active))) throw createUnreadableError(factorKind)
  const state = { active, lastStep, failures, knownFailures }
  if (recovery !== undefined) return { ...state, recovery: parseRecovery(recovery), hasEarlierRecord: false }
  const earlier = await (await requireFactors(ctx)).getRecord(earlierRecoveryKind, userId)
  const codes = earlier ? parseRecovery(earlier.value) : { hashes: [], failures: 0 }
  return { ...state, recovery: codes, hasEarlierRecord: earlier !== null }
}

function parseRecovery(value: unknown): RecoveryState {
  const { hashes, failures } = isRecord(value) ? value : {}
  const isValid = Array.isArray(hashes) && hashes.every((hash: unknown) => typeof hash === 'string')
  if (!isValid || !isCount(failures)) throw createUnreadableError(factorKind)
  return { hashes, failures }
}

function isStoredTotp(value: unknown): value is StoredTotp {
  const { secret, algorithm, digits, period } = isRecord(value) ? value : {}
  const areNumbers = typeof digits === 'number' && typeof period === 'number'
  return areNumbers && typeof secret === 'string' && isTotpAlgorithm(algorithm)
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value)
}

/** Returns the record store. @throws AdapterError if second factors are unknown */
export function requireFactors(ctx: PluginContext) {
  return requireRecords(ctx, 'second factors')
}

/** Returns the second factor of a user. @throws AdapterError if it is unknown */
export function readFactor(ctx: PluginContext, userId: string): Promise<FactorState> {
  return factorRecord.read(ctx, userId)
}

async function updateFactor<Result>(
  ctx: PluginContext,
  userId: string,
  change: (state: FactorState) => Awaitable<RecordChange<FactorState, Result>>,
): Promise<Result> {
  let isMoved = false
  const result = await factorRecord.update(ctx, userId, async state => {
    const changed = await change(state)
    isMoved = state.hasEarlierRecord && changed.state !== undefined
    return changed
  })
  if (isMoved) await (await requireFactors(ctx)).deleteRecord(earlierRecoveryKind, userId)
  return result
}

/** Returns what a user sees of their second factor. @throws AdapterError if that is unknown */
export async function readFactorStatus(ctx: PluginContext, userId: string) {
  const { active, failures, recovery } = await readFactor(ctx, userId)
  const isEnabled = active !== null
  return {
    isEnabled,
    isDisabled: isEnabled && failures >= maxFailures,
    recoveryCodes: recovery.hashes.length,
  }
}

/** Recovery codes without an app are left of a record that was lost. They count as the second factor. */
export function hasFactor({ active, recovery }: FactorState): boolean {
  return active !== null || recovery.hashes.length > 0
}

/** The app that a user confirms. */
export interface ConfirmedTotp {
  readonly factor: TotpFactor
  readonly code: string
  /** Whether the user may replace an app. Else there must be none, also if another request stored one meanwhile. */
  readonly isReplacing: boolean
  /** The hashes of the recovery codes that come with it. */
  readonly hashes: readonly string[]
}

/** Stores an app with new recovery codes, if its first code is right. @returns what became of the app */
export async function confirmTotp(
  ctx: PluginContext,
  userId: string,
  { factor, code, isReplacing, hashes }: ConfirmedTotp,
): Promise<'enabled' | 'replaced' | TwoFactorFailure> {
  const lastStep = await findTotpStep(factor, code, Date.now())
  if (lastStep === null) return createFailure('wrong-code')
  const active = await sealTotp(ctx, userId, factor)
  return await updateFactor<'enabled' | 'replaced' | TwoFactorFailure>(ctx, userId, current => {
    if (hasFactor(current) && !isReplacing) return { result: createFailure('second-factor-required') }
    const state = acceptStep({ ...current, active, recovery: createRecovery(hashes) }, lastStep)
    return { state, result: current.active ? 'replaced' : 'enabled' }
  })
}

/** Each step counts once, and ends the failures. */
function acceptStep(state: FactorState, lastStep: number): FactorState {
  return { ...state, lastStep, failures: 0, knownFailures: 0 }
}

function createRecovery(hashes: readonly string[]): RecoveryState {
  return { hashes: [...hashes], failures: 0 }
}

/** The result of a code: the failure or null, and the wrong codes since the last right one. */
export interface CodeResult {
  readonly error: TwoFactorFault | null
  readonly failures: number
}

/** A code that a user typed. */
export interface TypedTotp {
  readonly code: string
  /** Whether the user used the app in this browser before. Its failures count apart, so that those of others do not keep the user out. */
  readonly isKnownBrowser: boolean
}

/** Verifies a code of the app, and counts a wrong one. */
export async function verifyTotp(
  ctx: PluginContext,
  userId: string,
  { code, isKnownBrowser }: TypedTotp,
): Promise<CodeResult> {
  const counter = isKnownBrowser ? 'knownFailures' : 'failures'
  return await updateFactor<CodeResult>(ctx, userId, async state => {
    const { active, [counter]: failures } = state
    if (!active) return { result: { error: 'no-such-method', failures } }
    if (failures >= maxFailures) return { result: { error: 'method-disabled', failures } }
    const step = await findTotpStep(await unsealTotp(ctx, userId, active), code, Date.now())
    const wrong: CodeResult = { error: 'wrong-code', failures: failures + 1 }
    if (step === null || step <= state.lastStep)
      return { state: { ...state, [counter]: wrong.failures }, result: wrong }
    return { state: acceptStep(state, step), result: { error: null, failures: 0 } }
  })
}

/** Stores an app of another system. @returns false if the user has one */
export async function importTotp(ctx: PluginContext, userId: string, factor: TotpFactor): Promise<boolean> {
  const active = await sealTotp(ctx, userId, factor)
  return await updateFactor(ctx, userId, state =>
    state.active ? { result: false } : { state: acceptStep({ ...state, active }, 0), result: true },
  )
}

/** Removes the app and the recovery codes. @returns false if there was nothing to remove */
export async function removeFactor(ctx: PluginContext, userId: string): Promise<boolean> {
  return await updateFactor(ctx, userId, state => ({ state: null, result: hasFactor(state) }))
}

/** Creates a set of codes, which replaces the earlier one. @returns the codes, to be shown once, or null if the user has no app */
export async function replaceRecoveryCodes(
  ctx: PluginContext,
  userId: string,
): Promise<readonly string[] | null> {
  const { codes, hashes } = await createRecoveryCodes()
  return await updateFactor<readonly string[] | null>(ctx, userId, state => {
    if (!state.active) return { result: null }
    return { state: { ...state, recovery: createRecovery(hashes) }, result: codes }
  })
}

/** Uses a recovery code. Of several concurrent requests with the same code, one succeeds. */
export async function consumeRecoveryCode(
  ctx: PluginContext,
  userId: string,
  code: string,
): Promise<CodeResult> {
  const known = (await readFactor(ctx, userId)).recovery.hashes
  const index = await findRecoveryCode(code, known)
  const used = index === null ? null : (known[index] ?? null)
  return await updateFactor<CodeResult>(ctx, userId, state => {
    const { hashes, failures } = state.recovery
    if (hashes.length === 0) return { result: { error: 'no-such-method', failures } }
    if (used !== null && hashes.includes(used)) {
      const recovery = createRecovery(hashes.filter(hash => hash !== used))
      return { state: { ...state, recovery }, result: { error: null, failures: 0 } }
    }
    const recovery = { hashes, failures: failures + 1 }
    return { state: { ...state, recovery }, result: { error: 'wrong-code', failures: recovery.failures } }
  })
}

async function sealTotp(ctx: PluginContext, userId: string, factor: TotpFactor): Promise<StoredTotp> {
  const { algorithm, digits, period } = factor
  const secret = await ctx.sealSecret(toPlace(userId), encodeBase32(factor.secret))
  return { secret, algorithm, digits, period }
}

async function unsealTotp(ctx: PluginContext, userId: string, stored: StoredTotp): Promise<TotpFactor> {
  const secret = decodeBase32(await ctx.unsealSecret(toPlace(userId), stored.secret))
  if (!secret) throw createUnreadableError(factorKind)
  return { ...stored, secret }
}

function toPlace(userId: string) {
  return { kind: factorKind, id: userId, field: '/active/secret' }
}
