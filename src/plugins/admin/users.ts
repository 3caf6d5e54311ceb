import {
  AuthError,
  createOptionalText,
  createRequiredText,
  defineOperation,
  type ListedSession,
  type OperationUser,
  type PluginContext,
  type SessionSubject,
  toError,
} from '../../plugins.js'
import { authorizeRead, createUnknownUserFailure, emitAdminEvent, findTarget } from './access.js'
import { findBan, findBannedUsers, toBanData } from './bans.js'
import { readFactorRemoval } from './factor-removal-record.js'
import { renderListPage } from './list-page.js'
import type {
  AdminFailure,
  AdminSettings,
  ListedUser,
  ListedUserSession,
  UserDetails,
  UserList,
} from './types.js'
import { renderUserPage } from './user-page.js'

/** How many users a page of the list has. */
const pageSize = 50

/** Creates the operations by which an administrator reads users. */
export function createReadOperations(settings: AdminSettings) {
  return {
    listUsers: defineOperation({
      method: 'GET',
      path: '',
      description: 'Lists users, and finds them by a part of their name or email address, or by their id.',
      subject: 'session',
      input: { search: createOptionalText(), after: createOptionalText() },
      run: (ctx, input) => listUsers(ctx, settings, input),
      page: async (ctx, { data }, { search }) =>
        data && (await renderListPage(ctx, settings, { ...data, search })),
    }),

    getUser: defineOperation({
      method: 'GET',
      path: 'user',
      description:
        'Returns what an administrator sees of a user: the profile, how the user signs in, sessions and the ban.',
      subject: 'session',
      input: { userId: createRequiredText() },
      async run(ctx, { subject, userId }) {
        const refused = await authorizeRead(ctx, settings, { subject, action: 'view-user', userId })
        if (refused) return refused
        const details = await readUserDetails(ctx, settings, userId)
        if (!details) return createUnknownUserFailure()
        await emitAdminEvent(ctx, 'user-viewed', { userId, actorId: subject.user.id })
        return details
      },
      page: async (ctx, { data }, { subject }) =>
        data && (await renderUserPage(ctx, settings, { details: data, subject, failure: null })),
    }),
  }
}

/** What a list contains. */
interface ListQuery {
  readonly subject: SessionSubject
  readonly search: string | undefined
  readonly after: string | undefined
}

async function listUsers(
  ctx: PluginContext,
  settings: AdminSettings,
  { subject, search, after }: ListQuery,
): Promise<UserList | AdminFailure> {
  const refused = await authorizeRead(ctx, settings, { subject, action: 'list-users', userId: null })
  if (refused) return refused
  const text = search?.trim() ?? ''
  const { users, next } = await findUsers(ctx, text, after)
  const banned = await findBannedUsers(
    ctx,
    users.map(({ id }) => id),
  )
  await emitAdminEvent(ctx, 'users-listed', {
    userId: null,
    actorId: subject.user.id,
    hasSearch: text !== '',
  })
  return {
    users: users.map(user => toListedUser(settings, user, banned.has(user.id))),
    next,
    isExact: !ctx.adapter?.listUsers,
  }
}

interface FoundUsers {
  readonly users: readonly OperationUser[]
  readonly next: string | null
}

/** The id of a user is not a part of the search of an adapter, and comes first. */
async function findUsers(ctx: PluginContext, search: string, after: string | undefined): Promise<FoundUsers> {
  const exact = search !== '' && after === undefined ? await findExactUsers(ctx, search) : []
  const { adapter } = ctx
  if (!adapter?.listUsers) return { users: exact, next: null }
  const found = await adapter.listUsers({ after, limit: pageSize + 1, ...(search !== '' && { search }) })
  const page = found.slice(0, pageSize)
  const isKnown = ({ id }: OperationUser) => exact.some(user => user.id === id)
  const next = found.length > pageSize ? (page.at(-1)?.id ?? null) : null
  return { users: [...exact, ...page.filter(user => !isKnown(user))], next }
}

/** Finds the users with this id or email address. */
async function findExactUsers(ctx: PluginContext, search: string): Promise<readonly OperationUser[]> {
  const byEmail = search.includes('@') ? await ctx.adapter?.getUserByEmail(search.toLowerCase()) : null
  const byId = byEmail ? null : await findById(ctx, search)
  return [byEmail ?? byId].filter(user => user != null)
}

/** Databases refuse text that is not an id of theirs. */
async function findById(ctx: PluginContext, id: string): Promise<OperationUser | null> {
  try {
    return (await ctx.adapter?.getUser(id)) ?? null
  } catch (error) {
    ctx.logger.debug('search by id failed', { reason: toError(error).message })
    return null
  }
}

function toListedUser({ columns }: AdminSettings, user: OperationUser, isBanned: boolean): ListedUser {
  const { id, name = null, email = null } = user
  const values = columns.flatMap(column => {
    const text = toText(Reflect.get(user, column))
    return text === null ? [] : [[column, text] as const]
  })
  return { id, name, email: email || null, isBanned, columns: Object.fromEntries(values) }
}

/** Objects are left out: their content is unknown. */
function toText(value: unknown): string | null {
  if (value instanceof Date) return value.toISOString()
  return ['string', 'number', 'boolean', 'bigint'].includes(typeof value) ? String(value) : null
}

/** Reads what the page of a user shows. Null if there is no such user. */
export async function readUserDetails(
  ctx: PluginContext,
  settings: AdminSettings,
  userId: string,
): Promise<UserDetails | null> {
  const target = await findTarget(ctx, userId)
  if (!target) return null
  const { user } = target
  const ban = await findBan(ctx, userId)
  const sessions = await ctx.listSessions(userId)
  return {
    user: {
      ...toListedUser(settings, user, ban !== null),
      emailVerified: user.emailVerified?.toISOString() ?? null,
    },
    accounts: await listAccounts(ctx, userId),
    passkeys: await countPasskeys(ctx, userId),
    hasPassword: await ctx.hasCredential(userId, 'password'),
    hasSecondFactor: await ctx.hasCredential(userId, 'second-factor'),
    sessions: sessions.map(toListedSession),
    ban: ban && toBanData(ban),
    factorRemoval: await readFactorRemoval(ctx, settings, userId),
  }
}

/** Without tokens. Null if the adapter cannot list accounts. */
async function listAccounts(ctx: PluginContext, userId: string): Promise<UserDetails['accounts']> {
  const accounts = await ctx.adapter?.listAccountsByUserId?.(userId)
  return accounts?.map(({ provider, type }) => ({ provider, type })) ?? null
}

/** Null if the adapter stores no passkeys. */
async function countPasskeys({ adapter }: PluginContext, userId: string): Promise<number | null> {
  try {
    return (await adapter?.listAuthenticatorsByUserId(userId))?.length ?? null
  } catch (error) {
    if (error instanceof AuthError && error.type === 'MissingAdapterMethods') return null
    throw error
  }
}

function toListedSession(session: ListedSession): ListedUserSession {
  const { id, isCurrent, device, ipPrefix, method, createdAt, lastSeenAt, isImpersonated = false } = session
  return {
    id,
    isCurrent,
    device,
    ipPrefix,
    method,
    createdAt: createdAt?.toISOString() ?? null,
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    isImpersonated,
  }
}
