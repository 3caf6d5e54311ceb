import type { CallContext, CallResponse, PluginContext } from '../../../plugins.js'
import type { TwoFactorActions } from '../calls.js'
import { createRecoveryCodes, endDevices, readStatus, removeFactor } from '../manage.js'
import { renderManagePage } from '../pages/manage-page.js'
import { findSubject, type SessionSubject } from '../subject.js'
import type { TwoFactorFailure, TwoFactorSettings } from '../types.js'
import { createRecoveryCodesResponse } from './enroll.js'
import { createFailureResponse, redirectToSignIn, redirectToVerify } from './respond.js'

type Calls = TwoFactorActions['two-factor/manage']

/** Shows the second factor of the signed-in user. */
export async function showManage(
  ctx: CallContext<Calls['GET']>,
  settings: TwoFactorSettings,
): Promise<CallResponse<Calls['GET']>> {
  const subject = await findSubject(ctx)
  if (!subject?.session) return redirectToSignIn(ctx)
  const data = await readStatus(ctx, subject.user)
  return { data, page: () => createPage(ctx, settings, { subject, failure: null }) }
}

interface ManageView {
  readonly subject: SessionSubject
  readonly failure: TwoFactorFailure | null
}

async function createPage(ctx: PluginContext, settings: TwoFactorSettings, { subject, failure }: ManageView) {
  const { user } = subject
  const status = await readStatus(ctx, user)
  return renderManagePage(ctx, { status, isRequired: await settings.required(user), failure })
}

const changes = {
  'recovery-codes': createRecoveryCodes,
  'forget-devices': endDevices,
  remove: removeFactor,
} as const

/** Changes the second factor of the signed-in user. */
export async function submitManage(
  ctx: CallContext<Calls['POST']>,
  settings: TwoFactorSettings,
): Promise<CallResponse<Calls['POST']>> {
  const subject = await findSubject(ctx)
  if (!subject?.session) return redirectToSignIn(ctx)
  const { change } = ctx.request.body
  if (!isChange(change)) return { status: 400, data: { error: 'unknown-change' } }
  const result = await changes[change](ctx, settings, subject)
  if (result.error === 'second-factor-required')
    return redirectToVerify(ctx, subject, `${ctx.pluginUrl}/manage`)
  if (result.error !== null)
    return createFailureResponse(result, () => createPage(ctx, settings, { subject, failure: result }))
  return result.recoveryCodes
    ? createRecoveryCodesResponse(ctx, result)
    : { data: {}, redirect: `${ctx.pluginUrl}/manage` }
}

function isChange(name: unknown): name is keyof typeof changes {
  return typeof name === 'string' && Object.hasOwn(changes, name)
}
