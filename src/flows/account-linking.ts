import type { AccountKey, AdapterAccount, AdapterUser } from '../types/adapter.js'
import type { CurrentUser, Identity } from '../types/identity.js'
import type { LinkingAction, LinkingFacts, LinkingRule } from '../types/linking.js'

/** Matches every value. */
const all = null

/** OAuth and OpenID Connect. */
// biome-ignore format: a table is read by its columns.
export const oauthRules: readonly LinkingRule[] = [
  // strategy  account     currentUser  email      linkingByEmail  action
  [all,        'existing', 'none',      all,       all,            'sign-in'],
  [all,        'existing', 'owner',     all,       all,            'keep-session'],
  [all,        'existing', 'other',     all,       all,            'reject'],
  [all,        'new',      'no-owner',  all,       all,            'link-to-current-user'],
  [all,        'new',      'none',      'claimed', all,            'release-email-and-create-user'],
  [all,        'new',      'none',      'taken',   'allowed',      'link-by-email'],
  [all,        'new',      'none',      'taken',   'denied',       'reject'],
  [all,        'new',      'none',      'free',    all,            'create-user'],
]

/** Passkeys: an email address that a visitor typed proves nothing. */
// biome-ignore format: a table is read by its columns.
export const passkeyRules: readonly LinkingRule[] = [
  // strategy  account     currentUser  email      linkingByEmail  action
  [all,        'existing', 'none',      all,       all,            'sign-in'],
  [all,        'existing', 'owner',     all,       all,            'keep-session'],
  [all,        'existing', 'other',     all,       all,            'reject'],
  [all,        'new',      'no-owner',  all,       all,            'link-to-current-user'],
  [all,        'new',      'none',      'taken',   all,            'reject'],
  [all,        'new',      'none',      'free',    all,            'create-user'],
]

/** Magic links and one-time codes. */
// biome-ignore format: a table is read by its columns.
export const emailRules: readonly LinkingRule[] = [
  // strategy  account     currentUser  email      linkingByEmail  action
  [all,        'existing', 'owner',     all,       all,            'sign-in-and-verify-email'],
  [all,        'existing', all,         all,       'denied',       'reject'],
  [all,        'existing', all,         all,       all,            'sign-in-and-verify-email'],
  [all,        'new',      all,         'claimed', all,            'release-email-and-create-user'],
  [all,        'new',      all,         all,       all,            'create-user'],
]

/** Credentials: the app itself knows its users. */
// biome-ignore format: a table is read by its columns.
export const credentialsRules: readonly LinkingRule[] = [
  // strategy  account     currentUser  email      linkingByEmail  action
  ['jwt',      all,        all,         all,       all,            'use-returned-user'],
  ['database', all,        all,         all,       all,            'load-returned-user'],
]

/** Returns the action of the first rule that matches; without one the sign-in is rejected. */
export function resolveLinkingAction(rules: readonly LinkingRule[], facts: LinkingFacts): LinkingAction {
  const { strategy, account, currentUser, email, linkingByEmail } = facts
  const values = [strategy, account, currentUser, email, linkingByEmail]
  const rule = rules.find(cells => values.every((value, column) => isMatch(cells[column], value)))
  return rule?.[5] ?? 'reject'
}

function isMatch(cell: LinkingRule[number] | undefined, value: string): boolean {
  return cell === all || cell === value
}

/** The stored users that a sign-in can be about. */
interface LinkingUsers {
  readonly accountOwner: AdapterUser | null
  readonly currentUser: CurrentUser | null
  readonly emailHolder: AdapterUser | null
}

/** Returns the stored user whom an action signs in. */
export function findActionUser(
  action: LinkingAction,
  { accountOwner, currentUser, emailHolder }: LinkingUsers,
): AdapterUser | null {
  if (action === 'link-to-current-user') return currentUser?.user ?? null
  if (action === 'link-by-email') return emailHolder
  return action === 'create-user' || action === 'release-email-and-create-user' ? null : accountOwner
}

/** Returns the key of an identity's account. */
export function getAccountKey({ account: { provider, providerAccountId } }: Identity): AccountKey {
  return { provider, providerAccountId }
}

/** Returns the account record to store. */
export function toAdapterAccount(identity: Identity, userId: string): AdapterAccount {
  const { provider, providerAccountId, type } = identity.account
  return { ...identity.getAccountTokens(), provider, providerAccountId, type, userId } as AdapterAccount
}
