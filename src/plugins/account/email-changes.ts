import { createFailure, type PluginContext } from '../../plugins.js'
import { authorizeChange, type FreshSignInRequired } from './authorize-change.js'
import {
  deletePendingEmail,
  deleteVerifiedEmail,
  endEmailedLinks,
  findUserEmail,
  listVerifiedEmails,
  setPrimaryEmail,
  type VerifiedEmail,
} from './email-records.js'
import { createUndoUrl } from './email-undo.js'
import { notifyAccountChange } from './notices.js'
import { buildReturnUrl } from './pages.js'
import { getEmailMethodId, removeSignInMethod } from './sign-in-methods.js'
import type { AccountSubject, FailureOf } from './types.js'

type ChangeResult<Fault> = { readonly url: string } | FreshSignInRequired | Fault

/** Makes a verified address the primary one. The old one stays as another address. */
export async function makePrimary(
  ctx: PluginContext,
  { user }: AccountSubject,
  id: string,
): Promise<ChangeResult<FailureOf<'not-found' | 'unverified-email'>>> {
  const refused = await authorizeChange(ctx)
  if (refused) return refused
  const address = await findUserEmail(ctx, user, id)
  if (!address) return createFailure('not-found', { status: 404 })
  const verified = await listVerifiedEmails(ctx, user)
  const next = verified.find(({ email }) => email === address.email)
  if (!next) return createFailure('unverified-email', { status: 409 })
  if (address.isPrimary) return { url: buildReturnUrl(ctx, 'saved') }
  const previous = verified.find(({ email }) => email === user.email) ?? null
  await setPrimaryEmail(ctx, user, next)
  const changed = { ...user, email: next.email }
  await endEmailedLinks(ctx, user.id, { isCurrentKept: true })
  await ctx.updateSessionUser(changed)
  await ctx.emitEvent('primary-email-changed', { userId: user.id })
  await notifyAccountChange(ctx, changed, {
    type: 'primary-email-changed',
    values: { email: next.email },
    createUndoUrl: async to =>
      previous && to === previous.email && isOlder(previous, next)
        ? await createUndoUrl(ctx, user.id, previous)
        : null,
  })
  return { url: buildReturnUrl(ctx, 'saved') }
}

/** Only an older address can undo a change: the address that a person added with a stolen session must not win against that of the owner. */
function isOlder(one: VerifiedEmail, other: VerifiedEmail): boolean {
  return one.verifiedAt < other.verifiedAt
}

/** Removes an address that is not the primary one. The sessions that signed in with it end, with the other sessions of the user. */
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
  const verified = await listVerifiedEmails(ctx, user)
  const removed = verified.find(own => own.email === email)
  if (!removed) {
    await deletePendingEmail(ctx, { userId: user.id, email })
    return { url: buildReturnUrl(ctx, 'saved') }
  }
  const remove = () => deleteVerifiedEmail(ctx, { userId: user.id, email })
  const failure = await removeSignInMethod(ctx, user, { methodId: getEmailMethodId(id), remove })
  if (failure) return failure
  await endEmailedLinks(ctx, user.id, { isCurrentKept: true })
  await ctx.emitEvent('email-removed', { userId: user.id })
  const primary = verified.find(own => own.email === user.email)
  await notifyAccountChange(ctx, user, {
    type: 'email-removed',
    values: { email },
    others: [email],
    createUndoUrl: async to =>
      to === email && primary && isOlder(removed, primary)
        ? await createUndoUrl(ctx, user.id, removed)
        : null,
  })
  return { url: buildReturnUrl(ctx, 'saved') }
}
