/**
 * The data of a user: an export as JSON, and the deletion of the account.
 *
 * @module
 */
import {
  AccessDenied,
  type AccountSection,
  createChoice,
  createFailure,
  defineOperation,
  fillText,
  html,
  type JsonObject,
  type PluginContext,
  type PluginPage,
  renderCardPage,
  renderFailure,
  renderForm,
  renderSubmitButton,
  requireRecords,
  type SignInPolicy,
} from '../../plugins.js'
import { listConnectedAccounts, revokeAccount } from './accounts.js'
import { authorizeChange, type FreshSignInRequired } from './authorize-change.js'
import { listUserEmails, type UserEmail } from './email-records.js'
import type { AccountTexts } from './locales/texts.js'
import { notifyAccountChange } from './notices.js'
import { listUserPasskeys } from './passkeys.js'
import { toProfile } from './profile.js'
import { listLinkedAccounts } from './sign-in-methods.js'
import { accountStyle } from './style.js'
import type { AccountFailure, AccountSettings, AccountUser, FailureOf } from './types.js'

/** The kind of the records of deleted users. The id is that of the user. */
const deletedUserKind = 'account.deleted-user'
/** How long a sign-in can be under way when its user is deleted, in milliseconds. */
const deletionMs = 3_600_000

/** Creates the operations of the export and the deletion. */
export function createDataOperations(settings: AccountSettings) {
  return {
    exportData: defineOperation({
      method: 'GET',
      path: 'export',
      description: 'Returns what is stored about the signed-in user, without secrets.',
      subject: 'session',
      run: (ctx, { subject }) => readOwnData(ctx, subject.user),
    }),

    showDeletion: defineOperation({
      method: 'GET',
      path: 'delete',
      description: 'The page asks the user to confirm the deletion.',
      subject: 'session',
      run: async ctx => (await authorizeChange(ctx, { returnUrl: `${ctx.pluginUrl}/delete` })) ?? {},
      page: async (ctx, { failure }) => (failure ? null : await renderDeletionPage(ctx, null)),
    }),

    deleteAccount: defineOperation({
      method: 'POST',
      path: 'delete',
      description: 'Deletes the signed-in user with all data, and ends all sessions.',
      subject: 'session',
      input: { confirmation: createChoice(['delete'], undefined) },
      run: (ctx, { subject, confirmation }) =>
        deleteAccount(ctx, settings, { user: subject.user, isConfirmed: confirmation === 'delete' }),
      page: async (ctx, { failure }) => failure && (await renderDeletionPage(ctx, failure)),
    }),

    showDeleted: defineOperation({
      method: 'GET',
      path: 'deleted',
      description: 'The page says that the account is deleted.',
      run: () => ({}),
      page: ctx => renderDeletedPage(ctx),
    }),
  }
}

/** The file has what all plugins store, and what the user sees of accounts and passkeys. */
async function readOwnData(ctx: PluginContext, user: AccountUser): Promise<JsonObject | FreshSignInRequired> {
  const refused = await authorizeChange(ctx, { returnUrl: ctx.pluginUrl })
  if (refused) return refused
  const { plugins } = await ctx.exportUserData(user.id)
  await ctx.emitEvent('data-exported', { userId: user.id })
  const data = {
    exportedAt: new Date(),
    user: toProfile(user),
    emails: await listUserEmails(ctx, user),
    accounts: await listConnectedAccounts(ctx, user.id),
    passkeys: await listUserPasskeys(ctx, user),
    sessions: await ctx.listSessions(user.id),
    plugins,
  }
  return JSON.parse(JSON.stringify(data)) as JsonObject
}

interface Deletion {
  readonly user: AccountUser
  readonly isConfirmed: boolean
}

