import { appendQuery } from '../../../http/url.js'
import type { CallContext, CallResponse, PluginContext, PluginFailure } from '../../../plugins.js'
import type { TwoFactorActions } from '../calls.js'
import { renderVerifyPage } from '../pages/verify-page.js'
import { findSubject, type Subject } from '../subject.js'
import type { SecondFactorMethod, TwoFactorFailure, TwoFactorFault, TwoFactorSettings } from '../types.js'
import { type AvailableMethods, listMethods, type SecondFactorProof, verifySecondFactor } from '../verify.js'
import { createFailureResponse, redirectToSignIn } from './respond.js'

type Calls = TwoFactorActions['two-factor/verify']

/** Shows the form for the second factor. */
export async function showVerify(
  ctx: CallContext<Calls['GET']>,
  settings: TwoFactorSettings,
): Promise<CallResponse<Calls['GET']>> {
  const subject = await findSubject(ctx)
  if (!subject) return redirectToSignIn(ctx)
  const available = await listMethods(ctx, subject)
  const method = findMethod(available, ctx.request.query.method) ?? available.methods[0]
  if (!method) return redirectToEnroll(ctx, subject)
  const { methods, passkey } = available
  return {
    data: {
      methods: [...methods],
      rememberDevice: subject.pending ? settings.deviceMaxAge : null,
      ...(passkey && { passkeyOptionsUrl: passkey.optionsUrl }),
    },
    page: () => renderVerifyPage(ctx, { settings, subject, available, method, failure: null }),
  }
}

/** A user without a second factor can only set one up. */
function redirectToEnroll(
  { pluginUrl }: CallContext<Calls['GET']>,
  { pending }: Subject,
): PluginFailure<'no-such-method'> {
  const redirect = pending
    ? appendQuery(`${pluginUrl}/enroll`, { pending: pending.id })
    : `${pluginUrl}/manage`
  return { status: 400, data: { error: 'no-such-method' }, redirect }
}

/** Verifies the second factor, and continues the sign-in or raises the session. */
export async function submitVerify(
  ctx: CallContext<Calls['POST']>,
  settings: TwoFactorSettings,
): Promise<CallResponse<Calls['POST']>> {
  const subject = await findSubject(ctx)
  if (!subject) return redirectToSignIn(ctx)
  const proof = parseProof(ctx)
  const result = await verifySecondFactor(ctx, settings, { subject, proof })
  return result.error === null
    ? { redirect: result.url }
    : createVerifyFailure(ctx, settings, { subject, method: proof.method, failure: result })
}

interface FailedVerification {
  readonly subject: Subject
  readonly method: SecondFactorMethod
  readonly failure: TwoFactorFailure
}

function createVerifyFailure(
  ctx: PluginContext,
  settings: TwoFactorSettings,
  { subject, method, failure }: FailedVerification,
): PluginFailure<TwoFactorFault> {
  return createFailureResponse(failure, async () => {
    const available = await listMethods(ctx, subject)
    return renderVerifyPage(ctx, { settings, subject, available, method, failure })
  })
}

const methodNames: readonly unknown[] = ['totp', 'recovery-code', 'passkey']

/** The script of a passkey form sends the credential in `data`. */
function parseProof({ request: { body } }: CallContext<Calls['POST']>): SecondFactorProof {
  const method = isMethod(body.method) ? body.method : 'totp'
  const code = method === 'passkey' ? body.data : body.code
  const rememberDevice = body.rememberDevice === 'true' || body.rememberDevice === true
  return { method, code: typeof code === 'string' ? code : '', rememberDevice }
}

function findMethod({ methods }: AvailableMethods, name: unknown): SecondFactorMethod | undefined {
  return methods.find(method => method === name)
}

function isMethod(name: unknown): name is SecondFactorMethod {
  return methodNames.includes(name)
}
