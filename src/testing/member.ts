import { InvalidProvider } from '../errors.js'
import { localId } from '../flows/oauth/identify.js'
import type { Account } from '../types/account.js'
import type { AdapterUser } from '../types/adapter.js'
import type { Settings, Store } from '../types/context.js'
import type { Member } from '../types/identity.js'
import type { Profile, User } from '../types/user.js'

/** Who comes, and what the `jwt` callback is told about them. */
export interface Newcomer {
  readonly user: User
  readonly account?: Partial<Account> | undefined
  readonly profile?: Profile | undefined
}

/** The member that a sign-in of this person would end with. */
export async function memberOf(settings: Settings, newcomer: Newcomer): Promise<Member> {
  const account = accountOf(settings, newcomer)
  const { user, isNewUser } = settings.store
    ? await stored(settings.store, newcomer.user)
    : { user: await unstored(newcomer.user, account), isNewUser: undefined }
  const identity = {
    user,
    account,
    ...(newcomer.profile && { profile: newcomer.profile }),
    addressUnproven: false,
    mayJoinByAddress: false,
    keptTokens: () => ({}),
    callbackUrl: null,
  }
  return { identity, user, isNewUser, session: null }
}

/** With the id that a sign-in through the account would give. */
async function unstored(
  user: User,
  { provider, providerAccountId }: Account,
): Promise<User & { id: string }> {
  return { ...user, id: user.id ?? (await localId(provider, providerAccountId)) }
}

function accountOf({ providers }: Settings, { user, account = {} }: Newcomer): Account {
  const [first] = providers.values()
  const provider = account.provider ?? first?.id ?? 'testing'
  const type = account.type ?? providers.get(provider)?.type
  if (!type && account.provider !== undefined)
    throw new InvalidProvider(
      `\`account.provider\` is "${provider}". Configured: ${[...providers.keys()].join(', ') || 'none'}.`,
    )
  const providerAccountId = user.id ?? user.email ?? 'somebody'
  return { providerAccountId, ...account, provider, type: type ?? 'credentials' }
}

type Stored = { readonly user: AdapterUser; readonly isNewUser: boolean }

/** Found by id, else by address, else created; where two tests do so at once, the slower one finds what the faster made. */
async function stored(store: Store, user: User): Promise<Stored> {
  const known = await find(store, user)
  if (known) return { user: known, isNewUser: false }
  const draft = { ...user, id: user.id ?? crypto.randomUUID() }
  try {
    const created = await store.createUser({ emailVerified: null, ...draft } as AdapterUser)
    return { user: created, isNewUser: true }
  } catch (error) {
    const rival = await find(store, user)
    if (!rival) throw error
    return { user: rival, isNewUser: false }
  }
}

async function find(store: Store, { id, email }: User): Promise<AdapterUser | null> {
  return (id ? await store.getUser(id) : null) ?? (email ? await store.getUserByEmail(email) : null)
}