/** A record keeps a sign-in that is under way from a session of a user who does not exist any more. */
async function deleteAccount(
  ctx: PluginContext,
  settings: AccountSettings,
  { user, isConfirmed }: Deletion,
): Promise<{ readonly url: string } | FreshSignInRequired | FailureOf<'confirmation-required'>> {
  const refused = await authorizeChange(ctx, { returnUrl: `${ctx.pluginUrl}/delete` })
  if (refused) return refused
  if (!isConfirmed) return createFailure('confirmation-required')
  const { id } = user
  const expires = new Date(Date.now() + deletionMs)
  const records = await requireRecords(ctx, 'deleted users')
  await records.putRecord({ kind: deletedUserKind, id, userId: null, value: null, expires })
  try {
    const accounts = (await listLinkedAccounts(ctx, id)) ?? []
    const others = (await listUserEmails(ctx, user)).filter(isNotified).map(({ email }) => email)
    await ctx.endSessions(id)
    await ctx.deleteUser(id)
    for (const account of accounts) await revokeAccount(ctx, settings, account)
    await ctx.emitEvent('deleted', { userId: id, actorId: id })
    await notifyAccountChange(ctx, { ...user, email: null }, { type: 'deleted', others })
    return { url: `${ctx.pluginUrl}/deleted` }
  } catch (error) {
    // The user stays, and can sign in again.
    await records.deleteRecord(deletedUserKind, id)
    throw error
  }
}

function isNotified({ isVerified, isPrimary }: UserEmail): boolean {
  return isVerified || isPrimary
}

async function isDeleted(ctx: PluginContext, userId: string): Promise<boolean> {
  return (await ctx.records?.getRecord(deletedUserKind, userId)) != null
}

/** Denies a sign-in that was under way when its user was deleted. */
export const denyDeletedUser: SignInPolicy = async (ctx, { user }) =>
  (await isDeleted(ctx, user.id))
    ? { deny: new AccessDenied('The user was deleted during the sign-in.') }
    : 'allow'

/** Ends the session of a sign-in that was completed while its user was deleted. */
export async function endSessionsOfDeletedUser(ctx: PluginContext, userId: string): Promise<void> {
  if (await isDeleted(ctx, userId)) await ctx.endSessions(userId)
}

async function renderDeletionPage(ctx: PluginContext, failure: AccountFailure | null): Promise<PluginPage> {
  const { deletion, cancel, errors } = await ctx.getTexts<AccountTexts>()
  const form = renderForm(ctx, {
    path: 'delete',
    content: html`<div class="field choice"><input type="checkbox" id="confirmation" name="confirmation" value="delete" required><label for="confirmation">${deletion.confirmation}</label></div>
${renderSubmitButton(deletion.button, { kind: 'destructive' })}`,
  })
  return renderCardPage({
    title: deletion.title,
    message: [fillText(deletion.message, { host: ctx.appName })],
    content: html`${renderFailure(failure, errors)}${form}
<p class="aside"><a class="secondary-link" href="${ctx.pluginUrl}">${cancel}</a></p>`,
    style: accountStyle,
  })
}

async function renderDeletedPage(ctx: PluginContext): Promise<PluginPage> {
  const { deletion } = await ctx.getTexts<AccountTexts>()
  return renderCardPage({
    title: deletion.deletedTitle,
    message: [deletion.deletedMessage],
    content: html`<p class="aside"><a class="site" href="${ctx.origin}">${ctx.appName}</a></p>`,
    style: accountStyle,
  })
}

/** The section with the export and the deletion. */
export const dataSection: AccountSection = {
  id: 'data',
  title: async ctx => (await ctx.getTexts<AccountTexts>()).data.title,
  async render(ctx) {
    const { data } = await ctx.getTexts<AccountTexts>()
    return html`<p>${fillText(data.exportMessage, { host: ctx.appName })}</p>
<a class="button" href="${ctx.pluginUrl}/export" download="account.json">${data.export}</a>
<p class="below">${data.deleteMessage}</p>
<a class="button destructive" href="${ctx.pluginUrl}/delete">${data.delete}</a>`
  },
}
