import { getAccountKey } from '../config/stores.js'
import { listEmailSpellings, toAsciiEmail, toLowerCaseEmail } from '../email/address.js'
import { AccountNotLinked, OAuthAccountNotLinked } from '../errors.js'
import type { AdapterUser } from '../types/adapter.js'
import type { Context, LinkingRules } from '../types/context.js'
import type { CurrentUser, Identity } from '../types/identity.js'
import type { LinkingAction, LinkingFacts, LinkingRule } from '../types/linking.js'
import type { ProviderType } from '../types/provider-type.js'
import type { WrappedAdapter } from '../types/wrapped-adapter.js'
import { waitForAccountOwner } from './create-user.js'
import {
  findUnverifiedEmailEvidence,
  hasVerifiedEmail,
  type UnverifiedEmailEvidence,
} from './unverified-email.js'

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

/** Sign-ups with a method of a plugin: an email address that a visitor typed proves nothing. */
// biome-ignore format: a table is read by its columns.
export const signUpRules: readonly LinkingRule[] = [
  // strategy  account     currentUser  email      linkingByEmail  action
  [all,        'new',      all,         all,       all,            'create-user'],
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

/** The stored users that an identity names. */
export interface AccountOwnership {
  /** The user who owns the account; null for a new account or without an adapter. */
  readonly accountOwner: AdapterUser | null
  /** Email sign-ins only: the user who has the address, but only claimed it, and is not signed in. The address may belong to another person. */
  readonly emailHolder: AdapterUser | null
}

/** Finds the user who owns the account of an identity. */
export async function findAccountOwnership(
  ctx: Context,
  linking: LinkingRules,
  identity: Identity,
): Promise<AccountOwnership> {
  const { adapter, records } = ctx.settings
  const { sessionStrategy } = ctx.services
  const accountOwner = adapter ? await linking.findOwner(adapter, identity) : null
  const owners = { accountOwner, emailHolder: null }
  if (!accountOwner || !linking.verifiesEmail || !records) return owners
  if ((await findUnverifiedEmailEvidence(ctx.settings, accountOwner)) !== 'record') return owners
  const currentUser = await sessionStrategy.getCurrentUser(ctx)
  return currentUser?.user.id === accountOwner.id ? owners : { accountOwner: null, emailHolder: accountOwner }
}

/** The identity, and the stored users that it may belong to. */
export interface LinkingContext {
  readonly linking: LinkingRules
  readonly adapter: WrappedAdapter
  readonly identity: Identity
  readonly accountOwner: AdapterUser | null
  readonly currentUser: CurrentUser | null
  /** The user with the same email address; looked up only if neither the account nor the session names a user. */
  readonly emailHolder: AdapterUser | null
  /** How the email address of the stored user is known to be unverified. */
  readonly unverifiedEmailEvidence: UnverifiedEmailEvidence
  /** The user that the `signIn` callback received as `existingUser`. Undefined without a callback: any user is allowed. */
  readonly allowedUser: AdapterUser | null | undefined
}

/** Looks up the stored users that an identity may belong to. */
export async function createLinkingContext(
  ctx: Context,
  signIn: Pick<LinkingContext, 'linking' | 'adapter' | 'identity' | 'allowedUser'>,
  { accountOwner, emailHolder }: AccountOwnership,
): Promise<LinkingContext> {
  const unverifiedEmailEvidence = emailHolder ? 'record' : 'none'
  const known = {
    ...signIn,
    accountOwner,
    currentUser: null,
    emailHolder,
    unverifiedEmailEvidence,
  } as const
  return await completeLinkingContext(ctx, known)
}

/** Returns the stored user who owns the account of an identity, or to whom it will be linked; null if there is none. Changes nothing. */
export async function findExistingUser(
  ctx: Context,
  { linking, identity }: Pick<LinkingContext, 'linking' | 'identity'>,
  owners: AccountOwnership,
): Promise<AdapterUser | null> {
  const { adapter } = ctx.settings
  const { sessionStrategy } = ctx.services
  const { accountOwner } = owners
  if (accountOwner || !adapter || !linking.storesAccount) return accountOwner
  const currentUser = await sessionStrategy.getCurrentUser(ctx)
  if (currentUser || !canLinkByEmail(identity)) return currentUser?.user ?? null
  const linkingContext = await createLinkingContext(
    ctx,
    { linking, adapter, identity, allowedUser: null },
    owners,
  )
  const action = resolveLinkingAction(linking.rules, toLinkingFacts(ctx, linkingContext))
  return findActionUser(action, linkingContext)
}

async function completeLinkingContext(ctx: Context, linkingContext: LinkingContext): Promise<LinkingContext> {
  const { linking, adapter, identity, accountOwner } = linkingContext
  const { storesAccount, verifiesEmail } = linking
  if (verifiesEmail)
    return accountOwner ? await addEmailHolderFacts(ctx, linkingContext, accountOwner) : linkingContext
  if (!storesAccount) return linkingContext
  const currentUser = await ctx.services.sessionStrategy.getCurrentUser(ctx)
  if (accountOwner || currentUser) return { ...linkingContext, currentUser }
  const { email } = identity.user
  const emailHolder = email ? await findUserByEmail(adapter, email) : null
  if (!emailHolder) return linkingContext
  const canLink = canLinkByEmail(identity)
  const unverifiedEmailEvidence =
    canLink || hasVerifiedEmail(identity)
      ? await findUnverifiedEmailEvidence(ctx.settings, emailHolder)
      : 'none'
  if (canLink || unverifiedEmailEvidence === 'record')
    return { ...linkingContext, emailHolder, unverifiedEmailEvidence }
  // The user with the same email may be this user, created a moment ago in another tab.
  return { ...linkingContext, emailHolder, accountOwner: await waitForAccountOwner(adapter, identity) }
}

/**
 * Adds what decides whether the user with the email address may keep it: how it is known to be unverified, and the signed-in user.
 * A session of the same user shows that the address is not that of another person.
 */
async function addEmailHolderFacts(
  ctx: Context,
  linkingContext: LinkingContext,
  owner: AdapterUser,
): Promise<LinkingContext> {
  const unverifiedEmailEvidence = await findUnverifiedEmailEvidence(ctx.settings, owner)
  if (unverifiedEmailEvidence === 'none') return linkingContext
  const currentUser = await ctx.services.sessionStrategy.getCurrentUser(ctx)
  return { ...linkingContext, unverifiedEmailEvidence, currentUser }
}

/** Converts what was looked up to the facts that the linking rules decide by. */
export function toLinkingFacts({ settings }: Context, linkingContext: LinkingContext): LinkingFacts {
  const { linking, identity, accountOwner, currentUser, emailHolder, unverifiedEmailEvidence } =
    linkingContext
  const mayLinkByEmail = linking.verifiesEmail || canLinkByEmail(identity)
  return {
    strategy: settings.session.strategy,
    account: accountOwner ? 'existing' : 'new',
    currentUser: currentUser ? compareWithOwner(currentUser, accountOwner) : 'none',
    email: emailHolder ? toEmailFact(identity, unverifiedEmailEvidence) : 'free',
    linkingByEmail: mayLinkByEmail && unverifiedEmailEvidence === 'none' ? 'allowed' : 'denied',
  }
}

function compareWithOwner({ user }: CurrentUser, owner: AdapterUser | null): LinkingFacts['currentUser'] {
  if (!owner) return 'no-owner'
  return user.id === owner.id ? 'owner' : 'other'
}

function toEmailFact(
  identity: Identity,
  unverifiedEmailEvidence: UnverifiedEmailEvidence,
): LinkingFacts['email'] {
  return unverifiedEmailEvidence === 'record' && hasVerifiedEmail(identity) ? 'claimed' : 'taken'
}

function canLinkByEmail({ allowEmailLinking, emailVerified }: Identity): boolean {
  return allowEmailLinking && emailVerified !== false
}

const oauthLinkingRules: LinkingRules = {
  rules: oauthRules,
  reportsEmailConflicts: true,
  storesAccount: true,
  verifiesEmail: false,
  findOwner: (adapter, identity) => adapter.getUserByAccount(getAccountKey(identity)),
  createConflictError: message => new OAuthAccountNotLinked(message),
}

/** The user of an email sign-in is the one who has the email address. */
export const emailLinkingRules: LinkingRules = {
  rules: emailRules,
  storesAccount: false,
  verifiesEmail: true,
  findOwner: (adapter, { account }) => findUserByEmail(adapter, account.providerAccountId),
  createConflictError: message => new OAuthAccountNotLinked(message),
}

/** The address of a user cannot be used for another one, whether it was proven or not. */
const signUpLinkingRules: LinkingRules = {
  rules: signUpRules,
  storesAccount: false,
  verifiesEmail: false,
  findOwner: async (adapter, { user }) => await adapter.getUserByEmail(user.email ?? ''),
  createConflictError: message => new OAuthAccountNotLinked(message),
}

const linkingRules: Readonly<Record<ProviderType, LinkingRules>> = {
  oauth: oauthLinkingRules,
  oidc: oauthLinkingRules,
  email: emailLinkingRules,
  credentials: {
    rules: credentialsRules,
    storesAccount: false,
    verifiesEmail: false,
    findOwner: async () => null,
    createConflictError: message => new OAuthAccountNotLinked(message),
  },
  webauthn: {
    rules: passkeyRules,
    storesAccount: true,
    verifiesEmail: false,
    findOwner: (adapter, identity) => adapter.getUserByAccount(getAccountKey(identity)),
    createConflictError: message => new AccountNotLinked(message),
  },
}

/** Returns how an identity finds, creates and links its user. */
export function getLinkingRules({ account, signUp }: Pick<Identity, 'account' | 'signUp'>): LinkingRules {
  return signUp ? signUpLinkingRules : linkingRules[account.type]
}

/**
 * Finds the user with an email address, and rejects a match by a lookalike. Many databases treat `á` and `a` as equal, so the owner of
 * `ada@exámple.com` would be signed in as `ada@example.com`. A match between two different addresses counts only if both are ASCII,
 * which allows adapters that look up alternative addresses of a user.
 *
 * The two forms of an internationalized domain are one address. The user with the given form comes first.
 */
export async function findUserByEmail(adapter: WrappedAdapter, email: string): Promise<AdapterUser | null> {
  // Both lookups start at the same time, so that the time does not tell whether the first one found a user.
  const users = await Promise.all(
    listEmailSpellings(email).map(async spelling => {
      const user = await adapter.getUserByEmail(spelling)
      return user && !isLookalike(user.email ?? '', spelling) ? user : null
    }),
  )
  return users.find(user => user !== null) ?? null
}

function isLookalike(stored: string, requested: string): boolean {
  const [one, other] = [normalizeForComparison(stored), normalizeForComparison(requested)]
  return toAsciiEmail(one) !== toAsciiEmail(other) && !isAscii(one + other)
}

function normalizeForComparison(email: string): string {
  const lowerCased = toLowerCaseEmail(email)
  return typeof lowerCased === 'string' ? lowerCased.normalize('NFKC').toLowerCase().trim() : email
}

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text)
}
