import { AdapterError, MissingCSRF, TooManyRequests } from '../../errors.js'
import { AuthError, type PasskeyMethod, type PluginContext } from '../../plugins.js'
import { countAttempt, resetAttempts } from './challenge.js'
import { rememberDevice } from './devices.js'
import { notifyUser } from './notify.js'
import { consumeRecoveryCode, countRecoveryCodes } from './recovery-state.js'
import { completeSubject, type Subject } from './subject.js'
import { readTotpStatus, verifyTotp } from './totp-state.js'
import type { SecondFactorMethod, TwoFactorFailure, TwoFactorSettings } from './types.js'

/** The methods that a user can pass now. */
export interface AvailableMethods {
  readonly methods: readonly SecondFactorMethod[]
  readonly passkey: PasskeyMethod | null
}

/** Lists the methods of a user, the usual one first. */
export async function listMethods(ctx: PluginContext, { user }: Subject): Promise<AvailableMethods> {
  const { isEnabled } = await readTotpStatus(ctx, user.id)
  const passkey = await ctx.findPasskeyMethod(user)
  const hasRecoveryCodes = isEnabled && (await countRecoveryCodes(ctx, user.id)) > 0
  const methods = [
    ...(isEnabled ? (['totp'] as const) : []),
    ...(passkey ? (['passkey'] as const) : []),
    ...(hasRecoveryCodes ? (['recovery-code'] as const) : []),
  ]
  return { methods, passkey }
}

/** What a user submits. */
export interface SecondFactorProof {
  readonly method: SecondFactorMethod
  /** The code, or the JSON of the credential of a passkey. */
  readonly code: string
  readonly rememberDevice: boolean
}

/** Either a failure, or where the browser goes next. */
export type VerifyResult = TwoFactorFailure | { readonly error: null; readonly url: string }

/** Verifies a second factor, and continues the sign-in or raises the session. */
export async function verifySecondFactor(
  ctx: PluginContext,
  settings: TwoFactorSettings,
  { subject, proof }: { readonly subject: Subject; readonly proof: SecondFactorProof },
): Promise<VerifyResult> {
  const { user } = subject
  const result = await verifyMethod(ctx, subject, proof)
  if (result.error !== null) return result
  if (proof.method === 'recovery-code') await notifyUser(ctx, settings, { user, type: 'recovery-code-used' })
  const url = await completeSubject(ctx, subject, result.methods)
  if (proof.rememberDevice && settings.deviceMaxAge !== null)
    await rememberDevice(ctx, user.id, settings.deviceMaxAge)
  return { error: null, url }
}

type PassResult = TwoFactorFailure | { readonly error: null; readonly methods: readonly string[] }

async function verifyMethod(
  ctx: PluginContext,
  subject: Subject,
  proof: SecondFactorProof,
): Promise<PassResult> {
  try {
    const { method, code } = proof
    const methods =
      method === 'passkey'
        ? await verifyPasskey(ctx, subject.user.id, code)
        : await verifyCode(ctx, subject, { method, code })
    return { error: null, methods }
  } catch (error) {
    if (error instanceof ProofRejected) return error.failure
    if (error instanceof TooManyRequests) return { error: 'too-many-attempts', retryAfter: error.retryAfter }
    throw error
  }
}

/** A proof that is not right. It is thrown, so that limits of attempts count it. */
class ProofRejected extends Error {
  constructor(readonly failure: TwoFactorFailure) {
    super(failure.error)
  }
}

/** A passkey cannot be guessed, so it has no limit of its own beside those of sign-ins. */
async function verifyPasskey(
  ctx: PluginContext,
  userId: string,
  credential: string,
): Promise<readonly string[]> {
  try {
    return await ctx.verifyPasskey(userId, credential)
  } catch (error) {
    if (!(error instanceof AuthError) || passThroughErrors.some(type => error instanceof type)) throw error
    ctx.logger.debug('passkey rejected as second factor', { reason: error.message })
    throw new ProofRejected({ error: 'wrong-passkey' })
  }
}

/** Failures that say nothing about the passkey. */
const passThroughErrors = [AdapterError, MissingCSRF, TooManyRequests] as const

interface TypedCode {
  readonly method: Exclude<SecondFactorMethod, 'passkey'>
  readonly code: string
}

/** A recovery code is a one-time password too: the standard has no other value for a look-up secret. RFC 8176 section 2. */
async function verifyCode(
  ctx: PluginContext,
  { user, pending }: Subject,
  { method, code }: TypedCode,
): Promise<readonly string[]> {
  const challenge = { id: pending?.id ?? user.id, method }
  const limit = await countAttempt(ctx, challenge)
  if (limit) throw new ProofRejected(limit)
  const verify = method === 'totp' ? verifyTotp : consumeRecoveryCode
  await ctx.throttle({ method, userId: user.id }, async () => {
    const error = await verify(ctx, user.id, code)
    if (error) throw new ProofRejected({ error })
  })
  await resetAttempts(ctx, challenge)
  return ['otp']
}
