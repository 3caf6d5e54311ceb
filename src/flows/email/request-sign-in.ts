import { generateRandomHex } from '#crypto'
import { type RequestedCode, sealLinkCookie, sealRequestedCodeCookie } from '../../checks/email-cookies.js'
import { setSealedCookie } from '../../checks/sealed-cookie.js'
import { readStepUp, saveEmailStepUp } from '../../checks/step-up.js'
import { getAvailableRecordStore } from '../../config/stores.js'
import { createRedirectResult } from '../../http/messages.js'
import { parseUiLocales } from '../../http/ui-locales.js'
import { appendQuery } from '../../http/url.js'
import { runSignInCallback } from '../../sign-in/complete-sign-in.js'
import { throttleEmailRequest } from '../../throttling/throttle.js'
import type { AdapterUser } from '../../types/adapter.js'
import type { Context } from '../../types/context.js'
import type { Identity } from '../../types/identity.js'
import type { EmailConfig } from '../../types/provider.js'
import type { ActionResult } from '../../types/request.js'
import { emailLinkingRules, findUserByEmail } from '../../users/account-linking.js'
import { findUnverifiedEmailRecord } from '../../users/unverified-email.js'
import { createAttemptToken, createCodeToken, generateCode } from './code.js'
import { parseIdentifier } from './identifier.js'
import { createEmailIdentity } from './identity.js'
import { saveLatestLink } from './latest-link.js'
import { sendVerificationEmail } from './send-email.js'
import { requireEmailAdapter } from './verification-token.js'

/** The lifetime of links and codes, in seconds. */
const defaultMaxAge = { link: 3600, code: 600 }

/** Sends a magic link or a one-time code. The response is the same whether or not a user has the email address. */
export async function requestSignIn(ctx: Context, provider: EmailConfig): Promise<ActionResult> {
  const stepUp = await readStepUp(ctx)
  const identifier = parseIdentifier(ctx.request.body.email, provider)
  const decision = await throttleEmailRequest(ctx, { email: identifier, maxAge: getReusableMaxAge(provider) })
  const identity = {
    ...createEmailIdentity(provider, identifier),
    emailRequest: { verificationRequest: true },
  }
  const accountOwner = await findEmailOwner(ctx, identity)
  const redirectUrl = await runSignInCallback(ctx, {
    linking: emailLinkingRules,
    identity,
    accountOwner,
    existingUser: accountOwner,
  })
  if (redirectUrl) return createRedirectResult(redirectUrl)
  if (decision === 'send') await (provider.oneTimeCode ? sendCode : sendMagicLink)(ctx, provider, identifier)
  if (stepUp) await saveEmailStepUp(ctx, identity.account, stepUp)
  return createRedirectResult(buildVerifyRequestUrl(ctx, provider))
}

/** Returns how long a link works, which any browser can open. A code works only in the browser that requested it. */
function getReusableMaxAge({ oneTimeCode, maxAge = defaultMaxAge.link }: EmailConfig): number | null {
  return oneTimeCode ? null : maxAge
}

/**
 * Finds the user with the email address, for the `signIn` callback. A user who only claimed the address counts only if signed in, as when
 * the link is used. The calls are the same for every address, so that their time does not reveal who has an account.
 */
async function findEmailOwner(ctx: Context, identity: Identity): Promise<AdapterUser | null> {
  const { settings } = ctx
  const owner = await findUserByEmail(requireEmailAdapter(ctx), identity.account.providerAccountId)
  const records = settings.callbacks.signIn ? await getAvailableRecordStore(settings) : null
  if (!records) return owner
  const unverifiedEmailRecord = await findUnverifiedEmailRecord(records, owner ?? identity.user)
  const currentUser = await ctx.services.sessionStrategy.getCurrentUser(ctx)
  const isClaimed = unverifiedEmailRecord !== null && !owner?.emailVerified
  return isClaimed && currentUser?.user.id !== owner?.id ? null : owner
}

/** Builds the URL of the verify-request page, in the requested language. */
function buildVerifyRequestUrl({ authUrl, request }: Context, { id }: EmailConfig): string {
  return appendQuery(`${authUrl}/verify-request`, { provider: id, type: 'email', ...parseUiLocales(request) })
}

async function sendMagicLink(ctx: Context, provider: EmailConfig, identifier: string): Promise<void> {
  const maxAge = provider.maxAge ?? defaultMaxAge.link
  const token = (await provider.generateVerificationToken?.()) ?? generateRandomHex(32)
  const params = { callbackUrl: ctx.callbackUrl, token, email: identifier }
  const url = appendQuery(`${ctx.authUrl}/callback/${provider.id}`, params)
  // Before the email, so that its link works when it arrives.
  await saveLatestLink(ctx, provider, { identifier, token, expires: new Date(Date.now() + maxAge * 1000) })
  const cookie = await sealLinkCookie(ctx, { provider: provider.id, identifier, token, maxAge })
  await sendVerificationEmail(ctx, provider, {
    identifier,
    token,
    url,
    maxAge,
    verificationTokens: [{ identifier, token }],
  })
  setSealedCookie(ctx, cookie)
}

async function sendCode(ctx: Context, provider: EmailConfig, identifier: string): Promise<void> {
  const maxAge = provider.maxAge ?? defaultMaxAge.code
  const token = (await provider.generateVerificationToken?.()) ?? generateCode()
  const requested: RequestedCode = { provider: provider.id, identifier, browserSecret: generateRandomHex(32) }
  const verificationTokens = [createCodeToken(requested, token), createAttemptToken(requested)]
  const cookie = await sealRequestedCodeCookie(ctx, requested, maxAge)
  await sendVerificationEmail(ctx, provider, {
    identifier,
    token,
    url: buildVerifyRequestUrl(ctx, provider),
    maxAge,
    verificationTokens,
  })
  setSealedCookie(ctx, cookie)
}
