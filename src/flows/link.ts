import { asError } from '../base/as-error.js'
import { AccountNotLinked, OAuthAccountNotLinked, UnsupportedStrategy } from '../errors.js'
import type { AdapterUser } from '../types/adapter.js'
import type { Context, Store } from '../types/context.js'
import type { Identity, Member, Visitor } from '../types/identity.js'
import { decide, type Outcome, type Situation } from './account-table.js'
import { isMereClaim } from './claim.js'
import { userWithAddress } from './namesake.js'
import { accountOf, create, keyOf, ownerInTime } from './newcomer.js'

/** Whose account is this? Null when it is new here, or when nothing is stored. */
export async function recognise({ settings }: Context, identity: Identity): Promise<AdapterUser | null> {
  const { store } = settings
  const { account } = identity
  if (!store || account.type === 'credentials') return null
  if (account.type === 'email') return userWithAddress(store, account.providerAccountId)
  return store.getUserByAccount(keyOf(identity))
}

/**
 * Finds or makes the member that an identity is. Spec: behaviour sections 9.2 to 9.4.
 *
 * @throws OAuthAccountNotLinked, or AccountNotLinked for a passkey, when the account or its address is somebody else's
 */
export async function link(ctx: Context, identity: Identity, owner: AdapterUser | null): Promise<Member> {
  const { store } = ctx.settings
  if (!store) return admit(identity)
  const found = await lookAround(ctx, store, { ...nobodyElse, identity, owner })
  return act(decide(situationOf(ctx, found)), ctx, { ...found, store })
}

/** What the store knows of somebody. */
interface Found {
  readonly identity: Identity
  readonly owner: AdapterUser | null
  readonly visitor: Visitor | null
  /** The user with the same address; looked for only where neither account nor session says who it is. */
  readonly namesake: AdapterUser | null
  /** Who has the address has it because they say so, and a passkey. */
  readonly isMereClaim: boolean
}

const nobodyElse = { visitor: null, namesake: null, isMereClaim: false }

async function lookAround(ctx: Context, store: Store, found: Found): Promise<Found> {
  const { identity, owner } = found
  const { type } = identity.account
  if (type === 'credentials') return found
  if (type === 'email') return owner ? lookAtClaim(ctx, store, { ...found, owner }) : found
  const visitor = await ctx.settings.sessions.read(ctx)
  if (owner || visitor) return { ...found, visitor }
  const namesake = identity.user.email ? await userWithAddress(store, identity.user.email) : null
  if (!namesake) return found
  if (mayJoin(identity))
    return { ...found, namesake, isMereClaim: await isMereClaim(ctx.settings, store, namesake) }
  // The namesake may be themselves, made a moment ago in another tab.
  return { ...found, namesake, owner: await ownerInTime(store, identity) }
}

/** Who has the address by mail; the claim of a stranger is theirs when they are signed in. */
async function lookAtClaim(
  ctx: Context,
  store: Store,
  found: Found & { readonly owner: AdapterUser },
): Promise<Found> {
  if (!(await isMereClaim(ctx.settings, store, found.owner))) return found
  return { ...found, isMereClaim: true, visitor: await ctx.settings.sessions.read(ctx) }
}

function situationOf({ settings }: Context, found: Found): Situation {
  const { identity, owner, visitor, namesake } = found
  const { type } = identity.account
  return {
    type: type === 'oidc' ? 'oauth' : type,
    strategy: settings.session.strategy,
    account: owner ? 'known' : 'new',
    visitor: visitor ? relation(visitor, owner) : 'nobody',
    address: namesake ? 'taken' : 'free',
    joining: !found.isMereClaim && (type === 'email' || mayJoin(identity)) ? 'allowed' : 'refused',
  }
}

function relation({ user }: Visitor, owner: AdapterUser | null): Situation['visitor'] {
  if (!owner) return 'somebody'
  return user.id === owner.id ? 'owner' : 'other'
}

function mayJoin({ mayJoinByAddress, addressUnproven }: Identity): boolean {
  return mayJoinByAddress && !addressUnproven
}

type Known = Found & { readonly store: Store }

