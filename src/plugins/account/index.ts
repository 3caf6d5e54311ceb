/**
 * The account page: profile, email addresses, sign-in methods, passkeys, sessions, export and deletion.
 *
 * @module
 */
import {
  type AccountSection,
  anyValue,
  defineOperation,
  definePlugin,
  describeValue,
  findOptionFault,
  findRecordsFault,
  getOneTimeTokenKind,
  type InferActions,
  InvalidConfig,
  type OptionRules,
  type PluginContext,
  type PluginHostConfig,
  type PluginHostEvent,
} from '../../plugins.js'
import {
  accountsSection,
  createAccountOperations,
  getProviderName,
  listConnectedAccounts,
} from './accounts.js'
import { createDataOperations, dataSection, denyDeletedUser, endSessionsOfDeletedUser } from './data.js'
import {
  confirmationPurpose,
  findEmailOwner,
  listUserEmails,
  pendingEmailKind,
  verifiedEmailKind,
} from './email-records.js'
import { createUndoOperations } from './email-undo.js'
import { createConfirmationOperations, createEmailOperations } from './emails.js'
import { emailsSection } from './emails-section.js'
import { translations } from './locales/index.js'
import type { AccountTexts } from './locales/texts.js'
import { createSecurityLink, notifyAccountChange, securePurpose, undoPurpose } from './notices.js'
import { renderAccountPage } from './pages.js'
import { passkeyKind, recordNewPasskey, recordPasskeyUse } from './passkey-details.js'
import { createPasskeyOperations, listUserPasskeys, passkeysSection } from './passkeys.js'
import { createProfileOperations, createProfileSection, toProfile } from './profile.js'
import { createSecureOperations } from './secure.js'
import { createSessionOperations, sessionsSection } from './sessions.js'
import { listAccountProviders, removalKind } from './sign-in-methods.js'
import type { AccountOptions, AccountSettings, AccountUser } from './types.js'

const pluginId = 'account'

/** The order of the sections. The star is the place of those that are not named. */
const defaultOrder = [
  'account/profile',
  'account/emails',
  'passwords/username',
  'passwords/password',
  'account/accounts',
  'account/passkeys',
  'two-factor/app',
  'account/sessions',
  '*',
  'audit-log/activity',
  'account/data',
]

/**
 * Adds the account page at `<basePath>/account`, on which users manage their profile, email addresses, sign-in methods, passkeys, sessions and data, and
 * the same calls as JSON and as server functions. Requires an adapter, a record store and `sendEmail`.
 *
 * @throws TypeError if an option is not valid
 *
 * @example
 * ```ts
 * import type { AuthConfig } from 'latchkey'
 * import { account } from 'latchkey/account'
 * import { SqlAdapter } from 'latchkey/adapters/sql'
 * import GitHub from 'latchkey/providers/github'
 *
 * declare function sendEmail(message: { to: string; subject: string; text: string }): Promise<void>
 *
 * export const config: AuthConfig = {
 *   adapter: SqlAdapter('postgres://app@localhost/app'),
 *   providers: [GitHub],
 *   sendEmail,
 *   plugins: [account()],
 * }
 * ```
 */
export function account(options: AccountOptions = {}) {
  const settings = resolveSettings(options)
  return definePlugin({
    id: pluginId,
    operations: createOperations(settings),
    policies: [denyDeletedUser],
    translations,
    accountSections: listSections(settings),
    endsSessions: true,
    recordsOfSessions: [getOneTimeTokenKind(confirmationPurpose)],
    recordsOfUsers: [
      verifiedEmailKind,
      pendingEmailKind,
      passkeyKind,
      removalKind,
      ...[confirmationPurpose, securePurpose, undoPurpose].map(getOneTimeTokenKind),
    ],
    eventTypes,
    findEmailOwner,
    exportUserData: readExport,
    afterSignIn: (ctx, { user }) => endSessionsOfDeletedUser(ctx, user.id ?? ''),
    onEvent: handleEvent,
    describeFailure,
    createSecurityLink,
    findConfigError: config => {
      const fault = findOptionsFault(options) ?? findHostFault(config)
      return fault === null ? undefined : new InvalidConfig(`account: ${fault}`)
    },
  })
}

/** The calls of the plugin, for `createPluginClient` of `latchkey/client/plugins`. */
export type AccountActions = InferActions<ReturnType<typeof account>>

const eventTypes = [
  'profile-updated',
  'email-added',
  'primary-email-changed',
  'email-removed',
  'email-restored',
  'account-unlinked',
  'passkey-renamed',
  'passkey-removed',
  'session-ended',
  'sessions-ended',
  'data-exported',
  'deleted',
]

function createOperations(settings: AccountSettings) {
  const select = <Ops extends object>(section: string, operations: Ops): Ops =>
    // A hidden section has no calls. The type is that of the whole page.
    settings.hidden.has(`${pluginId}/${section}`) ? ({} as Ops) : operations
  return {
    getAccount: defineOperation({
      method: 'GET',
      path: '',
      description: 'Returns the profile, the email addresses and the sign-in methods of the signed-in user.',
      subject: 'session',
      run: (ctx, { subject }) => readAccount(ctx, subject.user),
      page: ctx => renderAccountPage(ctx, settings, { failure: null }),
    }),
    ...select('profile', createProfileOperations(settings)),
    ...select('emails', {
      ...createEmailOperations(settings),
      ...createConfirmationOperations(),
      ...createUndoOperations(),
    }),
    ...select('accounts', createAccountOperations(settings)),
    ...select('passkeys', createPasskeyOperations(settings)),
    ...select('sessions', createSessionOperations(settings)),
    ...select('data', createDataOperations(settings)),
    ...createSecureOperations(),
  }
}

