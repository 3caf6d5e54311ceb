import { OAuthAccountNotLinked, UnsupportedStrategy } from '../errors.js'
import type { AdapterUser } from '../types/adapter.js'
import type { Context, Store } from '../types/context.js'
import type { Identity, Member, Visitor } from '../types/identity.js'
import { accountOf, create, ownerAfterRace } from './newcomer.js'

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
  // The namesake may be themselves, made a moment ago in another tab.
  const late = await recognise(ctx, identity)
  if (late) return welcomeBack(identity, late, null)
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
  const member = { identity, user, isNewUser: false, session }
  try {
    await store.linkAccount(account)
  } catch (error) {
    const owner = await ownerAfterRace(store, account, error)
    if (owner.id !== user.id) throw notLinked(identity)
    return member
  }
  await ctx.settings.emit('linkAccount', { user, account, profile: identity.user })
  return member
}

function notLinked({ account }: Identity): OAuthAccountNotLinked {
  return new OAuthAccountNotLinked(
    `The account at "${account.provider}", or its address, belongs to another user, who may sign in as before and then ` +
      'connect it.',
  )
}
