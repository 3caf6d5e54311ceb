import { asError } from '../../base/as-error.js'
import { AuthError, EmailSignInError } from '../../errors.js'
import { replay } from '../../http/replay.js'
import { mailTexts } from '../../mail/texts.js'
import type { Context } from '../../types/context.js'
import type { EmailConfig } from '../../types/provider.js'
import { issue, type Ticket, use } from './ticket.js'

/** What is mailed, and to whom. */
export interface Letter {
  readonly identifier: string
  readonly token: string
  readonly url: string
  /** Seconds. */
  readonly maxAge: number
  /** What is written down before, and taken back when the mail cannot be sent. */
  readonly tickets: readonly Ticket[]
}

/**
 * The record first: a mail that arrives has a link that works. Where the app has a `waitUntil`, the mail goes after the
 * answer, which then tells neither how long it took nor whether it could be sent.
 *
 * @throws EmailSignInError when the mail could not be sent, and the visitor waits for it
 */
export async function send(ctx: Context, provider: EmailConfig, letter: Letter): Promise<void> {
  const { identifier, token, url, maxAge, tickets } = letter
  const expires = new Date(Date.now() + maxAge * 1000)
  const texts = mailTexts(await ctx.settings.textsFor(ctx.call))
  const step = orTakenBack(ctx, provider, tickets)
  await step(async () => {
    for (const ticket of tickets) await issue(ctx, provider, { ...ticket, expires })
  })
  const { theme } = ctx.settings
  const request = replay(ctx.call)
  const mail = { identifier, token, url, expires, theme, texts }
  await aside(
    ctx,
    step(async () => provider.sendVerificationRequest({ ...mail, provider, request })),
  )
}

/** A step that must succeed for the tickets to stay. */
function orTakenBack(ctx: Context, provider: EmailConfig, tickets: readonly Ticket[]) {
  return async (step: () => Promise<void>): Promise<void> => {
    try {
      await step()
    } catch (error) {
      for (const ticket of tickets) await withdraw(ctx, provider, ticket)
      throw error instanceof AuthError
        ? error
        : new EmailSignInError(asError(error), { provider: provider.id })
    }
  }
}

async function withdraw(ctx: Context, provider: EmailConfig, ticket: Ticket): Promise<void> {
  try {
    await use(ctx, provider, ticket)
  } catch (error) {
    // The failure that is told stays the first one.
    ctx.settings.logger.error(asError(error))
  }
}

/** Leaves work to the platform, where the app has said how; else it is waited for, and its failure is the visitor's. */
async function aside({ settings }: Context, work: Promise<void>): Promise<void> {
  const { waitUntil, logger } = settings
  if (!waitUntil) return work
  const done = work.catch((error: unknown) => logger.error(asError(error)))
  try {
    waitUntil(done)
  } catch (error) {
    logger.error(asError(error))
    await done
  }
}
