import { isRequestedByThisBrowser } from '../../checks/email-cookies.js'
import { readEmailStepUp } from '../../checks/step-up.js'
import { CallbackRouteError, Verification } from '../../errors.js'
import type { Context } from '../../types/context.js'
import type { Identity } from '../../types/identity.js'
import type { EmailConfig } from '../../types/provider.js'
import { verifyCode } from './code.js'
import { createEmailIdentity } from './identity.js'
import { verifyToken } from './verify-token.js'

/** Email scanners and previews follow links, too. A link from another browser needs a click on a button. */
export async function needsConfirmation(
  ctx: Context,
  { confirm = 'other-browser', oneTimeCode }: EmailConfig,
): Promise<boolean> {
  const { token } = readLinkParams(ctx)
  if (ctx.request.method !== 'GET' || oneTimeCode || !token || confirm === 'never') return false
  return confirm === 'always' || !(await isRequestedByThisBrowser(ctx, token))
}

/** Verifies a magic link or a one-time code, and returns the identity with the email address. */
export async function verifyCallback(ctx: Context, provider: EmailConfig): Promise<Identity> {
  if (provider.oneTimeCode) return await verifyCodeCallback(ctx, provider)
  const { token, identifier } = readLinkParams(ctx)
  if (!token) throw new CallbackRouteError('The link has no `token`. It may be truncated.')
  if (!identifier) throw new Verification('The link has no `email`.')
  const proof = await verifyToken(ctx, provider, { identifier, token })
  return await withStepUp(ctx, { ...createEmailIdentity(provider, identifier), proof })
}

async function verifyCodeCallback(ctx: Context, provider: EmailConfig): Promise<Identity> {
  if (ctx.request.method !== 'POST') throw new Verification('A one-time code must be sent by POST.')
  const { identifier, proof } = await verifyCode(ctx, provider)
  return await withStepUp(ctx, { ...createEmailIdentity(provider, identifier), proof })
}

/** Adds the step-up that this browser requested an email for. */
async function withStepUp(ctx: Context, identity: Identity): Promise<Identity> {
  const stepUp = await readEmailStepUp(ctx, identity.account)
  return stepUp ? { ...identity, stepUp } : identity
}

interface LinkParams {
  readonly token: string | null
  readonly identifier: string | null
}

/** Reads the fields of the form, or the parameters of the link. */
function readLinkParams({ request }: Context): LinkParams {
  const readParam = (key: 'token' | 'email') =>
    toNonEmptyString(request.body[key]) ?? toNonEmptyString(request.query[key])
  return { token: readParam('token'), identifier: readParam('email') }
}

function toNonEmptyString(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