function listSections(settings: AccountSettings): readonly AccountSection[] {
  const sections = [
    createProfileSection(settings),
    emailsSection,
    accountsSection,
    passkeysSection,
    sessionsSection,
    ...settings.sections,
    dataSection,
  ]
  return sections.filter(({ id }) => !settings.hidden.has(`${pluginId}/${id}`))
}

async function readAccount(ctx: PluginContext, user: AccountUser) {
  const providers = listAccountProviders(ctx).map(({ id, name, type }) => ({ id, name, type }))
  return {
    profile: toProfile(user),
    emails: await listUserEmails(ctx, user),
    accounts: await listConnectedAccounts(ctx, user.id),
    passkeys: await listUserPasskeys(ctx, user),
    providers,
  }
}

async function readExport(ctx: PluginContext, userId: string) {
  const user = await ctx.adapter?.getUser(userId)
  const emails = user ? await listUserEmails(ctx, user) : []
  return { emails: emails.map(email => ({ ...email })) }
}

async function describeFailure(ctx: PluginContext, error: string): Promise<string | undefined> {
  const errors: Readonly<Record<string, string>> = (await ctx.getTexts<AccountTexts>()).errors
  return errors[error]
}

/** The requests that created a user: what is linked in them is no change of an account. */
const signUps = new WeakSet<object>()

/** Records new and used passkeys, and notifies users of accounts that were added. */
async function handleEvent(ctx: PluginContext, { name, message }: PluginHostEvent): Promise<void> {
  if (name === 'createUser') signUps.add(ctx.request.head)
  if (name === 'linkAccount') {
    const { user, account: linked } = message
    if (user.id !== undefined) await handleNewAccount(ctx, { ...user, id: user.id }, linked)
  }
  if (name === 'signIn' && message.account?.type === 'webauthn' && message.user.id !== undefined)
    await recordPasskeyUse(ctx, { userId: message.user.id, id: message.account.providerAccountId })
}

interface NewAccount {
  readonly provider: string
  readonly providerAccountId: string
  readonly type: string
}

async function handleNewAccount(
  ctx: PluginContext,
  user: AccountUser,
  { provider, providerAccountId, type }: NewAccount,
): Promise<void> {
  const isPasskey = type === 'webauthn'
  const device = isPasskey ? await recordNewPasskey(ctx, { userId: user.id, id: providerAccountId }) : null
  if (signUps.has(ctx.request.head)) return
  const { passkeys } = await ctx.getTexts<AccountTexts>()
  const name = isPasskey ? (device ?? passkeys.defaultName) : getProviderName(ctx, provider)
  await notifyAccountChange(ctx, user, {
    type: isPasskey ? 'passkey-added' : 'account-linked',
    values: { name },
  })
}

function resolveSettings(options: AccountOptions): AccountSettings {
  const { order, hidden = [], sections = [], uploadUrl, maxEmails = 10, revokeAccount } = options
  return {
    order: order ? [...order, ...defaultOrder.filter(id => !order.includes(id))] : defaultOrder,
    hidden: new Set(hidden),
    sections,
    uploadUrl: uploadUrl ?? null,
    maxEmails,
    revokeAccount: revokeAccount ?? null,
  }
}

const listRule = {
  ...anyValue,
  expected: 'a list of ids of sections, such as `account/profile`',
  isValid: isIdList,
}

function isIdList(value: unknown): boolean {
  return (
    value === undefined ||
    (Array.isArray(value) && value.every((id: unknown) => typeof id === 'string' && id.includes('/')))
  )
}

/** The number and the sections have errors of their own. */
const optionRules: OptionRules<AccountOptions> = {
  order: listRule,
  hidden: listRule,
  sections: anyValue,
  uploadUrl: {
    expected: 'a path or a URL',
    isValid: value => value === undefined || (typeof value === 'string' && value !== ''),
  },
  maxEmails: anyValue,
  revokeAccount: {
    expected: 'a function',
    isValid: value => value === undefined || typeof value === 'function',
  },
}

function findOptionsFault(options: AccountOptions): string | null {
  const fault = findOptionFault(options, optionRules, 'The options')
  if (fault !== null) return fault
  const { maxEmails = 10, sections = [] } = options
  if (!(Number.isInteger(maxEmails) && maxEmails >= 1 && maxEmails <= 50))
    return `\`maxEmails\` must be a whole number from 1 to 50; it is ${describeValue(maxEmails)}.`
  const ownIds = new Set(['profile', 'emails', 'accounts', 'passkeys', 'sessions', 'data'])
  for (const section of sections) {
    const { id, title, render } = Object(section) as Partial<Record<keyof AccountSection, unknown>>
    if (!(typeof id === 'string' && typeof title === 'function' && typeof render === 'function'))
      return '`sections` must be a list of objects with `id`, `title` and `render`.'
    if (ownIds.has(id)) return `\`sections\` has the id "${id}" of a section of the page. Rename it.`
    ownIds.add(id)
  }
  return null
}

function findHostFault(config: PluginHostConfig): string | null {
  if (!config.adapter) return 'The account page shows stored users. Set `adapter`.'
  if (!config.sendEmail)
    return 'Changes are confirmed and notified by email. Set `sendEmail` to a function or a mailer.'
  return findRecordsFault(config, 'Email addresses and names of passkeys')
}

export type { ConnectedAccount } from './accounts.js'
export type { UserEmail } from './email-records.js'
export type { AccountTexts } from './locales/texts.js'
export type { UserPasskey } from './passkeys.js'
export type { UserProfile } from './profile.js'
export type { AccountFault, AccountOptions, LinkedAccount } from './types.js'
