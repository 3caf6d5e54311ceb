/**
 * Sets up an authenticator app. Its secret is a record of one session or one pending sign-in until the first code: another session of the user, or a
 * sign-in that knows only the password, never sees it.
 *
 * @module
 */
import {
  completeSubject,
  createFailure,
  decodeBase32,
  encodeBase32,
  endSubjectSecrets,
  isFailure,
  type OperationFailure,
  type PluginContext,
  readSubjectSecret,
  type Subject,
  type SubjectSecret,
  saveSubjectSecret,
} from '../../plugins.js'
import { deleteDevices, markKnownBrowser } from './browsers.js'
import { confirmTotp, hasFactor, readFactor } from './factor.js'
import { notifyUser } from './notify.js'
import { buildOtpauthUri } from './otpauth-uri.js'
import { authorizeEnrollment } from './policy.js'
import { createRecoveryCodes } from './recovery-codes.js'
import { defaultTotpParameters, generateTotpSecret, type TotpFactor } from './totp.js'
import type { TwoFactorFault, TwoFactorSettings } from './types.js'

const kind = 'two-factor-enrollment'
/** How long a new secret waits for its first code, in seconds. */
const maxAge = 600
/** In milliseconds. */
const minRemainingMs = 120_000

/** A secret that an authenticator app needs. Never log it, and send it only with `Cache-Control: no-store`. */
export interface Enrollment {
  /** The secret as base32, for users who cannot scan the QR code. */
  readonly secret: string
  /** The `otpauth:` URI: the content of the QR code, and a link on a phone. */
  readonly uri: string
}

/** Starts to set up an authenticator app. The one that the user has stays valid until the new one is confirmed. */
export async function startEnrollment(
  ctx: PluginContext,
  settings: TwoFactorSettings,
  subject: Subject,
): Promise<Enrollment | OperationFailure<TwoFactorFault>> {
  const refusal = await authorizeEnrollment(ctx, subject)
  if (refusal) return refusal
  const factor = await startTotp(ctx, subject)
  const { email, name, id } = subject.user
  const label = { issuer: settings.issuer ?? new URL(ctx.origin).host, account: email || name || id }
  return { secret: encodeBase32(factor.secret), uri: buildOtpauthUri(factor, label) }
}

/** A page that is loaded again shows the same secret, if the user has time left to scan it. */
async function startTotp(ctx: PluginContext, subject: Subject): Promise<TotpFactor> {
  const waiting = await readSubjectSecret(ctx, subject, kind)
  const isLong = waiting && waiting.expires.getTime() - Date.now() > minRemainingMs
  const factor = isLong ? toFactor(waiting) : null
  if (factor) return factor
  const secret = generateTotpSecret()
  await saveSubjectSecret(ctx, subject, { kind, maxAge, secret: encodeBase32(secret) })
  return { ...defaultTotpParameters, secret }
}

function toFactor(waiting: SubjectSecret | null): TotpFactor | null {
  const secret = waiting && decodeBase32(waiting.secret)
  return secret && { ...defaultTotpParameters, secret }
}

/** Recovery codes to show once, and where the user goes next. */
export interface NewRecoveryCodes {
  readonly recoveryCodes: readonly string[]
  readonly url: string
}

/** Confirms the authenticator app with its first code, and creates recovery codes. Remembered browsers end. */
export async function confirmEnrollment(
  ctx: PluginContext,
  settings: TwoFactorSettings,
  { subject, code }: { readonly subject: Subject; readonly code: string },
): Promise<NewRecoveryCodes | OperationFailure<TwoFactorFault>> {
  const refusal = await authorizeEnrollment(ctx, subject)
  if (refusal) return refusal
  const { user, pending } = subject
  const factor = toFactor(await readSubjectSecret(ctx, subject, kind))
  if (!factor) return createFailure('enrollment-expired')
  const isReplacing = hasFactor(await readFactor(ctx, user.id))
  const { codes: recoveryCodes, hashes } = await createRecoveryCodes()
  const confirmed = { factor, code, isReplacing, hashes }
  const { change, error } = await confirmTotp(ctx, user.id, confirmed)
  if (change === null) return createFailure(error)
  // A secret that waits in another session must not replace the app that was set up.
  await endSubjectSecrets(ctx, user.id, kind)
  await markKnownBrowser(ctx, user.id)
  await deleteDevices(ctx, user.id)
  await ctx.endPendingSignIns(user.id, pending ?? undefined)
  await notifyUser(ctx, settings, { user, type: change })
  const url = await completeSubject(ctx, subject, ['otp'])
  // The app is set up, so the codes are shown although the session ended meanwhile.
  return { recoveryCodes, url: isFailure(url) ? ctx.callbackUrl : url }
}
