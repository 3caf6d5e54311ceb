import {
  AdapterError,
  AuthError,
  completeSubject,
  createFailure,
  isFailure,
  MissingCSRF,
  type OperationFailure,
  type PluginContext,
  type Subject,
  TooManyRequests,
  throttleAttempts,
  toTooManyAttempts,
} from '../../plugins.js'
import { isKnownBrowser, markKnownBrowser, rememberDevice } from './browsers.js'
import { type CodeResult, consumeRecoveryCode, readFactorStatus, verifyTotp } from './factor.js'
import { notifyUser } from './notify.js'
import type { SecondFactorMethod, TwoFactorFault, TwoFactorSettings } from './types.js'

/** The methods that a user can pass now. */
export interface AvailableMethods {
  readonly methods: readonly SecondFactorMethod[]
  /** The URL that returns the options for the browser, if the user has a passkey. */
  readonly passkeyOptionsUrl?: string | undefined
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
  return { methods, ...(passkey && { passkeyOptionsUrl: passkey.optionsUrl }) }
}

/** What a user submits, and who they are. */
export interface SecondFactorProof {
  readonly subject: Subject
  readonly method: SecondFactorMethod
  /** The code, or the JSON of the credential of a passkey. */
  readonly code: string
  readonly rememberDevice: boolean
}

/** Verifies a second factor, and continues the sign-in or raises the session. @returns where the browser goes next */
export async function verifySecondFactor(
  ctx: PluginContext,
  settings: TwoFactorSettings,
  proof: SecondFactorProof,
): Promise<{ readonly url: string } | OperationFailure<TwoFactorFault>> {
  const { subject, method } = proof
  const { user } = subject
  const methods = await verifyMethod(ctx, settings, proof)
  if (isFailure(methods)) return methods
  if (method === 'recovery-code') await notifyUser(ctx, settings, { user, type: 'recovery-code-used' })
  const url = await completeSubject(ctx, subject, methods)
  if (isFailure(url)) return url
  if (proof.rememberDevice && settings.deviceMaxAge !== null)
    await rememberDevice(ctx, user.id, settings.deviceMaxAge)
  return { url }
}

/** @returns the methods that the user passed */
async function verifyMethod(
  ctx: PluginContext,
  settings: TwoFactorSettings,
  proof: SecondFactorProof,
): Promise<readonly string[] | OperationFailure<TwoFactorFault>> {
  if (proof.method === 'passkey') return await verifyPasskey(ctx, proof)
  const result = await verifyCode(ctx, settings, { ...proof, method: proof.method })
  if (isFailure(result)) return result
  await markKnownBrowser(ctx, proof.subject.user.id)
  // A recovery code is a one-time password too: the standard has no other value for a look-up secret. RFC 8176 section 2.
  return ['otp']
}

/** A passkey cannot be guessed, so it has no limit of its own beside those of sign-ins. */
async function verifyPasskey(
  ctx: PluginContext,
  { subject, code }: SecondFactorProof,
): Promise<readonly string[] | OperationFailure<TwoFactorFault>> {
  try {
    return await ctx.verifyPasskey(subject.user.id, code)
  } catch (error) {
    // These say nothing about the passkey.
    const isOther = [AdapterError, MissingCSRF, TooManyRequests].some(type => error instanceof type)
    if (!(error instanceof AuthError) || isOther) return toTooManyAttempts(error)
    ctx.logger.debug('passkey rejected as second factor', { reason: error.message })
    return createFailure('wrong-passkey')
  }
}

interface TypedCode {
  readonly subject: Subject
  readonly method: Exclude<SecondFactorMethod, 'passkey'>
  readonly code: string
}

/** The attempts of one sign-in or browser with one method, in ten minutes: as long as a pending sign-in is valid. */
const attemptLimit = { limit: 5, window: 600 }
/** After so many wrong codes in a row, the user is notified: another person may know the password. */
const noticedFailures = 10

/** A recovery code cannot be guessed, so it has no limit by account. NIST SP 800-63B section 3.1.2.2. */
async function verifyCode(
  ctx: PluginContext,
  settings: TwoFactorSettings,
  typed: TypedCode,
): Promise<true | OperationFailure<TwoFactorFault>> {
  const { subject, method } = typed
  const ownCountKind = method === 'recovery-code' ? 'two-factor-attempts' : undefined
  return await throttleAttempts(ctx, { ...attemptLimit, subject, method, ownCountKind }, async () => {
    const { error, failures } = await checkCode(ctx, typed)
    if (error === 'wrong-code' && failures === noticedFailures)
      await notifyUser(ctx, settings, { user: subject.user, type: 'wrong-codes' })
    return error ? createFailure<TwoFactorFault>(error) : true
  })
}

/** Another person who knows the password must not keep the owner out. A sign-in in a known browser accepts the codes of the app again. */
async function checkCode(ctx: PluginContext, { subject, method, code }: TypedCode): Promise<CodeResult> {
  const { user, pending } = subject
  if (method === 'recovery-code') return await consumeRecoveryCode(ctx, user.id, code)
  const isKnown = pending !== null && (await isKnownBrowser(ctx, user.id))
  return await verifyTotp(ctx, user.id, { code, isKnownBrowser: isKnown })
}
