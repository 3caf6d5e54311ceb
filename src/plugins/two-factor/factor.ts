/**
 * The second factor of each user: the authenticator app and the recovery codes, in one record. They must agree, so each change of them is one
 * compare-and-swap.
 *
 * @module
 */
import {
  createFailure,
  createUnreadableError,
  decodeBase32,
  defineUserRecord,
  encodeBase32,
  findCodeHash,
  isFailure,
  isRecord,
  type JsonObject,
  type PluginContext,
} from '../../plugins.js'
import { emitChange } from './events.js'
import { createRecoveryCodes } from './recovery-codes.js'
import { findTotpStep, isTotpAlgorithm, type TotpFactor, type TotpParameters } from './totp.js'
import type { TwoFactorFailure, TwoFactorFault } from './types.js'

/** The kind of the records. The secret in them is sealed for it. */
export const factorKind = 'two-factor-totp'
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
interface FactorState extends JsonObject {
  /** The app whose codes are valid. */
  readonly active: StoredTotp
  /** The last step that was used. It and earlier ones are not valid again: RFC 6238 section 5.2. */
  readonly lastStep: number
  /** Wrong codes since the last right one. */
  readonly failures: number
  /** Wrong codes since the last right one, in browsers that the user used the app in before. */
  readonly knownFailures: number
  readonly recovery: RecoveryState
}

/** Null for a user without a second factor. A record that is not readable is an error: it must not count as an absent one. */
const factorRecord = defineUserRecord<FactorState | null>({
  kind: factorKind,
  purpose: 'second factors',
  parse: (_ctx, _userId, record) => {
    if (record === null) return null
    if (isFactorState(record.value)) return record.value
    throw createUnreadableError(factorKind)
  },
  serialize: state => state,
})

function isFactorState(value: unknown): value is FactorState {
  const { active, lastStep, failures, knownFailures, recovery } = isRecord(value) ? value : {}
  const { hashes, failures: recoveryFailures } = isRecord(recovery) ? recovery : {}
  const counts = [lastStep, failures, knownFailures, recoveryFailures]
  const areHashes = Array.isArray(hashes) && hashes.every((hash: unknown) => typeof hash === 'string')
  return areHashes && counts.every(Number.isInteger) && isStoredTotp(active)
}

function isStoredTotp(value: unknown): value is StoredTotp {
  const { secret, algorithm, digits, period } = isRecord(value) ? value : {}
  const areNumbers = typeof digits === 'number' && typeof period === 'number'
  return areNumbers && typeof secret === 'string' && isTotpAlgorithm(algorithm)
}

/** Returns whether a user has a second factor. @throws AdapterError if that is unknown */
export async function hasFactor(ctx: PluginContext, userId: string): Promise<boolean> {
  return (await factorRecord.read(ctx, userId)) !== null
}

/** Returns what a user sees of their second factor. @throws AdapterError if that is unknown */
export async function readFactorStatus(ctx: PluginContext, userId: string) {
  const state = await factorRecord.read(ctx, userId)
  return {
    isEnabled: state !== null,
    isDisabled: state !== null && state.failures >= maxFailures,
    recoveryCodes: state?.recovery.hashes.length ?? 0,
  }
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
  const state = createState(await sealTotp(ctx, userId, factor), lastStep, hashes)
  const type = await factorRecord.update<'enabled' | 'replaced' | TwoFactorFailure>(ctx, userId, current => {
    if (current && !isReplacing) return { result: createFailure('second-factor-required') }
    return { state, result: current ? 'replaced' : 'enabled' }
  })
  if (!isFailure(type)) await emitChange(ctx, userId, type)
  return type
}

function createState(active: StoredTotp, lastStep: number, hashes: readonly string[]): FactorState {
  return { active, lastStep, failures: 0, knownFailures: 0, recovery: createRecovery(hashes) }
}

function createRecovery(hashes: readonly string[]): RecoveryState {
  return { hashes: [...hashes], failures: 0 }
}

/** The result of a code: the failure or null, and the wrong codes since the last right one. */
export interface CodeResult {
  readonly error: TwoFactorFault | null
  readonly failures: number
}

/** The result of a code of a method that the user does not have. */
const noMethod: CodeResult = { error: 'no-such-method', failures: 0 }
const accepted: CodeResult = { error: null, failures: 0 }

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
  return await factorRecord.update<CodeResult>(ctx, userId, async state => {
    if (!state) return { result: noMethod }
    const failures = state[counter] + 1
    if (failures > maxFailures) return { result: { error: 'method-disabled', failures: maxFailures } }
    const step = await findTotpStep(await unsealTotp(ctx, userId, state.active), code, Date.now())
    if (step === null || step <= state.lastStep)
      return { state: { ...state, [counter]: failures }, result: { error: 'wrong-code', failures } }
    return { state: { ...state, lastStep: step, failures: 0, knownFailures: 0 }, result: accepted }
  })
}

/** Stores an app of another system. @returns false if the user has one */
export async function importTotp(ctx: PluginContext, userId: string, factor: TotpFactor): Promise<boolean> {
  const state = createState(await sealTotp(ctx, userId, factor), 0, [])
  const isStored = await factorRecord.update(ctx, userId, current =>
    current ? { result: false } : { state, result: true },
  )
  if (isStored) await emitChange(ctx, userId, 'enabled')
  return isStored
}

/** Removes the app and the recovery codes. @returns false if there was nothing to remove */
export async function removeFactor(ctx: PluginContext, userId: string): Promise<boolean> {
  const isRemoved = await factorRecord.update(ctx, userId, state => ({ state: null, result: state !== null }))
  if (isRemoved) await emitChange(ctx, userId, 'removed')
  return isRemoved
}

/** Creates a set of codes, which replaces the earlier one. @returns the codes, to be shown once, or null if the user has no app */
export async function replaceRecoveryCodes(
  ctx: PluginContext,
  userId: string,
): Promise<readonly string[] | null> {
  const { codes, hashes } = await createRecoveryCodes()
  const created = await factorRecord.update<readonly string[] | null>(ctx, userId, state => {
    if (!state) return { result: null }
    return { state: { ...state, recovery: createRecovery(hashes) }, result: codes }
  })
  if (created) await emitChange(ctx, userId, 'recovery-codes-created')
  return created
}

/** Uses a recovery code. Of several concurrent requests with the same code, one succeeds. */
export async function consumeRecoveryCode(
  ctx: PluginContext,
  userId: string,
  code: string,
): Promise<CodeResult> {
  const known = (await factorRecord.read(ctx, userId))?.recovery.hashes ?? []
  const index = await findCodeHash(code, known)
  const used = index === null ? null : (known[index] ?? null)
  const result = await factorRecord.update<CodeResult>(ctx, userId, state => {
    if (!state || state.recovery.hashes.length === 0) return { result: noMethod }
    const { hashes, failures } = state.recovery
    if (used !== null && hashes.includes(used)) {
      const recovery = createRecovery(hashes.filter(hash => hash !== used))
      return { state: { ...state, recovery }, result: accepted }
    }
    const recovery = { hashes, failures: failures + 1 }
    return { state: { ...state, recovery }, result: { error: 'wrong-code', failures: recovery.failures } }
  })
  if (result.error === null) await emitChange(ctx, userId, 'recovery-code-used')
  return result
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
