/**
 * The link in notices with which a user signs out everywhere, also a user who cannot sign in any more.
 *
 * @module
 */
import {
  consumeOneTimeToken,
  createFailure,
  createOptionalText,
  createRequiredText,
  defineOperation,
  type PluginContext,
  readOneTimeToken,
} from '../../plugins.js'
import type { AccountTexts } from './locales/texts.js'
import { securePurpose } from './notices.js'
import { renderDonePage, renderExpiredPage, renderTokenPage } from './pages.js'
import type { FailureOf } from './types.js'

/** Creates the operations of the link. */
export function createSecureOperations() {
  return {
    showSecure: defineOperation({
      method: 'GET',
      path: 'secure',
      description: 'The page of a notice asks whether to sign out everywhere. It changes nothing.',
      input: { token: createOptionalText() },
      run: async (ctx, { token = '' }) =>
        (await readOneTimeToken(ctx, securePurpose, token)) ? {} : createFailure('expired-link'),
      page: async (ctx, { failure }, { token = '' }) => {
        if (failure) return await renderExpiredPage(ctx)
        const { secure } = await ctx.getTexts<AccountTexts>()
        return await renderTokenPage(ctx, { ...secure, path: 'secure', token, values: {} })
      },
    }),

    secureAccount: defineOperation({
      method: 'POST',
      path: 'secure',
      description: 'Ends all sessions of a user with the token of a notice.',
      input: { token: createRequiredText() },
      run: (ctx, { token }) => endAllSessions(ctx, token),
      page: async (ctx, { failure }) => {
        if (failure) return await renderExpiredPage(ctx)
        const { secure } = await ctx.getTexts<AccountTexts>()
        return renderDonePage(ctx, secure)
      },
    }),
  }
}

async function endAllSessions(
  ctx: PluginContext,
  token: string,
): Promise<{ readonly ended: true } | FailureOf<'expired-link'>> {
  const link = await consumeOneTimeToken(ctx, securePurpose, token)
  if (!link?.userId) return createFailure('expired-link')
  await ctx.endSessions(link.userId)
  await ctx.emitEvent('sessions-ended', { userId: link.userId })
  return { ended: true }
}
