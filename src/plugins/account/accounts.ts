import {
  type AccountSection,
  createFailure,
  createRequiredText,
  defineOperation,
  html,
  type PluginContext,
  type PluginProvider,
  toError,
} from '../../plugins.js'
import { authorizeChange, type FreshSignInRequired } from './authorize-change.js'
import type { AccountTexts } from './locales/texts.js'
import { notifyAccountChange } from './notices.js'
import { buildReturnUrl, createFailurePage, type Row, renderRowAction, renderRows } from './pages.js'
import {
  getAccountMethodId,
  listAccountProviders,
  listLinkedAccounts,
  removeSignInMethod,
} from './sign-in-methods.js'
import type { AccountSettings, AccountUser, FailureOf, LinkedAccount } from './types.js'

/** An account at a provider that the user can sign in with. */
export interface ConnectedAccount {
  readonly id: string
  /** The id of the provider. */
  readonly provider: string
  /** The name of the provider. */
  readonly name: string
}

/** Creates the operation by which a user disconnects an account. */
export function createAccountOperations(settings: AccountSettings) {
  return {
    unlinkAccount: defineOperation({
      method: 'POST',
      path: 'accounts',
      when: { change: 'unlink' },
      description: 'Disconnects an account at a provider, unless it is the last way to sign in.',
      subject: 'session',
      input: { id: createRequiredText() },
      run: (ctx, { subject, id }) => unlinkAccount(ctx, settings, { user: subject.user, id }),
      page: createFailurePage(settings),
    }),
  }
}

interface Unlinking {
  readonly user: AccountUser
  readonly id: string
}

async function unlinkAccount(
  ctx: PluginContext,
  settings: AccountSettings,
  { user, id }: Unlinking,
): Promise<{ readonly url: string } | FreshSignInRequired | FailureOf<'not-found' | 'last-sign-in-method'>> {
  const refused = await authorizeChange(ctx)
  if (refused) return refused
  const account = await findAccount(ctx, user.id, id)
  if (!account) return createFailure('not-found', { status: 404 })
  const { provider, providerAccountId } = account
  const remove = async () => ctx.adapter?.unlinkAccount({ provider, providerAccountId })
  const failure = await removeSignInMethod(ctx, user, { methodId: id, remove })
  if (failure) return failure
  await ctx.endSessions(user.id, { isCurrentKept: true })
  await revokeAccount(ctx, settings, account)
  await ctx.emitEvent('account-unlinked', { userId: user.id, provider })
  await notifyAccountChange(ctx, user, {
    type: 'account-unlinked',
    values: { name: getProviderName(ctx, provider) },
  })
  return { url: buildReturnUrl(ctx, 'saved') }
}

/** An account of another user is not found. */
async function findAccount(ctx: PluginContext, userId: string, id: string): Promise<LinkedAccount | null> {
  for (const account of (await listLinkedAccounts(ctx, userId)) ?? [])
    if ((await getAccountMethodId(account)) === id) return account
  return null
}

/** Revokes the tokens of an account that was deleted at its provider. A failure is logged. */
export async function revokeAccount(
  ctx: PluginContext,
  { revokeAccount: revoke }: AccountSettings,
  account: LinkedAccount,
): Promise<void> {
  try {
    await revoke?.(account)
  } catch (error) {
    ctx.logger.error(toError(error))
  }
}

/** Returns the name of a provider, or its id if it is not configured any more. */
export function getProviderName(ctx: PluginContext, id: string): string {
  return ctx.listProviders().find(provider => provider.id === id)?.name ?? id
}

/** Lists the connected accounts for clients. */
export async function listConnectedAccounts(
  ctx: PluginContext,
  userId: string,
): Promise<readonly ConnectedAccount[]> {
  const accounts = (await listLinkedAccounts(ctx, userId)) ?? []
  return await Promise.all(
    accounts.map(async account => ({
      id: await getAccountMethodId(account),
      provider: account.provider,
      name: getProviderName(ctx, account.provider),
    })),
  )
}

/** The section with the accounts at providers. */
export const accountsSection: AccountSection = {
  id: 'accounts',
  title: async ctx => (await ctx.getTexts<AccountTexts>()).accounts.title,
  async render(ctx, user) {
    const providers = listAccountProviders(ctx)
    if (providers.length === 0) return null
    const { accounts: texts } = await ctx.getTexts<AccountTexts>()
    const connected = await listConnectedAccounts(ctx, user.id)
    const isListed = ctx.adapter?.listAccountsByUserId !== undefined
    const open = providers.filter(({ id }) => !connected.some(({ provider }) => provider === id))
    const rows = [
      ...connected.map(account => toConnectedRow(ctx, texts, account)),
      ...open.map(provider => toOpenRow(ctx, texts, provider)),
    ]
    return html`${!isListed && html`<p class="hint">${texts.unlisted}</p>`}${renderRows(rows)}`
  },
}

function toConnectedRow(ctx: PluginContext, texts: AccountTexts['accounts'], account: ConnectedAccount): Row {
  const { id, name } = account
  const hidden = { change: 'unlink', id }
  const action = renderRowAction(ctx, { path: 'accounts', hidden, label: texts.disconnect, about: name })
  return { title: name, details: [texts.connected], actions: [action] }
}

/** The form starts the sign-in, which adds the account to the signed-in user. */
function toOpenRow(
  { csrfToken, pluginUrl }: PluginContext,
  texts: AccountTexts['accounts'],
  { name, signInUrl }: PluginProvider,
): Row {
  const action = html`<form action="${signInUrl}" method="POST">
<input type="hidden" name="csrfToken" value="${csrfToken}">
<input type="hidden" name="callbackUrl" value="${pluginUrl}">
<button type="submit" class="link" aria-label="${texts.connect}: ${name}">${texts.connect}</button></form>`
  return { title: name, details: [texts.notConnected], actions: [action] }
}
