import { toError } from '../base/to-error.js'
import { encode, openSealedClaims } from '../crypto/jwt.js'
import type { Context } from '../types/context.js'
import type { ResolvedUser } from '../types/identity.js'
import type { AccountName } from '../types/throttling.js'
import { identifyAccount } from './account.js'
import { deriveAccountKey, deriveKey } from './keys.js'
import { normalizeName } from './normalize-name.js'
import { listNamesOfUser } from './verified-names.js'

/** Half a year, in seconds. Each sign-in renews it. */
const maxAge = 15_552_000

/** Maximum number of names of accounts that one browser is known for: about three for each user. */
const maxAccounts = 6

/** The keys of owners by the key of their account. */
type KnownAccounts = ReadonlyMap<string, string>

/**
 * Remembers in a sealed cookie that the user signed in with this browser. It stands for no authentication: it only tells apart the
 * attempts of the owner from those of others.
 */
export async function setDeviceCookie(ctx: Context, resolvedUser: ResolvedUser): Promise<void> {
  const { name, options } = getCookieOption(ctx)
  const accounts = new Map<string, string>()
  for (const account of await listNames(ctx, resolvedUser)) {
    const accountKey = await deriveAccountKey(ctx, account)
    accounts.set(accountKey, await deriveOwnerKey(ctx, resolvedUser.user.id, accountKey))
  }
  for (const [account, owner] of await readKnownAccounts(ctx))
    if (!accounts.has(account) && accounts.size < maxAccounts) accounts.set(account, owner)
  const token = { accounts: [...accounts] }
  const value = await encode({ token, secret: [...ctx.settings.secrets], salt: name, maxAge })
  ctx.jar.set(name, value, { ...options, maxAge, expires: new Date(Date.now() + maxAge * 1000) })
}

/** Lists what sign-in methods call the user: the id, the email address, and submitted names that are those of the user. */
async function listNames(ctx: Context, { identity, user }: ResolvedUser): Promise<readonly AccountName[]> {
  const { credentials, emailVerified, account } = identity
  const provider = ctx.settings.providers.get(account.provider)
  const submitted =
    credentials && provider?.type === 'credentials'
      ? listNamesOfUser(await identifyAccount(ctx, credentials, provider), identity.user)
      : []
  // Without an adapter, users of two providers can have the same email address.
  const email = ctx.settings.adapter || emailVerified ? user.email : null
  return [{ kind: 'user', value: user.id }, ...submitted, ...(email ? [{ kind: 'email', value: email }] : [])]
}

/** A function that returns the key of the owner of an account, or null. */
export type FindOwnerKey = (name: AccountName, accountKey: string) => Promise<string | null>

/**
 * Reads who is known to the browser: users who signed in with it before, or are signed in. The owner of an account has a count of their
 * own, so that failed attempts of others do not keep the owner out.
 */
export async function readKnownOwners(ctx: Context): Promise<FindOwnerKey> {
  const knownAccounts = await readKnownAccounts(ctx)
  let user: Promise<SignedInUser | null> | undefined
  return async (name, accountKey) => {
    const ownerKey = knownAccounts.get(accountKey)
    if (ownerKey !== undefined) return ownerKey
    user ??= findSignedInUser(ctx)
    const signedIn = await user
    return signedIn && hasName(signedIn, name) ? await deriveOwnerKey(ctx, signedIn.id, accountKey) : null
  }
}

interface SignedInUser {
  readonly id: string
  readonly email: string | null
}

async function findSignedInUser(ctx: Context): Promise<SignedInUser | null> {
  const { sessionStrategy, adapter, logger } = ctx.settings
  try {
    const { user } = (await sessionStrategy.getCurrentUser(ctx)) ?? {}
    return user?.id ? { id: user.id, email: (adapter ? user.email : null) ?? null } : null
  } catch (error) {
    // Without a session, the user waits like anyone else.
    logger.error(toError(error))
    return null
  }
}

function hasName({ id, email }: SignedInUser, { kind, value }: AccountName): boolean {
  const folded = normalizeName(value)
  const isEmail = email !== null && normalizeName(email) === folded
  if (kind === 'email') return isEmail
  return nameKinds.has(kind) && (isEmail || normalizeName(id) === folded)
}

/** The kinds of names that can be the id or the email address of a user. */
const nameKinds: ReadonlySet<string> = new Set([
  'account',
  'fields',
  'identifier',
  'login',
  'user',
  'userid',
  'username',
])

/** Contains the user, so that a second account with the same name brings only one more count. */
function deriveOwnerKey(ctx: Context, userId: string, accountKey: string): Promise<string> {
  return deriveKey(ctx, 'owner', userId + accountKey)
}

async function readKnownAccounts(ctx: Context): Promise<KnownAccounts> {
  const { name } = getCookieOption(ctx)
  const { accounts } = (await openSealedClaims(ctx.jar.get(name), ctx.settings.secrets, name)) ?? {}
  const entries: readonly unknown[] = Array.isArray(accounts) ? accounts : []
  return new Map(entries.filter(isKnownAccount))
}

function isKnownAccount(entry: unknown): entry is [string, string] {
  return Array.isArray(entry) && entry.length === 2 && entry.every((key: unknown) => typeof key === 'string')
}

/** Returns the name and attributes of the cookie. They derive from the `state` cookie. */
function getCookieOption({ cookieOptions }: Context) {
  const { name, options } = cookieOptions.state
  return { name: `${name}-device`, options }
}
