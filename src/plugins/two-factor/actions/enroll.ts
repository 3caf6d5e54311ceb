import { AccessDenied } from '../../../errors.js'
import type { CallContext, CallResponse, PluginContext, PluginFailure } from '../../../plugins.js'
import type { TwoFactorActions } from '../calls.js'
import { confirmEnrollment, type NewRecoveryCodes, startEnrollment } from '../enroll.js'
import { renderEnrollPage } from '../pages/enroll-page.js'
import { renderRecoveryCodesPage } from '../pages/recovery-codes-page.js'
import { findSubject, type Subject } from '../subject.js'
import type { TwoFactorFailure, TwoFactorFault, TwoFactorSettings } from '../types.js'
import { createFailureResponse, redirectBeforeEnrollment, redirectToSignIn } from './respond.js'

type Calls = TwoFactorActions['two-factor/enroll']

/** Shows the secret of a new authenticator app. */
export async function showEnroll(
  ctx: CallContext<Calls['GET']>,
  settings: TwoFactorSettings,
): Promise<CallResponse<Calls['GET']>> {
  const subject = await findSubject(ctx)
  if (!subject) return redirectToSignIn(ctx)
  const enrollment = await startEnrollment(ctx, settings, subject)
  if (enrollment.error !== null) return redirectBeforeEnrollment(ctx, subject, enrollment)
  const { secret, uri } = enrollment
  return { data: { secret, uri }, page: () => renderEnrollPage(ctx, { subject, enrollment, failure: null }) }
}

/** Confirms the app with its first code. The response has the recovery codes. */
export async function submitEnroll(
  ctx: CallContext<Calls['POST']>,
  settings: TwoFactorSettings,
): Promise<CallResponse<Calls['POST']>> {
  const subject = await findSubject(ctx)
  if (!subject) return redirectToSignIn(ctx)
  const { code } = ctx.request.body
  const result = await confirmEnrollment(ctx, settings, {
    subject,
    code: typeof code === 'string' ? code : '',
  })
  if (result.error === null) return createRecoveryCodesResponse(ctx, result)
  return result.error === 'second-factor-required' || result.error === 'recent-sign-in-required'
    ? redirectBeforeEnrollment(ctx, subject, result)
    : createEnrollFailure(ctx, settings, { subject, failure: result })
}

/** Shows new recovery codes once. */
export function createRecoveryCodesResponse(
  ctx: PluginContext,
  result: NewRecoveryCodes,
): CallResponse<Calls['POST']> {
  const { recoveryCodes, url } = result
  return {
    data: { recoveryCodes: [...recoveryCodes], url },
    page: () => renderRecoveryCodesPage(ctx, result),
  }
}

interface FailedEnrollment {
  readonly subject: Subject
  readonly failure: TwoFactorFailure
}

function createEnrollFailure(
  ctx: PluginContext,
  settings: TwoFactorSettings,
  { subject, failure }: FailedEnrollment,
): PluginFailure<TwoFactorFault> {
  return createFailureResponse(failure, async () => {
    const enrollment = await startEnrollment(ctx, settings, subject)
    if (enrollment.error !== null) throw new AccessDenied('The second factor of the user changed meanwhile.')
    return renderEnrollPage(ctx, { subject, enrollment, failure })
  })
}
