import { toError } from '../../base/to-error.js'
import { encode, openSealedClaims } from '../../crypto/jwt.js'
import type { Context } from '../../types/context.js'
import type { ResolvedUser } from '../../types/identity.js'
import { deriveAccountKey, deriveKey, identifyAccount } from './account.js'

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
  for (const account of listNames(ctx, resolvedUser)) {
    const accountKey = await deriveAccountKey(ctx, account)
    accounts.set(accountKey, await deriveOwnerKey(ctx, resolvedUser.user.id, accountKey))
  }
  for (const [account, owner] of await readKnownAccounts(ctx))
    if (!accounts.has(account) && accounts.size < maxAccounts) accounts.set(account, owner)
  const token = { accounts: [...accounts] }
  const value = await encode({ token, secret: [...ctx.settings.secrets], salt: name, maxAge })
  ctx.jar.set(name, value, { ...options, maxAge, expires: new Date(Date.now() + maxAge * 1000) })
}

/** Lists what sign-in methods call the user: submitted names, the email address, and the id. */
function listNames(ctx: Context, { identity, user }: ResolvedUser): readonly string[] {
  const { credentials, emailVerified, account } = identity
  const provider = ctx.settings.providers.get(account.provider)
  const submitted =
    credentials && provider?.type === 'credentials' ? identifyAccount(ctx, credentials, provider) : []
  // Without an adapter, users of two providers can have the same email address.
  const email = ctx.settings.adapter || emailVerified ? user.email : null
  return [...submitted, email ?? '', user.id].filter(name => name !== '')
}

/**
 * Derives the key under which attempts for an account are counted. The owner has one of their own, so that failed attempts of others do
 * not keep the owner out: who signed in with this browser before, or is signed in.
 */
export async function deriveCountKey(ctx: Context, account: string): Promise<string> {
  const accountKey = await deriveAccountKey(ctx, account)
  const knownOwnerKey = (await readKnownAccounts(ctx)).get(accountKey)
  return knownOwnerKey ?? (await findSignedInOwnerKey(ctx, accountKey)) ?? accountKey
}

async function findSignedInOwnerKey(ctx: Context, accountKey: string): Promise<string | null> {
  const { sessionStrategy, adapter, logger } = ctx.settings
  try {
    const { user } = (await sessionStrategy.getCurrentUser(ctx)) ?? {}
    for (const name of user ? [user.id, adapter ? user.email : null] : [])
      if (user && name && (await deriveAccountKey(ctx, name)) === accountKey)
        return await deriveOwnerKey(ctx, user.id, accountKey)
  } catch (error) {
    // Without a session, the user waits like anyone else.
    logger.error(toError(error))
  }
  return null
}

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
