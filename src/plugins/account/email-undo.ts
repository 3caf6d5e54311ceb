/**
 * The link in the notice to an old address, with which its owner undoes a change for 7 days. It needs no session, because another person may have changed
 * every way to sign in. OWASP Authentication Cheat Sheet, "Change a user's registered email address".
 *
 * @module
 */
import {
  appendQuery,
  consumeOneTimeToken,
  createFailure,
  createOneTimeToken,
  createOptionalText,
  createRequiredText,
  defineOperation,
  endOneTimeTokens,
  isRecord,
  type PluginContext,
  readOneTimeToken,
} from '../../plugins.js'
import {
  addVerifiedEmail,
  deleteVerifiedEmail,
  endEmailedLinks,
  listVerifiedEmails,
  setPrimaryEmail,
  type VerifiedEmail,
} from './email-records.js'
import type { AccountTexts } from './locales/texts.js'
import { noticeMaxAge, notifyAccountChange, undoPurpose } from './notices.js'
import { renderDonePage, renderExpiredPage, renderTokenPage } from './pages.js'
import type { AccountUser, FailureOf } from './types.js'

/** Creates the link that makes an address the primary one again. */
export async function createUndoUrl(
  ctx: PluginContext,
  userId: string,
  restored: VerifiedEmail,
): Promise<string> {
  const data = { ...restored, at: Date.now() }
  const token = await createOneTimeToken(ctx, { purpose: undoPurpose, userId, data, maxAge: noticeMaxAge })
  return appendQuery(`${ctx.pluginUrl}/undo-email`, { token })
}

/** Creates the operations of the link. */
export function createUndoOperations() {
  return {
    showEmailUndo: defineOperation({
      method: 'GET',
      path: 'undo-email',
      description: 'Returns which address the link of a notice restores. It changes nothing.',
      input: { token: createOptionalText() },
      run: async (ctx, { token = '' }) => {
        const undo = await readUndo(ctx, token)
        return undo ? { email: undo.restored.email } : createFailure('expired-link')
      },
      page: async (ctx, { data }, { token = '' }) => {
        if (!data) return await renderExpiredPage(ctx)
        const { undoEmail } = await ctx.getTexts<AccountTexts>()
        return await renderTokenPage(ctx, { ...undoEmail, path: 'undo-email', token, values: data })
      },
    }),

    undoEmail: defineOperation({
      method: 'POST',
      path: 'undo-email',
      description: 'Restores an address with the token of a notice, and ends all sessions of the user.',
      input: { token: createRequiredText() },
      run: (ctx, { token }) => restoreEmail(ctx, token),
      page: async (ctx, { failure }) => {
        if (failure) return await renderExpiredPage(ctx, failure)
        const { undoEmail } = await ctx.getTexts<AccountTexts>()
        return renderDonePage(ctx, undoEmail)
      },
    }),
  }
}

interface EmailUndo {
  readonly user: AccountUser
  readonly restored: VerifiedEmail
  /** When the change was made, in milliseconds since the epoch. */
  readonly at: number
}

async function readUndo(ctx: PluginContext, token: string): Promise<EmailUndo | null> {
  const link = await readOneTimeToken(ctx, undoPurpose, token)
  const user = link?.userId ? await ctx.adapter?.getUser(link.userId) : null
  const { email, verifiedAt, at } = isRecord(link?.data) ? link.data : {}
  if (!user || typeof email !== 'string' || typeof verifiedAt !== 'number' || typeof at !== 'number')
    return null
  return { user, restored: { email, verifiedAt }, at }
}

/** The token stays until the address is restored, so that no failure uses it up. */
async function restoreEmail(
  ctx: PluginContext,
  token: string,
): Promise<{ readonly email: string } | FailureOf<'expired-link' | 'email-taken'>> {
  const undo = await readUndo(ctx, token)
  if (!undo) return createFailure('expired-link')
  const { user, restored, at } = undo
  const { email } = restored
  const owner = (await ctx.adapter?.getUserByEmail(email)) ?? null
  if (owner && owner.id !== user.id) return createFailure('email-taken', { status: 409 })
  if (!(await addVerifiedEmail(ctx, { ...restored, userId: user.id })))
    return createFailure('email-taken', { status: 409 })
  await setPrimaryEmail(ctx, user, restored)
  await removeNewEmails(ctx, user.id, { email, since: at - noticeMaxAge * 1000 })
  await consumeOneTimeToken(ctx, undoPurpose, token)
  await endOneTimeTokens(ctx, undoPurpose, user.id)
  await endEmailedLinks(ctx, user.id, { isCurrentKept: false })
  await ctx.emitEvent('email-restored', { userId: user.id })
  const restoredUser = { ...user, email }
  await notifyAccountChange(ctx, restoredUser, { type: 'primary-email-changed', values: { email } })
  return { email }
}

interface NewEmails {
  /** The address that stays. */
  readonly email: string
  /** In milliseconds since the epoch. */
  readonly since: number
}

/** The person whose change is undone may have added several addresses, also before the change. */
async function removeNewEmails(
  ctx: PluginContext,
  userId: string,
  { email, since }: NewEmails,
): Promise<void> {
  const user = await ctx.adapter?.getUser(userId)
  const verified = user ? await listVerifiedEmails(ctx, user) : []
  for (const own of verified)
    if (own.email !== email && own.verifiedAt >= since)
      await deleteVerifiedEmail(ctx, { userId, email: own.email })
}
