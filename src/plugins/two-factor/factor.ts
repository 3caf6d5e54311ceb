/**
 * The second factor of each user: the authenticator app and the recovery codes, in one record. They must agree, so each change of them is one
 * compare-and-swap.
 *
 * @module
 */
import {
  type Awaitable,
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
import { findTotpStep, type TotpAlgorithm, type TotpFactor } from './totp.js'
import type { TwoFactorFault } from './types.js'

/** The kind of the records. The secret in them is sealed for it. */
export const factorKind = 'two-factor-totp'
/** Earlier versions had the recovery codes in a record of their own. The first change moves them. */
const earlierRecoveryKind = 'two-factor-recovery'
/** NIST SP 800-63B section 3.2.2: no more failures in a row. */
const maxFailures = 100

/** A secret with its parameters. */
interface StoredTotp extends JsonObject {
  /** Sealed. */
  readonly secret: string
  readonly algorithm: TotpAlgorithm
  readonly digits: number
  readonly period: number
}

/** The recovery codes. */
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
  if (!isRecord(value)) throw createUnreadableError(factorKind)
  const { active, lastStep, failures, knownFailures = 0, recovery } = value
  const isValid =
    (active === null || isStoredTotp(active)) && [lastStep, failures, knownFailures].every(Number.isInteger)
  if (!isValid) throw createUnreadableError(factorKind)
  const state = {
    active,
    lastStep: Number(lastStep),
    failures: Number(failures),
    knownFailures: Number(knownFailures),
  }
  if (recovery !== undefined) return { ...state, recovery: parseRecovery(recovery), hasEarlierRecord: false }
  const earlier = await (await requireFactors(ctx)).getRecord(earlierRecoveryKind, userId)
  const codes = earlier ? parseRecovery(earlier.value) : { hashes: [], failures: 0 }
  return { ...state, recovery: codes, hasEarlierRecord: earlier !== null }
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

/** What other files need to know about the second factor of a user. */
export interface FactorStatus {
  /** Whether the user has an authenticator app. */
  readonly isEnabled: boolean
  /** Whether there were 100 failures in a row. */
  readonly isDisabled: boolean
  /** The number of unused recovery codes. */
  readonly recoveryCodes: number
}

/** Returns what second factor the user has. @throws AdapterError if that is unknown */
export async function readFactorStatus(ctx: PluginContext, userId: string): Promise<FactorStatus> {
  const { active, failures, recovery } = await readFactor(ctx, userId)
  return {
    isEnabled: active !== null,
    isDisabled: active !== null && failures >= maxFailures,
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

/** What became of an app, or why it was not stored. */
export type ConfirmResult =
  | { readonly change: 'enabled' | 'replaced'; readonly error: null }
  | { readonly change: null; readonly error: TwoFactorFault }

/** Stores an app with new recovery codes, if its first code is right. */
export async function confirmTotp(
  ctx: PluginContext,
  userId: string,
  { factor, code, isReplacing, hashes }: ConfirmedTotp,
): Promise<ConfirmResult> {
  const lastStep = await findTotpStep(factor, code, Date.now())
  if (lastStep === null) return { change: null, error: 'wrong-code' }
  const active = await sealTotp(ctx, userId, factor)
  const recovery = { hashes: [...hashes], failures: 0 }
  return await updateFactor<ConfirmResult>(ctx, userId, current => {
    if (hasFactor(current) && !isReplacing)
      return { result: { change: null, error: 'second-factor-required' } }
    const state = { ...current, active, lastStep, failures: 0, knownFailures: 0, recovery }
    return { state, result: { change: current.active ? 'replaced' : 'enabled', error: null } }
  })
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

/** Verifies a code of the app. Each step counts once, and each wrong code counts as a failure. */
export async function verifyTotp(
  ctx: PluginContext,
  userId: string,
  { code, isKnownBrowser }: TypedTotp,
): Promise<CodeResult> {
  const counter = isKnownBrowser ? 'knownFailures' : 'failures'
  return await updateFactor<CodeResult>(ctx, userId, async state => {
    const failures = state[counter]
    if (!state.active) return { result: { error: 'no-such-method', failures } }
    if (failures >= maxFailures) return { result: { error: 'method-disabled', failures } }
    const factor = await unsealTotp(ctx, userId, state.active)
    const step = await findTotpStep(factor, code, Date.now())
    if (step === null || step <= state.lastStep)
      return {
        state: { ...state, [counter]: failures + 1 },
        result: { error: 'wrong-code', failures: failures + 1 },
      }
    const counts = { lastStep: step, failures: 0, knownFailures: 0 }
    return { state: { ...state, ...counts }, result: { error: null, failures: 0 } }
  })
}

/** Stores an app of another system. @returns false if the user has one */
export async function importTotp(ctx: PluginContext, userId: string, factor: TotpFactor): Promise<boolean> {
  const active = await sealTotp(ctx, userId, factor)
  return await updateFactor(ctx, userId, state => {
    if (state.active) return { result: false }
    return { state: { ...state, active, lastStep: 0, failures: 0, knownFailures: 0 }, result: true }
  })
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
    return { state: { ...state, recovery: { hashes: [...hashes], failures: 0 } }, result: codes }
  })
}

/** Uses a recovery code. Of several concurrent requests with the same code, one succeeds. */
export async function consumeRecoveryCode(
  ctx: PluginContext,
  userId: string,
  code: string,
): Promise<CodeResult> {
  const known = await readFactor(ctx, userId)
  const index = await findRecoveryCode(code, known.recovery.hashes)
  const used = index === null ? null : (known.recovery.hashes[index] ?? null)
  return await updateFactor<CodeResult>(ctx, userId, state => {
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

async function sealTotp(ctx: PluginContext, userId: string, factor: TotpFactor): Promise<StoredTotp> {
  const { algorithm, digits, period } = factor
  const secret = await ctx.sealSecret(toPlace(userId), encodeBase32(factor.secret))
  return { secret, algorithm, digits, period }
}

async function unsealTotp(ctx: PluginContext, userId: string, stored: StoredTotp): Promise<TotpFactor> {
  const { algorithm, digits, period } = stored
  const secret = decodeBase32(await ctx.unsealSecret(toPlace(userId), stored.secret))
  if (!secret) throw createUnreadableError(factorKind)
  return { secret, algorithm, digits, period }
}

function toPlace(userId: string) {
  return { kind: factorKind, id: userId, field: '/active/secret' }
}
