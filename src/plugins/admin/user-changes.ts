import {
  createFailure,
  createOptionalText,
  createRequiredText,
  defineOperation,
  type PluginContext,
} from '../../plugins.js'
import { deleteBan, saveBan } from './bans.js'
import { applyChange, renderChangePage } from './changes.js'
import { notifyOfChange } from './notices.js'
import type { AdminFailure, AdminSettings } from './types.js'

/** What every change of a user has in common. */
export const changeOfUser = { method: 'POST', path: 'user', subject: 'session' } as const

/** Creates the operations by which an administrator changes what a user can do. */
export function createChangeOperations(settings: AdminSettings) {
  return {
    ...createSessionOperations(settings),
    ...createBanOperations(settings),
    ...createAccountOperations(settings),
  }
}

function createSessionOperations(settings: AdminSettings) {
  return {
    endSession: defineOperation({
      ...changeOfUser,
      when: { change: 'end-session' },
      description: 'Ends one session of a user.',
      input: { userId: createRequiredText(), sessionId: createRequiredText() },
      run: (ctx, { sessionId, ...change }) =>
        applyChange(ctx, settings, {
          ...change,
          action: 'end-session',
          event: 'session-ended',
          allowsSelf: true,
          apply: async (_, { id }) =>
            (await ctx.endSession(id, sessionId))
              ? { sessionId }
              : createFailure('no-such-session', { status: 404 }),
        }),
      page: (ctx, outcome, change) => renderChangePage(ctx, settings, { outcome, ...change }),
    }),

    endSessions: defineOperation({
      ...changeOfUser,
      when: { change: 'end-sessions' },
      description: 'Ends all sessions of a user, and their pending sign-ins.',
      input: { userId: createRequiredText() },
      run: (ctx, change) =>
        applyChange(ctx, settings, {
          ...change,
          action: 'end-sessions',
          event: 'sessions-ended',
          allowsSelf: true,
          async apply(_, { id }) {
            await ctx.endSessions(id)
            return {}
          },
        }),
      page: (ctx, outcome, change) => renderChangePage(ctx, settings, { outcome, ...change }),
    }),
  }
}

function createBanOperations(settings: AdminSettings) {
  return {
    ban: defineOperation({
      ...changeOfUser,
      when: { change: 'ban' },
      description:
        'Bans a user until a time, or without an end, and ends their sessions. `until` is a date or time of ISO 8601.',
      input: { userId: createRequiredText(), reason: createRequiredText(), until: createOptionalText() },
      run: (ctx, { until, ...change }) =>
        applyChange(ctx, settings, {
          ...change,
          action: 'ban-user',
          event: 'user-banned',
          apply: (_, user) =>
            createBan(ctx, user, { until, reason: change.reason, by: change.subject.user.id }),
        }),
      page: (ctx, outcome, change) => renderChangePage(ctx, settings, { outcome, ...change }),
    }),

    unban: defineOperation({
      ...changeOfUser,
      when: { change: 'unban' },
      description: 'Ends the ban of a user.',
      input: { userId: createRequiredText() },
      run: (ctx, change) =>
        applyChange(ctx, settings, {
          ...change,
          action: 'unban-user',
          event: 'user-unbanned',
          apply: async (_, { id }) => ((await deleteBan(ctx, id)) ? {} : createFailure('nothing-requested')),
        }),
      page: (ctx, outcome, change) => renderChangePage(ctx, settings, { outcome, ...change }),
    }),
  }
}

function createAccountOperations(settings: AdminSettings) {
  return {
    requirePassword: defineOperation({
      ...changeOfUser,
      when: { change: 'require-password' },
      description: 'Requires a new password of a user at the next sign-in, and ends their sessions.',
      input: { userId: createRequiredText() },
      run: (ctx, change) =>
        applyChange(ctx, settings, {
          ...change,
          action: 'require-password',
          event: 'password-required',
          async apply(_, user) {
            if (!(await ctx.resetCredential(user.id, 'password'))) return createFailure('no-password')
            await notifyOfChange(ctx, user, { type: 'passwordRequired' })
            return {}
          },
        }),
      page: (ctx, outcome, change) => renderChangePage(ctx, settings, { outcome, ...change }),
    }),

    deleteUser: defineOperation({
      ...changeOfUser,
      when: { change: 'delete' },
      description: 'Deletes a user. `confirmation` is the email address or the id of the user.',
      input: { userId: createRequiredText(), confirmation: createRequiredText() },
      async run(ctx, { confirmation, ...change }) {
        const result = await applyChange(ctx, settings, {
          ...change,
          action: 'delete-user',
          event: 'user-deleted',
          async apply(_, { id, email }) {
            if (confirmation.trim() !== id && confirmation.trim().toLowerCase() !== email)
              return createFailure('wrong-confirmation')
            await ctx.deleteUser(id)
            return {}
          },
        })
        return 'error' in result ? result : { url: ctx.pluginUrl }
      },
      page: (ctx, outcome, change) => renderChangePage(ctx, settings, { outcome, ...change }),
    }),
  }
}

interface NewBan {
  readonly reason: string
  readonly by: string
  readonly until: string | undefined
}

async function createBan(
  ctx: PluginContext,
  user: { readonly id: string; readonly email?: string | null | undefined },
  { reason, by, until }: NewBan,
): Promise<AdminFailure | { readonly until: string | null }> {
  const now = Math.floor(Date.now() / 1000)
  const end = until === undefined ? null : Math.floor(Date.parse(until) / 1000)
  // NaN is not later than now.
  if (end !== null && !(end > now)) return createFailure('invalid-date')
  await saveBan(ctx, user.id, { reason, by, at: now, until: end })
  await notifyOfChange(ctx, user, { type: 'banned', until: end })
  return { until: until ?? null }
}
