import { AdapterError, MissingCSRF, TooManyRequests } from '../../errors.js'
import { AuthError, type PasskeyMethod, type PluginContext } from '../../plugins.js'
import { countAttempt, findChallenge, resetAttempts, toAttemptGroup } from './challenge.js'
import { rememberDevice } from './devices.js'
import { isKnownBrowser, markKnownBrowser } from './known-browser.js'
import { notifyUser } from './notify.js'
import { consumeRecoveryCode } from './recovery-state.js'
import { completeSubject, type Subject } from './subject.js'
import { type CodeResult, readFactorStatus, verifyTotp } from './totp-state.js'
import type { SecondFactorMethod, TwoFactorFailure, TwoFactorSettings } from './types.js'

/** The methods that a user can pass now. */
export interface AvailableMethods {
  readonly methods: readonly SecondFactorMethod[]
  readonly passkey: PasskeyMethod | null
}

/** Lists the methods of a user, the usual one first. */
export async function listMethods(ctx: PluginContext, { user }: Subject): Promise<AvailableMethods> {
  const { isEnabled, recoveryCodes } = await readFactorStatus(ctx, user.id)
  const passkey = await ctx.findPasskeyMethod(user)
  const methods = [
    ...(isEnabled ? (['totp'] as const) : []),
    ...(passkey ? (['passkey'] as const) : []),
    ...(recoveryCodes > 0 ? (['recovery-code'] as const) : []),
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
  { subject, proof }: SubmittedProof,
): Promise<VerifyResult> {
  const { user } = subject
  const result = await verifyMethod(ctx, settings, { subject, proof })
  if (result.error !== null) return result
  if (proof.method === 'recovery-code') await notifyUser(ctx, settings, { user, type: 'recovery-code-used' })
  const url = await completeSubject(ctx, subject, result.methods)
  if (proof.rememberDevice && settings.deviceMaxAge !== null)
    await rememberDevice(ctx, user.id, settings.deviceMaxAge)
  return { error: null, url }
}

type PassResult = TwoFactorFailure | { readonly error: null; readonly methods: readonly string[] }

/** What a user submits, and who they are. */
interface SubmittedProof {
  readonly subject: Subject
  readonly proof: SecondFactorProof
}

async function verifyMethod(
  ctx: PluginContext,
  settings: TwoFactorSettings,
  { subject, proof }: SubmittedProof,
): Promise<PassResult> {
  try {
    const { method, code } = proof
    const methods =
      method === 'passkey'
        ? await verifyPasskey(ctx, subject.user.id, code)
        : await verifyCode(ctx, settings, { subject, method, code })
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
  readonly subject: Subject
  readonly method: Exclude<SecondFactorMethod, 'passkey'>
  readonly code: string
}

/** A recovery code is a one-time password too: the standard has no other value for a look-up secret. RFC 8176 section 2. */
async function verifyCode(
  ctx: PluginContext,
  settings: TwoFactorSettings,
  typed: TypedCode,
): Promise<readonly string[]> {
  const { subject } = typed
  await throttleAttempts(ctx, typed, async () => {
    const { error, failures } = await checkCode(ctx, typed)
    if (error === 'wrong-code' && failures === noticedFailures)
      await notifyUser(ctx, settings, { user: subject.user, type: 'wrong-codes' })
    if (error) throw new ProofRejected({ error })
  })
  await markKnownBrowser(ctx, subject.user.id)
  return ['otp']
}

/** After so many wrong codes in a row, the user is notified: another person may know the password. */
const noticedFailures = 10

/** Another person who knows the password must not keep the owner out. After a sign-in in a known browser, the app is on again. */
async function checkCode(ctx: PluginContext, { subject, method, code }: TypedCode): Promise<CodeResult> {
  const { user, pending } = subject
  if (method === 'recovery-code') return await consumeRecoveryCode(ctx, user.id, code)
  const isKnown = pending !== null && (await isKnownBrowser(ctx, user.id))
  return await verifyTotp(ctx, user.id, { code, isKnownBrowser: isKnown })
}

/** A recovery code cannot be guessed, so it has no limit by account: others cannot keep its owner out. NIST SP 800-63B section 3.1.2.2. */
async function throttleAttempts(
  ctx: PluginContext,
  { subject, method }: TypedCode,
  verify: () => Promise<void>,
): Promise<void> {
  const challenge = findChallenge(ctx, subject, method)
  const userId = subject.user.id
  if (method === 'totp')
    return await ctx.throttle({ method, userId, group: toAttemptGroup(challenge) }, verify)
  const limit = await countAttempt(ctx, challenge)
  if (limit) throw new ProofRejected(limit)
  await verify()
  await resetAttempts(ctx, challenge)
}
