/**
 * The authenticator app of each user, as a record. All changes are compare-and-swap.
 *
 * @module
 */
import { isRecord } from '../../base/parse.js'
import type { PluginContext } from '../../plugins.js'
import type { JsonObject } from '../../types/common.js'
import type { StoredRecord } from '../../types/record-store.js'
import { decodeBase32, encodeBase32 } from './base32.js'
import {
  defaultTotpParameters,
  findTotpStep,
  generateTotpSecret,
  type TotpAlgorithm,
  type TotpFactor,
} from './totp.js'
import type { TwoFactorFault } from './types.js'
import { createUnreadableError, readRecord, updateRecord } from './update-record.js'

const kind = 'two-factor-totp'

/** How long a new secret waits for its first code, in milliseconds. */
const pendingMaxAgeMs = 600_000
/** A new secret that is valid for less than this is replaced, so that the user has time to scan it. */
const minPendingMs = 120_000
/** NIST SP 800-63B section 3.2.2: no more failures in a row. */
export const maxFailures = 100

/** A secret with its parameters. */
interface StoredTotp extends JsonObject {
  /** Sealed. */
  readonly secret: string
  readonly algorithm: TotpAlgorithm
  readonly digits: number
  readonly period: number
}

interface PendingTotp extends StoredTotp {
  /** Milliseconds since the epoch. */
  readonly expires: number
}

/** The value of the record. */
interface TotpState extends JsonObject {
  /** The app whose codes are valid. */
  readonly active: StoredTotp | null
  /** An app that is being set up. It replaces the active one only when it returned a right code. */
  readonly pending: PendingTotp | null
  /** The last step that was used. It and earlier ones are not valid again: RFC 6238 section 5.2. */
  readonly lastStep: number
  /** Wrong codes since the last right one. */
  readonly failures: number
}

const emptyState: TotpState = { active: null, pending: null, lastStep: 0, failures: 0 }

/** What other files need to know about the authenticator app of a user. */
export interface TotpStatus {
  readonly isEnabled: boolean
  /** Whether there were 100 failures in a row. */
  readonly isDisabled: boolean
}

/** Returns whether the user has an authenticator app. @throws AdapterError if that is unknown */
export async function readTotpStatus(ctx: PluginContext, userId: string): Promise<TotpStatus> {
  const { active, failures } = parseState(await readRecord(ctx, { kind, userId }))
  return { isEnabled: active !== null, isDisabled: active !== null && failures >= maxFailures }
}

/** Starts to set up an app, or continues it, so that a page that is loaded again shows the same secret. */
export async function startTotp(ctx: PluginContext, userId: string): Promise<TotpFactor> {
  return updateRecord(ctx, { kind, userId }, async record => {
    const state = parseState(record)
    const { pending } = state
    if (pending && pending.expires - Date.now() > minPendingMs)
      return { result: await unsealTotp(ctx, userId, { stored: pending, slot: 'pending' }) }
    const result = { ...defaultTotpParameters, secret: generateTotpSecret() }
    const stored = await sealTotp(ctx, userId, { factor: result, slot: 'pending' })
    return { value: { ...state, pending: { ...stored, expires: Date.now() + pendingMaxAgeMs } }, result }
  })
}

/** Replaces the active app by the one that is being set up, if the code is right. */
export function confirmTotp(
  ctx: PluginContext,
  userId: string,
  code: string,
): Promise<TwoFactorFault | 'enabled' | 'replaced'> {
  return updateRecord(ctx, { kind, userId }, async record => {
    const { active, pending } = parseState(record)
    if (!pending || pending.expires <= Date.now()) return { result: 'enrollment-expired' }
    const factor = await unsealTotp(ctx, userId, { stored: pending, slot: 'pending' })
    const lastStep = await findTotpStep(factor, code, Date.now())
    if (lastStep === null) return { result: 'wrong-code' }
    const stored = await sealTotp(ctx, userId, { factor, slot: 'active' })
    const value = { active: stored, pending: null, lastStep, failures: 0 }
    return { value, result: active ? 'replaced' : 'enabled' }
  })
}

/** Verifies a code of the active app. Each step counts once, and each wrong code counts as a failure. */
export function verifyTotp(ctx: PluginContext, userId: string, code: string): Promise<TwoFactorFault | null> {
  return updateRecord(ctx, { kind, userId }, async record => {
    const state = parseState(record)
    if (!state.active) return { result: 'no-such-method' }
    if (state.failures >= maxFailures) return { result: 'method-disabled' }
    const factor = await unsealTotp(ctx, userId, { stored: state.active, slot: 'active' })
    const step = await findTotpStep(factor, code, Date.now())
    if (step === null || step <= state.lastStep)
      return { value: { ...state, failures: state.failures + 1 }, result: 'wrong-code' }
    return { value: { ...state, lastStep: step, failures: 0 }, result: null }
  })
}

/** Stores an app of another system. @returns false if the user has one */
export function importTotp(ctx: PluginContext, userId: string, factor: TotpFactor): Promise<boolean> {
  return updateRecord(ctx, { kind, userId }, async record => {
    if (parseState(record).active) return { result: false }
    const active = await sealTotp(ctx, userId, { factor, slot: 'active' })
    return { value: { ...emptyState, active }, result: true }
  })
}

/** Removes the app. @returns false if there was none */
export function removeTotp(ctx: PluginContext, userId: string): Promise<boolean> {
  return updateRecord(ctx, { kind, userId }, record => {
    const result = parseState(record).active !== null
    return { value: record ? null : undefined, result }
  })
}

type Slot = 'active' | 'pending'

async function sealTotp(
  ctx: PluginContext,
  userId: string,
  { factor, slot }: { readonly factor: TotpFactor; readonly slot: Slot },
): Promise<StoredTotp> {
  const { algorithm, digits, period } = factor
  const secret = await ctx.sealSecret(toPlace(userId, slot), encodeBase32(factor.secret))
  return { secret, algorithm, digits, period }
}

async function unsealTotp(
  ctx: PluginContext,
  userId: string,
  { stored, slot }: { readonly stored: StoredTotp; readonly slot: Slot },
): Promise<TotpFactor> {
  const { algorithm, digits, period } = stored
  const secret = decodeBase32(await ctx.unsealSecret(toPlace(userId, slot), stored.secret))
  if (!secret) throw createUnreadableError(kind)
  return { secret, algorithm, digits, period }
}

function toPlace(userId: string, slot: Slot) {
  return { kind, id: userId, field: `/${slot}/secret` }
}

/** A record that is not readable is an error: it must not count as an absent one. */
function parseState(record: StoredRecord | null): TotpState {
  if (!record) return emptyState
  const { value } = record
  if (!isRecord(value)) throw createUnreadableError(kind)
  const { active, pending, lastStep, failures } = value
  const isValid =
    (active === null || isStoredTotp(active)) &&
    (pending === null || isPendingTotp(pending)) &&
    Number.isInteger(lastStep) &&
    Number.isInteger(failures)
  if (!isValid) throw createUnreadableError(kind)
  return { active, pending, lastStep: Number(lastStep), failures: Number(failures) }
}

function isPendingTotp(value: unknown): value is PendingTotp {
  return isStoredTotp(value) && typeof value.expires === 'number'
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