async function act(outcome: Outcome, ctx: Context, found: Known): Promise<Member> {
  const { identity, owner, visitor, namesake, store } = found
  if (outcome === 'admit') return admit(identity)
  if (outcome === 'look up') return storedUser(store, identity)
  if (outcome === 'create') return (await create(ctx, store, identity)) ?? again(ctx, found)
  if (outcome === 'connect' && visitor) return connect(ctx, store, { identity, ...visitor })
  if (outcome === 'join' && namesake) return connect(ctx, store, { identity, user: namesake, session: null })
  if (outcome === 'confirm' && owner) return confirm(ctx, store, { identity, owner })
  // The account is there without its passkey, since a server died between the two: only its owner makes up for that.
  if (identity.passkey && owner && visitor?.user.id !== owner.id) throw notLinked(identity)
  if (outcome === 'enter' && owner) return welcomeBack(ctx, store, { identity, owner, session: null })
  if (outcome === 'stay' && owner)
    return welcomeBack(ctx, store, { identity, owner, session: visitor?.session ?? null })
  throw notLinked(identity)
}

/** Another tab, or another person, was faster: what the store knows now decides. */
async function again(ctx: Context, { identity, store }: Known): Promise<Member> {
  const owner = await recognise(ctx, identity)
  const found = await lookAround(ctx, store, { ...nobodyElse, identity, owner })
  const outcome = decide(situationOf(ctx, found))
  if (outcome === 'create') throw notLinked(identity)
  return act(outcome, ctx, { ...found, store })
}

/** Nothing is stored of them: who they are is what the provider, or the app, says. */
function admit(identity: Identity): Member {
  const isNewUser = identity.account.type === 'credentials' ? false : undefined
  return { identity, user: identity.user, isNewUser, session: null }
}

/** What `authorize` returned is enough for a token, but a stored session belongs to a stored user. */
async function storedUser(store: Store, identity: Identity): Promise<Member> {
  const user = await store.getUser(identity.user.id)
  if (user) return { identity, user, isNewUser: false, session: null }
  throw new UnsupportedStrategy(
    `The adapter has no user with the id that \`authorize\` of "${identity.account.provider}" returned. Return the id ` +
      'of a stored user, or choose `session.strategy: "jwt"`.',
  )
}

interface Owned extends Pick<Member, 'session'> {
  readonly identity: Identity
  readonly owner: AdapterUser
}

/** Their account is known; its tokens are replaced by the fresh ones, where the adapter can do that. */
async function welcomeBack(ctx: Context, store: Store, { identity, owner, session }: Owned): Promise<Member> {
  try {
    await store.updateAccount?.(accountOf(identity, owner.id))
  } catch (error) {
    // Stale tokens are no reason to turn their owner away.
    ctx.settings.logger.error(asError(error))
  }
  return { identity, user: owner, isNewUser: false, session }
}

/** The date of the first proof stays. */
async function confirm(
  ctx: Context,
  store: Store,
  { identity, owner }: Omit<Owned, 'session'>,
): Promise<Member> {
  const { id, emailVerified } = owner
  const user = await store.updateUser({ id, emailVerified: emailVerified ?? new Date() })
  await ctx.settings.emit('updateUser', { user })
  return { identity, user, isNewUser: false, session: null }
}

type Connection = Visitor & { readonly identity: Identity }

/** Gives the account to a user that exists. */
async function connect(ctx: Context, store: Store, { identity, user, session }: Connection): Promise<Member> {
  const account = accountOf(identity, user.id)
  const member = { identity, user, isNewUser: false, session }
  try {
    await store.linkAccount(account)
  } catch (error) {
    // Written at the same moment by another tab: no failure, if it was for the same user.
    const owner = await store.getUserByAccount(keyOf(identity))
    if (!owner) throw error
    if (owner.id !== user.id) throw notLinked(identity)
    return member
  }
  await ctx.settings.emit('linkAccount', { user, account, profile: identity.user })
  return member
}

function notLinked({ account }: Identity): OAuthAccountNotLinked | AccountNotLinked {
  const NotLinked = account.type === 'webauthn' ? AccountNotLinked : OAuthAccountNotLinked
  return new NotLinked(
    `The account at "${account.provider}", or its address, belongs to another user, who may sign in as before and then ` +
      'connect it.',
  )
}
