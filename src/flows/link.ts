import { AdapterError, OAuthAccountNotLinked, UnsupportedStrategy } from '../errors.js'
import type { AdapterAccount, AdapterUser } from '../types/adapter.js'
import type { Context, Store } from '../types/context.js'
import type { Identity, Member, Visitor } from '../types/identity.js'
import type { LoggerInstance } from '../types/logger.js'

/** Whose account is this? Null when it is new here, or when nothing is stored. */
export async function recognise({ settings }: Context, { account }: Identity): Promise<AdapterUser | null> {
  if (!settings.store || account.type === 'credentials') return null
  const { provider, providerAccountId } = account
  return settings.store.getUserByAccount({ provider, providerAccountId })
}

/**
 * Finds or makes the member that an identity is. Spec: behaviour section 9.3.
 *
 * @throws OAuthAccountNotLinked when the account or its address belongs to somebody else
 */
export async function link(ctx: Context, identity: Identity, owner: AdapterUser | null): Promise<Member> {
  const { store, sessions } = ctx.settings
  if (identity.account.type === 'credentials') return storedUser(ctx, identity)
  if (!store) return { identity, user: identity.user, isNewUser: undefined, session: null }

  const visitor = await sessions.read(ctx)
  if (owner) return welcomeBack(identity, owner, visitor)
  if (visitor) return connect(ctx, store, { identity, ...visitor })
  const namesake = identity.user.email ? await store.getUserByEmail(identity.user.email) : null
  if (!namesake) return create(ctx, store, identity)
  if (!mayJoin(identity)) throw notLinked(identity)
  return connect(ctx, store, { identity, user: namesake, session: null })
}

/** What `authorize` returned: enough for a token, but a stored session belongs to a stored user. */
async function storedUser({ settings }: Context, identity: Identity): Promise<Member> {
  const { store, session } = settings
  const member = { identity, isNewUser: false, session: null }
  if (session.strategy === 'jwt' || !store) return { ...member, user: identity.user }
  const user = await store.getUser(identity.user.id)
  if (user) return { ...member, user }
  throw new UnsupportedStrategy(
    `The adapter has no user with the id that \`authorize\` of "${identity.account.provider}" returned. Return the id ` +
      'of a stored user, or choose `session.strategy: "jwt"`.',
  )
}

function welcomeBack(identity: Identity, owner: AdapterUser, visitor: Visitor | null): Member {
  if (visitor && visitor.user.id !== owner.id) throw notLinked(identity)
  return { identity, user: owner, isNewUser: false, session: visitor?.session ?? null }
}

function mayJoin({ mayJoinByAddress, addressUnproven }: Identity): boolean {
  return mayJoinByAddress && !addressUnproven
}

type Connection = Visitor & { readonly identity: Identity }

/** Gives the account to a user that exists. */
async function connect(ctx: Context, store: Store, { identity, user, session }: Connection): Promise<Member> {
  const account = accountOf(identity, user.id)
  try {
    await store.linkAccount(account)
  } catch (error) {
    // Two tabs at once: the slower one finds the account there.
    const owner = await ownerAfterRace(store, account, error)
    if (owner.id !== user.id) throw notLinked(identity)
    return { identity, user, isNewUser: false, session }
  }
  await ctx.settings.emit('linkAccount', { user, account, profile: identity.user })
  return { identity, user, isNewUser: false, session }
}

async function create(ctx: Context, store: Store, identity: Identity): Promise<Member> {
  const draft = { ...identity.user, id: crypto.randomUUID(), emailVerified: null } as AdapterUser
  try {
    const user = await createBoth(ctx, store, { draft, identity })
    await ctx.settings.emit('createUser', { user })
    await ctx.settings.emit('linkAccount', {
      user,
      account: accountOf(identity, user.id),
      profile: identity.user,
    })
    return { identity, user, isNewUser: true, session: null }
  } catch (error) {
    const owner = await ownerAfterRace(store, accountOf(identity, draft.id), error)
    return { identity, user: owner, isNewUser: false, session: null }
  }
}

interface Newcomer {
  readonly draft: AdapterUser
  readonly identity: Identity
}

/** In one transaction where the adapter offers it; elsewhere a user without its account is taken back. */
async function createBoth(
  { settings }: Context,
  store: Store,
  { draft, identity }: Newcomer,
): Promise<AdapterUser> {
  if (store.createUserWithAccount) return store.createUserWithAccount(draft, accountOf(identity, draft.id))
  const user = await store.createUser(draft)
  try {
    await store.linkAccount(accountOf(identity, user.id))
    return user
  } catch (error) {
    await undo(store, user, settings.logger)
    throw error
  }
}

/** Says so when even that fails; the failure that is told stays the first one. */
async function undo(store: Store, { id }: AdapterUser, logger: LoggerInstance): Promise<void> {
  try {
    await store.deleteUser(id)
  } catch (error) {
    logger.error(error instanceof Error ? error : new AdapterError(String(error)))
  }
}

/** A write that failed because the same account was written at the same moment is no failure. */
async function ownerAfterRace(store: Store, account: AdapterAccount, error: unknown): Promise<AdapterUser> {
  const { provider, providerAccountId } = account
  const owner =
    error instanceof AdapterError ? await store.getUserByAccount({ provider, providerAccountId }) : null
  if (!owner) throw error
  return owner
}

function accountOf({ account, keptTokens }: Identity, userId: string): AdapterAccount {
  const { provider, providerAccountId, type } = account
  return { ...keptTokens, provider, providerAccountId, type, userId } as AdapterAccount
}

function notLinked({ account }: Identity): OAuthAccountNotLinked {
  return new OAuthAccountNotLinked(
    `The account at "${account.provider}", or its address, belongs to another user, who may sign in as before and then ` +
      'connect it.',
  )
}
