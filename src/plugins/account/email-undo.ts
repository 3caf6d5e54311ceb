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
import { addVerifiedEmail, deleteVerifiedEmail, endEmailedLinks, setPrimaryEmail } from './email-records.js'
import type { AccountTexts } from './locales/texts.js'
import { noticeMaxAge, undoPurpose } from './notices.js'
import { renderDonePage, renderExpiredPage, renderTokenPage } from './pages.js'
import type { AccountUser, FailureOf } from './types.js'

/** A change of an address that can be undone. */
export type EmailChange =
  | { readonly type: 'removed'; readonly email: string }
  | { readonly type: 'primary'; readonly email: string; readonly replacedBy: string }

/** Creates the link that undoes a change. */
export async function createUndoUrl(
  ctx: PluginContext,
  userId: string,
  change: EmailChange,
): Promise<string> {
  const data = { ...change }
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
        return undo ? { email: undo.change.email } : createFailure('expired-link')
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
  readonly change: EmailChange
}

async function readUndo(ctx: PluginContext, token: string): Promise<EmailUndo | null> {
  const link = await readOneTimeToken(ctx, undoPurpose, token)
  const user = link?.userId ? await ctx.adapter?.getUser(link.userId) : null
  const change = parseChange(link?.data)
  return user && change ? { user, change } : null
}

function parseChange(data: unknown): EmailChange | null {
  const { type, email, replacedBy } = isRecord(data) ? data : {}
  if (typeof email !== 'string') return null
  if (type === 'removed') return { type, email }
  return type === 'primary' && typeof replacedBy === 'string' ? { type, email, replacedBy } : null
}

async function restoreEmail(
  ctx: PluginContext,
  token: string,
): Promise<{ readonly email: string } | FailureOf<'expired-link' | 'email-taken'>> {
  const undo = await readUndo(ctx, token)
  if (!undo) return createFailure('expired-link')
  const { user, change } = undo
  const { email } = change
  const owner = (await ctx.adapter?.getUserByEmail(email)) ?? null
  if (owner && owner.id !== user.id) return createFailure('email-taken', { status: 409 })
  const isRestored =
    change.type === 'removed'
      ? await addVerifiedEmail(ctx, { userId: user.id, email })
      : await restorePrimary(ctx, user, change)
  if (!isRestored) return createFailure('email-taken', { status: 409 })
  await consumeOneTimeToken(ctx, undoPurpose, token)
  await endOneTimeTokens(ctx, undoPurpose, user.id)
  await endEmailedLinks(ctx, user.id, { isCurrentKept: false })
  await ctx.emitEvent('email-restored', { userId: user.id })
  return { email }
}

/** The address that replaced it is that of the other person, and is removed. */
async function restorePrimary(
  ctx: PluginContext,
  user: AccountUser,
  { email, replacedBy }: EmailChange & { readonly type: 'primary' },
): Promise<boolean> {
  if (!(await addVerifiedEmail(ctx, { userId: user.id, email }))) return false
  await setPrimaryEmail(ctx, user, { email, kept: null })
  await deleteVerifiedEmail(ctx, { userId: user.id, email: replacedBy })
  return true
}
