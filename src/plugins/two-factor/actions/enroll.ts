import { AccessDenied } from '../../../errors.js'
import type { PluginContext, PluginResponse } from '../../../plugins.js'
import { confirmEnrollment, type NewRecoveryCodes, startEnrollment } from '../enroll.js'
import { renderEnrollPage } from '../pages/enroll-page.js'
import { renderRecoveryCodesPage } from '../pages/recovery-codes-page.js'
import { findSubject, type Subject } from '../subject.js'
import type { TwoFactorFailure, TwoFactorSettings } from '../types.js'
import { createFailureResponse, redirectToSignIn, redirectToVerify } from './respond.js'

/** Shows the secret of a new authenticator app. */
export async function showEnroll(ctx: PluginContext, settings: TwoFactorSettings): Promise<PluginResponse> {
  const subject = await findSubject(ctx)
  if (!subject) return redirectToSignIn(ctx)
  const enrollment = await startEnrollment(ctx, settings, subject)
  if (enrollment.error !== null) return redirectToVerify(ctx, subject, `${ctx.pluginUrl}/enroll`)
  const { secret, uri } = enrollment
  return { data: { secret, uri }, page: () => renderEnrollPage(ctx, { subject, enrollment, failure: null }) }
}

/** Confirms the app with its first code. The response has the recovery codes. */
export async function submitEnroll(ctx: PluginContext, settings: TwoFactorSettings): Promise<PluginResponse> {
  const subject = await findSubject(ctx)
  if (!subject) return redirectToSignIn(ctx)
  const { code } = ctx.request.body
  const result = await confirmEnrollment(ctx, settings, {
    subject,
    code: typeof code === 'string' ? code : '',
  })
  if (result.error === null) return createRecoveryCodesResponse(ctx, result)
  return result.error === 'second-factor-required'
    ? redirectToVerify(ctx, subject, `${ctx.pluginUrl}/enroll`)
    : createEnrollFailure(ctx, settings, { subject, failure: result })
}

/** Shows new recovery codes once. */
export function createRecoveryCodesResponse(ctx: PluginContext, result: NewRecoveryCodes): PluginResponse {
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
): PluginResponse {
  return createFailureResponse(failure, async () => {
    const enrollment = await startEnrollment(ctx, settings, subject)
    if (enrollment.error !== null) throw new AccessDenied('The second factor of the user changed meanwhile.')
    return renderEnrollPage(ctx, { subject, enrollment, failure })
  })
}
