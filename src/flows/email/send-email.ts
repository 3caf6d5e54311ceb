import { toError } from '../../base/to-error.js'
import { toEmailTranslations } from '../../email/translations.js'
import { AuthError, EmailSignInError } from '../../errors.js'
import { runAfterResponseIfPossible } from '../../http/after-response.js'
import { addRequest } from '../../http/rebuild-request.js'
import type { Context } from '../../types/context.js'
import type { EmailConfig } from '../../types/provider.js'
import {
  consumeVerificationToken,
  storeVerificationToken,
  type UnhashedVerificationToken,
} from './verification-token.js'

/** The email to send. */
export interface OutgoingEmail {
  readonly identifier: string
  readonly token: string
  readonly url: string
  /** Seconds. */
  readonly maxAge: number
  /** Stored before the email is sent, and deleted if it cannot be sent. */
  readonly verificationTokens: readonly UnhashedVerificationToken[]
}

/**
 * Stores the verification tokens, then sends the email, so that a link works when it arrives. If the app sets `waitUntil`, the email is
 * sent after the response, which then reveals neither how long sending took nor whether it failed.
 *
 * @throws EmailSignInError if the email cannot be sent before the response
 */
export async function sendVerificationEmail(
  ctx: Context,
  provider: EmailConfig,
  email: OutgoingEmail,
): Promise<void> {
  const { identifier, token, url, maxAge, verificationTokens } = email
  const expires = new Date(Date.now() + maxAge * 1000)
  const translations = toEmailTranslations(await ctx.services.getTranslations(ctx.request))
  const runStep = withRollback(ctx, provider, verificationTokens)
  await runStep(async () => {
    for (const verificationToken of verificationTokens)
      await storeVerificationToken(ctx, provider, { ...verificationToken, expires })
  })
  const { theme } = ctx.settings
  await runAfterResponseIfPossible(
    ctx.settings,
    runStep(async () =>
      provider.sendVerificationRequest(
        addRequest({ identifier, token, url, expires, theme, translations, provider }, ctx.request),
      ),
    ),
  )
}

/** Wraps a step: if it fails, the verification tokens are deleted. */
function withRollback(
  ctx: Context,
  provider: EmailConfig,
  verificationTokens: readonly UnhashedVerificationToken[],
) {
  return async (step: () => Promise<void>): Promise<void> => {
    try {
      await step()
    } catch (error) {
      for (const verificationToken of verificationTokens) await revokeToken(ctx, provider, verificationToken)
      throw error instanceof AuthError
        ? error
        : new EmailSignInError(toError(error), { provider: provider.id })
    }
  }
}

async function revokeToken(
  ctx: Context,
  provider: EmailConfig,
  verificationToken: UnhashedVerificationToken,
): Promise<void> {
  try {
    await consumeVerificationToken(ctx, provider, verificationToken)
  } catch (error) {
    // The error to report stays the first one.
    ctx.settings.logger.error(toError(error))
  }
}
