import { isRequestedByThisBrowser } from '../../checks/email-cookies.js'
import { readEmailStepUp } from '../../checks/step-up.js'
import { Verification } from '../../errors.js'
import type { Context } from '../../types/context.js'
import type { Identity, OneTimeProof } from '../../types/identity.js'
import type { EmailConfig } from '../../types/provider.js'
import { verifyCode } from './code.js'
import { createEmailIdentity } from './identity.js'
import { assertLatestLink } from './latest-link.js'
import { listLinkCandidates } from './link-candidates.js'
import { readLinkParams } from './link-params.js'
import { verifyToken } from './verify-token.js'

/** Email scanners and previews follow links, too. A link from another browser needs a click on a button. */
export async function needsConfirmation(
  ctx: Context,
  { confirm = 'other-browser', oneTimeCode }: EmailConfig,
): Promise<boolean> {
  const candidates = listLinkCandidates(readLinkParams(ctx.request))
  const isLink = ctx.request.method === 'GET' && !oneTimeCode && candidates.length > 0
  if (!isLink || confirm === 'never') return false
  if (confirm === 'always') return true
  for (const { token } of candidates) if (await isRequestedByThisBrowser(ctx, token)) return false
  return true
}

/** Verifies a magic link or a one-time code, and returns the identity with the email address. */
export async function verifyCallback(ctx: Context, provider: EmailConfig): Promise<Identity> {
  if (provider.oneTimeCode) return await verifyCodeCallback(ctx, provider)
  const { identifier, proof } = await verifyLink(ctx, provider)
  return await withStepUp(ctx, { ...createEmailIdentity(provider, identifier), proof })
}

interface VerifiedLink {
  readonly identifier: string
  readonly proof: OneTimeProof
}

/**
 * Verifies a magic link, also one that software of the recipient changed.
 *
 * @throws Verification; its cause has `isLinkChanged` if the link is not as it was sent
 */
async function verifyLink(ctx: Context, provider: EmailConfig): Promise<VerifiedLink> {
  const params = readLinkParams(ctx.request)
  const candidates = listLinkCandidates(params)
  for (const candidate of candidates) {
    try {
      await assertLatestLink(ctx, provider, candidate)
      return { identifier: candidate.identifier, proof: await verifyToken(ctx, provider, candidate) }
    } catch (error) {
      if (!(error instanceof Verification)) throw error
      if (candidates.length === 1) throw error
    }
  }
  const missing = params.token ? 'email' : 'token'
  const reason = candidates.length > 0 ? 'has characters that software changed' : `has no \`${missing}\``
  throw new Verification(`The link ${reason}. Copy the whole link from the email, or request a new one.`, {
    isLinkChanged: true,
  })
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
