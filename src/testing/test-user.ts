import { requireUserId } from '../config/assert-options.js'
import { InvalidProvider } from '../errors.js'
import { resolveUserId } from '../flows/oauth/identity.js'
import { createEvidence } from '../sessions/evidence.js'
import type { Account } from '../types/account.js'
import type { AdapterUser } from '../types/adapter.js'
import type { Settings } from '../types/context.js'
import type { ResolvedUser } from '../types/identity.js'
import type { Profile, User } from '../types/user.js'
import type { WrappedAdapter } from '../types/wrapped-adapter.js'

/** The user to sign in, and the account and profile that the `jwt` callback receives. */
export interface TestSignIn {
  readonly user: User
  readonly account?: Partial<Account> | undefined
  readonly profile?: Profile | undefined
  readonly amr?: readonly string[] | undefined
}

/** Resolves the user as a sign-in would. */
export async function resolveTestUser(settings: Settings, given: TestSignIn): Promise<ResolvedUser> {
  const testUser = { ...given, user: withTextId(given.user) }
  const account = buildAccount(settings, testUser)
  const { user, isNewUser } = settings.adapter
    ? await findOrCreateUser(settings.adapter, testUser.user)
    : { user: await withUserId(settings, testUser.user, account), isNewUser: undefined }
  const identity = {
    user,
    account,
    ...(testUser.profile && { profile: testUser.profile }),
    evidence: createEvidence(account.provider, testUser.amr ?? []),
    emailVerified: undefined,
    allowEmailLinking: false,
    getAccountTokens: () => ({}),
    callbackUrl: null,
  }
  return { identity, user, isNewUser, continuedSession: null }
}

/** A user without an id gets one. Any other value must be an id. */
function withTextId(user: User): User {
  const value: unknown = user.id
  return value === undefined || value === null ? user : { ...user, id: requireUserId(value, 'signInAs') }
}

/** Adds the id that a sign-in with the account would have, unless the user has an id. */
async function withUserId(
  settings: Settings,
  user: User,
  { provider, providerAccountId }: Account,
): Promise<User & { id: string }> {
  return { ...user, id: user.id ?? (await resolveUserId(settings, provider, providerAccountId)) }
}

function buildAccount({ providers }: Settings, { user, account = {} }: TestSignIn): Account {
  const [firstProvider] = providers.values()
  const provider = account.provider ?? firstProvider?.id ?? 'testing'
  const type = account.type ?? providers.get(provider)?.type
  if (!type && account.provider !== undefined)
    throw new InvalidProvider(
      `\`account.provider\` is "${provider}". Configured: ${[...providers.keys()].join(', ') || 'none'}.`,
    )
  const { providerAccountId = user.id ?? user.email ?? 'test-user' } = account
  const accountId = requireUserId(providerAccountId, 'signInAs')
  return { ...account, providerAccountId: accountId, provider, type: type ?? 'credentials' }
}

type StoredUser = { readonly user: AdapterUser; readonly isNewUser: boolean }

/** Finds the user by id, then by email, else creates it. If a concurrent test created it first, finds that user. */
async function findOrCreateUser(adapter: WrappedAdapter, user: User): Promise<StoredUser> {
  const existing = await findUser(adapter, user)
  if (existing) return { user: existing, isNewUser: false }
  const draft = { ...user, id: user.id ?? crypto.randomUUID() }
  try {
    const created = await adapter.createUser({ emailVerified: null, ...draft } as AdapterUser)
    return { user: created, isNewUser: true }
  } catch (error) {
    const concurrent = await findUser(adapter, user)
    if (!concurrent) throw error
    return { user: concurrent, isNewUser: false }
  }
}

async function findUser(adapter: WrappedAdapter, { id, email }: User): Promise<AdapterUser | null> {
  return (id ? await adapter.getUser(id) : null) ?? (email ? await adapter.getUserByEmail(email) : null)
}
