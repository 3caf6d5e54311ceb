/**
 * The authenticator app of each user.
 *
 * @module
 */
import type { PluginContext } from '../../plugins.js'
import { decodeBase32, encodeBase32 } from './base32.js'
import { type FactorState, factorKind, readFactor, type StoredTotp, updateFactor } from './factor-record.js'
import { findTotpStep, type TotpFactor } from './totp.js'
import type { TwoFactorFault } from './types.js'
import { createUnreadableError } from './update-record.js'

/** NIST SP 800-63B section 3.2.2: no more failures in a row. */
const maxFailures = 100

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

/** The app that a user confirms. */
export interface ConfirmedTotp {
  readonly factor: TotpFactor
  readonly code: string
  /** Whether the user may replace an app. Else there must be none, also if another request stored one meanwhile. */
  readonly isReplacing: boolean
  /** The hashes of the recovery codes that come with it. */
  readonly hashes: readonly string[]
}

/** Stores an app with new recovery codes, if its first code is right. */
export async function confirmTotp(
  ctx: PluginContext,
  userId: string,
  { factor, code, isReplacing, hashes }: ConfirmedTotp,
): Promise<TwoFactorFault | 'enabled' | 'replaced'> {
  const lastStep = await findTotpStep(factor, code, Date.now())
  if (lastStep === null) return 'wrong-code'
  const active = await sealTotp(ctx, userId, factor)
  const recovery = { hashes: [...hashes], failures: 0 }
  return updateFactor<TwoFactorFault | 'enabled' | 'replaced'>(ctx, userId, current => {
    if (hasFactor(current) && !isReplacing) return { result: 'second-factor-required' }
    const state = { active, lastStep, failures: 0, knownFailures: 0, recovery }
    return { state, result: current.active ? 'replaced' : 'enabled' }
  })
}

/** Recovery codes without an app are left of a record that was lost. They count as the second factor. */
export function hasFactor({ active, recovery }: FactorState): boolean {
  return active !== null || recovery.hashes.length > 0
}

/** A code that a user typed. */
export interface TypedTotp {
  readonly code: string
  /** Whether the user used the app in this browser before. Its failures count apart, so that those of others do not keep the user out. */
  readonly isKnownBrowser: boolean
}

/** The result of a code: the failure or null, and the wrong codes since the last right one. */
export interface CodeResult {
  readonly error: TwoFactorFault | null
  readonly failures: number
}

/** Verifies a code of the app. Each step counts once, and each wrong code counts as a failure. */
export function verifyTotp(
  ctx: PluginContext,
  userId: string,
  { code, isKnownBrowser }: TypedTotp,
): Promise<CodeResult> {
  const counter = isKnownBrowser ? 'knownFailures' : 'failures'
  return updateFactor<CodeResult>(ctx, userId, async state => {
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
  return updateFactor(ctx, userId, state => {
    if (state.active) return { result: false }
    return { state: { ...state, active, lastStep: 0, failures: 0, knownFailures: 0 }, result: true }
  })
}

/** Removes the app and the recovery codes. @returns false if there was nothing to remove */
export function removeFactorState(ctx: PluginContext, userId: string): Promise<boolean> {
  return updateFactor(ctx, userId, state => ({ state: null, result: hasFactor(state) }))
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
