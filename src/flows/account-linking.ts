import type { AccountKey, AdapterAccount, AdapterUser } from '../types/adapter.js'
import type { CurrentUser, Identity } from '../types/identity.js'
import type { LinkingAction, LinkingFacts, LinkingRule } from '../types/linking.js'

const any = null

/** OAuth and OpenID Connect. */
// biome-ignore format: a table is read by its columns.
export const oauthRules: readonly LinkingRule[] = [
  // strategy  account     currentUser  email      linkingByEmail  action
  [any,        'existing', 'none',      any,       any,            'sign-in'],
  [any,        'existing', 'owner',     any,       any,            'keep-session'],
  [any,        'existing', 'other',     any,       any,            'reject'],
  [any,        'new',      'no-owner',  any,       any,            'link-to-current-user'],
  [any,        'new',      'none',      'claimed', any,            'release-email'],
  [any,        'new',      'none',      'taken',   'allowed',      'link-by-email'],
  [any,        'new',      'none',      'taken',   'denied',       'reject'],
  [any,        'new',      'none',      'free',    any,            'create-user'],
]

/** Passkeys: an email address that a visitor typed proves nothing. */
// biome-ignore format: a table is read by its columns.
export const passkeyRules: readonly LinkingRule[] = [
  // strategy  account     currentUser  email      linkingByEmail  action
  [any,        'existing', 'none',      any,       any,            'sign-in'],
  [any,        'existing', 'owner',     any,       any,            'keep-session'],
  [any,        'existing', 'other',     any,       any,            'reject'],
  [any,        'new',      'no-owner',  any,       any,            'link-to-current-user'],
  [any,        'new',      'none',      'taken',   any,            'reject'],
  [any,        'new',      'none',      'free',    any,            'create-user'],
]

/** Magic links and one-time codes. */
// biome-ignore format: a table is read by its columns.
export const emailRules: readonly LinkingRule[] = [
  // strategy  account     currentUser  email      linkingByEmail  action
  [any,        'existing', 'owner',     any,       any,            'sign-in-and-verify-email'],
  [any,        'existing', any,         any,       'denied',       'reject'],
  [any,        'existing', any,         any,       any,            'sign-in-and-verify-email'],
  [any,        'new',      any,         'claimed', any,            'release-email'],
  [any,        'new',      any,         any,       any,            'create-user'],
]

/** Credentials: the app itself knows its users. */
// biome-ignore format: a table is read by its columns.
export const credentialsRules: readonly LinkingRule[] = [
  // strategy  account     currentUser  email      linkingByEmail  action
  ['jwt',      any,        any,         any,       any,            'use-returned-user'],
  ['database', any,        any,         any,       any,            'load-returned-user'],
]

/** Returns the action of the first rule that matches; without one the sign-in is rejected. */
export function resolveLinkingAction(rules: readonly LinkingRule[], facts: LinkingFacts): LinkingAction {
  const { strategy, account, currentUser, email, linkingByEmail } = facts
  const values = [strategy, account, currentUser, email, linkingByEmail]
  const rule = rules.find(cells => values.every((value, column) => isMatch(cells[column], value)))
  return rule?.[5] ?? 'reject'
}

function isMatch(cell: LinkingRule[number] | undefined, value: string): boolean {
  return cell === any || cell === value
}

/** The stored users that a sign-in can be about. */
interface LinkingUsers {
  readonly accountOwner: AdapterUser | null
  readonly currentUser: CurrentUser | null
  readonly emailOwner: AdapterUser | null
}

/** Returns the stored user whom an action signs in. */
export function findActionUser(
  action: LinkingAction,
  { accountOwner, currentUser, emailOwner }: LinkingUsers,
): AdapterUser | null {
  if (action === 'link-to-current-user') return currentUser?.user ?? null
  if (action === 'link-by-email') return emailOwner
  return action === 'create-user' || action === 'release-email' ? null : accountOwner
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
