import { toError } from '../../base/to-error.js'
import { toEmailTranslations } from '../../email/translations.js'
import { AuthError, EmailSignInError } from '../../errors.js'
import { rebuildRequest } from '../../http/rebuild-request.js'
import type { Context } from '../../types/context.js'
import type { EmailConfig } from '../../types/provider.js'
import {
  consumeVerificationToken,
  type PlainVerificationToken,
  storeVerificationToken,
} from './verification-token.js'

/** What is mailed, and to whom. */
export interface OutgoingEmail {
  readonly identifier: string
  readonly token: string
  readonly url: string
  /** Seconds. */
  readonly maxAge: number
  /** What is written down before, and taken back when the mail cannot be sent. */
  readonly verificationTokens: readonly PlainVerificationToken[]
}

/**
 * The record first: a mail that arrives has a link that works. Where the app has a `waitUntil`, the mail goes after the
 * answer, which then tells neither how long it took nor whether it could be sent.
 *
 * @throws EmailSignInError when the mail could not be sent, and the visitor waits for it
 */
export async function sendVerificationEmail(
  ctx: Context,
  provider: EmailConfig,
  email: OutgoingEmail,
): Promise<void> {
  const { identifier, token, url, maxAge, verificationTokens } = email
  const expires = new Date(Date.now() + maxAge * 1000)
  const translations = toEmailTranslations(await ctx.settings.getTranslations(ctx.request))
  const runStep = withRollback(ctx, provider, verificationTokens)
  await runStep(async () => {
    for (const verificationToken of verificationTokens)
      await storeVerificationToken(ctx, provider, { ...verificationToken, expires })
  })
  const { theme } = ctx.settings
  const request = rebuildRequest(ctx.request)
  const message = { identifier, token, url, expires, theme, translations }
  await runInBackground(
    ctx,
    runStep(async () => provider.sendVerificationRequest({ ...message, provider, request })),
  )
}

/** A step that must succeed for the tickets to stay. */
function withRollback(
  ctx: Context,
  provider: EmailConfig,
  verificationTokens: readonly PlainVerificationToken[],
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
  verificationToken: PlainVerificationToken,
): Promise<void> {
  try {
    await consumeVerificationToken(ctx, provider, verificationToken)
  } catch (error) {
    // The failure that is told stays the first one.
    ctx.settings.logger.error(toError(error))
  }
}

/** Leaves work to the platform, where the app has said how; else it is waited for, and its failure is the visitor's. */
async function runInBackground({ settings }: Context, task: Promise<void>): Promise<void> {
  const { waitUntil, logger } = settings
  if (!waitUntil) return task
  const settled = task.catch((error: unknown) => logger.error(toError(error)))
  try {
    waitUntil(settled)
  } catch (error) {
    logger.error(toError(error))
    await settled
  }
}
