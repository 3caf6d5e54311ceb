/**
 * Sets up an authenticator app. Its secret is a record of one session or one pending sign-in until the first code: another session of the user, or a
 * sign-in that knows only the password, never sees it.
 *
 * @module
 */
import {
  AccessDenied,
  completeSubject,
  createFailure,
  createRequiredText,
  decodeBase32,
  defineOperation,
  encodeBase32,
  endSubjectSecrets,
  html,
  isFailure,
  type PluginContext,
  type PluginPage,
  readSubjectSecret,
  renderCardPage,
  renderCodeField,
  renderFailure,
  renderForm,
  type Subject,
  type SubjectSecret,
  saveSubjectSecret,
} from '../../plugins.js'
import { devices, knownBrowsers } from './browsers.js'
import { confirmTotp, hasFactor } from './factor.js'
import type { TwoFactorTexts } from './locales/texts.js'
import { buildOtpauthUri } from './otpauth-uri.js'
import { describeAccount, getAccountName, pageStyle, renderRecoveryCodesPage } from './pages.js'
import { authorizeEnrollment } from './policy.js'
import { encodeQrCode } from './qr-code/encode.js'
import { renderQrCode } from './qr-code/svg.js'
import { createRecoveryCodes } from './recovery-codes.js'
import { defaultTotpParameters, generateTotpSecret, type TotpFactor } from './totp.js'
import type { Enrollment, NewRecoveryCodes, TwoFactorFailure, TwoFactorSettings } from './types.js'

const kind = 'two-factor-enrollment'
/** How long a new secret waits for its first code, in seconds. */
const maxAge = 600
/** In milliseconds. */
const minRemainingMs = 120_000

/** Creates the operations by which a user sets up an authenticator app. */
export function createEnrollOperations(settings: TwoFactorSettings) {
  return {
    startEnrollment: defineOperation({
      method: 'GET',
      path: 'enroll',
      description: 'Starts to set up an authenticator app. The page has the QR code.',
      subject: 'sign-in',
      run: (ctx, { subject }) => startEnrollment(ctx, settings, subject),
      page: async (ctx, { data: enrollment }, { subject }) =>
        enrollment && (await renderEnrollPage(ctx, { subject, enrollment, failure: null })),
    }),

    confirmEnrollment: defineOperation({
      method: 'POST',
      path: 'enroll',
      description: 'Confirms the app with its first code, and returns recovery codes to show once.',
      subject: 'sign-in',
      input: { code: createRequiredText({ isSecret: true }) },
      run: (ctx, input) => confirmEnrollment(ctx, settings, input),
      page: async (ctx, { data, failure }, { subject }) => {
        if (data) return await renderRecoveryCodesPage(ctx, data)
        const enrollment = await startEnrollment(ctx, settings, subject)
        if (isFailure(enrollment)) throw new AccessDenied('The second factor of the user changed meanwhile.')
        return await renderEnrollPage(ctx, { subject, enrollment, failure })
      },
    }),
  }
}

/** The app that the user has stays valid until the new one is confirmed. */
async function startEnrollment(
  ctx: PluginContext,
  settings: TwoFactorSettings,
  subject: Subject,
): Promise<Enrollment | TwoFactorFailure> {
  const refusal = await authorizeEnrollment(ctx, subject)
  if (refusal) return refusal
  const factor = await startTotp(ctx, subject)
  const label = { issuer: settings.issuer ?? ctx.appName, account: getAccountName(subject) }
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

/** Creates recovery codes with the app, and ends remembered browsers. */
async function confirmEnrollment(
  ctx: PluginContext,
  settings: TwoFactorSettings,
  { subject, code }: { readonly subject: Subject; readonly code: string },
): Promise<NewRecoveryCodes | TwoFactorFailure> {
  const refusal = await authorizeEnrollment(ctx, subject)
  if (refusal) return refusal
  const { user, pending } = subject
  const factor = toFactor(await readSubjectSecret(ctx, subject, kind))
  if (!factor) return createFailure('enrollment-expired')
  const isReplacing = await hasFactor(ctx, user.id)
  const { codes: recoveryCodes, hashes } = await createRecoveryCodes()
  const type = await confirmTotp(ctx, user.id, { factor, code, isReplacing, hashes })
  if (isFailure(type)) return type
  // A secret that waits in another session must not replace the app that was set up.
  await endSubjectSecrets(ctx, user.id, kind)
  await knownBrowsers.set(ctx, user.id)
  await devices.end(ctx, user.id)
  await ctx.endPendingSignIns(user.id, pending ?? undefined)
  await settings.notifyUser(ctx, user, type)
  const url = await completeSubject(ctx, subject, ['otp'])
  // The app is set up, so the codes are shown although the session ended meanwhile.
  return { recoveryCodes, url: isFailure(url) ? ctx.callbackUrl : url }
}

interface EnrollPage {
  readonly subject: Subject
  readonly enrollment: Enrollment
  readonly failure: TwoFactorFailure | null
}

/** The page contains the secret; all pages of Latchkey have `no-store`. */
async function renderEnrollPage(
  ctx: PluginContext,
  { subject, enrollment, failure }: EnrollPage,
): Promise<PluginPage> {
  const texts = await ctx.getTexts<TwoFactorTexts>()
  const { enroll } = texts
  const field = renderCodeField({ label: enroll.codeLabel, isInvalid: failure?.error === 'wrong-code' })
  return renderCardPage({
    title: enroll.title,
    message: [subject.pending && enroll.requiredMessage, enroll.message, describeAccount(subject, texts)],
    content: html`<div class="qr">${renderQrCode(encodeQrCode(enrollment.uri), enroll.qrCode)}</div>
<p class="links"><a class="secondary-link" href="${enrollment.uri}">${enroll.openApp}</a></p>
<p class="hint message">${enroll.secretLabel}</p>
<p class="key" dir="ltr">${groupSecret(enrollment.secret)}</p>
${renderFailure(failure, texts.errors)}
${renderForm(ctx, { path: 'enroll', subject, content: field, button: enroll.button })}`,
    style: pageStyle,
  })
}

/** Groups of four are easier to type. Apps ignore the blanks. */
function groupSecret(secret: string): string {
  return secret.replace(/.{4}(?=.)/g, '$& ')
}
