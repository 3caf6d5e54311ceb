import type { PluginContext } from '../../plugins.js'
import { encodeBase32 } from './base32.js'
import { deleteDevices } from './devices.js'
import { endEnrollments, findTotp, startTotp } from './enrollment.js'
import { readFactor } from './factor-record.js'
import { markKnownBrowser } from './known-browser.js'
import { notifyUser } from './notify.js'
import { buildOtpauthUri } from './otpauth-uri.js'
import { authorizeEnrollment } from './policy.js'
import { createRecoveryCodes } from './recovery-codes.js'
import { completeSubject, type Subject } from './subject.js'
import { confirmTotp, hasFactor } from './totp-state.js'
import type { TwoFactorFailure, TwoFactorSettings, TwoFactorUser } from './types.js'

/** A secret that an authenticator app needs. Never log it, and send it only with `Cache-Control: no-store`. */
export interface Enrollment {
  readonly error: null
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
): Promise<Enrollment | TwoFactorFailure> {
  const refusal = await authorizeEnrollment(ctx, subject)
  if (refusal) return refusal
  const factor = await startTotp(ctx, subject)
  const issuer = settings.issuer ?? new URL(ctx.origin).host
  const uri = buildOtpauthUri(factor, { issuer, account: getAccountName(subject.user) })
  return { error: null, secret: encodeBase32(factor.secret), uri }
}

function getAccountName({ email, name, id }: TwoFactorUser): string {
  return email || name || id
}

/** Recovery codes to show once, and where the user goes next. */
export interface NewRecoveryCodes {
  readonly error: null
  readonly recoveryCodes: readonly string[]
  readonly url: string
}

/** Confirms the authenticator app with its first code, and creates recovery codes. Remembered browsers end. */
export async function confirmEnrollment(
  ctx: PluginContext,
  settings: TwoFactorSettings,
  { subject, code }: { readonly subject: Subject; readonly code: string },
): Promise<NewRecoveryCodes | TwoFactorFailure> {
  const refusal = await authorizeEnrollment(ctx, subject)
  if (refusal) return refusal
  const { user, pending } = subject
  const factor = await findTotp(ctx, subject)
  if (!factor) return { error: 'enrollment-expired' }
  const isReplacing = hasFactor(await readFactor(ctx, user.id))
  const { codes: recoveryCodes, hashes } = await createRecoveryCodes()
  const result = await confirmTotp(ctx, user.id, { factor, code, isReplacing, hashes })
  if (result !== 'enabled' && result !== 'replaced') return { error: result }
  await endEnrollments(ctx, user.id)
  await markKnownBrowser(ctx, user.id)
  await deleteDevices(ctx, user.id)
  await ctx.endPendingSignIns(user.id, pending ?? undefined)
  await notifyUser(ctx, settings, { user, type: result })
  return { error: null, recoveryCodes, url: await completeSubject(ctx, subject, ['otp']) }
}
