import { createFailure, type PluginContext } from '../../plugins.js'
import { authorizeChange, type FreshSignInRequired } from './authorize-change.js'
import {
  deletePendingEmail,
  deleteVerifiedEmail,
  endEmailedLinks,
  findUserEmail,
  listUserEmails,
  setPrimaryEmail,
} from './email-records.js'
import { createUndoUrl } from './email-undo.js'
import { notifyAccountChange } from './notices.js'
import { buildReturnUrl } from './pages.js'
import { getEmailMethodId, removeSignInMethod } from './sign-in-methods.js'
import type { AccountSubject, FailureOf } from './types.js'

type ChangeResult<Fault> = { readonly url: string } | FreshSignInRequired | Fault

/** Makes a verified address the primary one. The old one stays as another address, if it was verified. */
export async function makePrimary(
  ctx: PluginContext,
  { user }: AccountSubject,
  id: string,
): Promise<ChangeResult<FailureOf<'not-found' | 'unverified-email'>>> {
  const refused = await authorizeChange(ctx)
  if (refused) return refused
  const address = await findUserEmail(ctx, user, id)
  if (!address) return createFailure('not-found', { status: 404 })
  if (!address.isVerified) return createFailure('unverified-email', { status: 409 })
  if (address.isPrimary) return { url: buildReturnUrl(ctx, 'saved') }
  const { email } = address
  const previous = (await listUserEmails(ctx, user)).find(({ isPrimary }) => isPrimary)
  await setPrimaryEmail(ctx, user, { email, kept: previous?.isVerified ? previous.email : null })
  await endEmailedLinks(ctx, user.id, { isCurrentKept: true })
  await ctx.updateSessionUser({ ...user, email })
  await ctx.emitEvent('primary-email-changed', { userId: user.id })
  await notifyAccountChange(ctx, user, {
    type: 'primary-email-changed',
    values: { email },
    createUndoUrl: async to =>
      to === previous?.email && previous.isVerified
        ? await createUndoUrl(ctx, user.id, { type: 'primary', email: to, replacedBy: email })
        : null,
  })
  return { url: buildReturnUrl(ctx, 'saved') }
}

/** Removes an address that is not the primary one. */
export async function removeEmail(
  ctx: PluginContext,
  { user }: AccountSubject,
  id: string,
): Promise<ChangeResult<FailureOf<'not-found' | 'primary-email' | 'last-sign-in-method'>>> {
  const refused = await authorizeChange(ctx)
  if (refused) return refused
  const address = await findUserEmail(ctx, user, id)
  if (!address) return createFailure('not-found', { status: 404 })
  if (address.isPrimary) return createFailure('primary-email', { status: 409 })
  const { email } = address
  if (!address.isVerified) {
    await deletePendingEmail(ctx, { userId: user.id, email })
    return { url: buildReturnUrl(ctx, 'saved') }
  }
  const remove = () => deleteVerifiedEmail(ctx, { userId: user.id, email })
  const failure = await removeSignInMethod(ctx, user, { methodId: getEmailMethodId(id), remove })
  if (failure) return failure
  await ctx.emitEvent('email-removed', { userId: user.id })
  await notifyAccountChange(ctx, user, {
    type: 'email-removed',
    values: { email },
    others: [email],
    createUndoUrl: async to =>
      to === email ? await createUndoUrl(ctx, user.id, { type: 'removed', email }) : null,
  })
  return { url: buildReturnUrl(ctx, 'saved') }
}
