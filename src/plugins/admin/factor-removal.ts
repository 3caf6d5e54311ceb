/**
 * The removal of a second factor that a user lost. One administrator alone cannot take an account over with it: the user has time to cancel it, or a
 * second administrator approves it.
 *
 * @module
 */
import {
  appendQuery,
  consumeOneTimeToken,
  createFailure,
  createOneTimeToken,
  createOptionalText,
  createRequiredText,
  defineOperation,
  endOneTimeTokens,
  isRecord,
  type OperationUser,
  type PluginContext,
  type PluginHostEvent,
  readOneTimeToken,
} from '../../plugins.js'
import { emitAdminEvent } from './access.js'
import { applyChange, renderChangePage } from './changes.js'
import { type FactorRemoval, factorRemovals } from './factor-removal-record.js'
import { renderExpiredPage, renderKeepPage, renderKeptPage } from './link-pages.js'
import { notifyOfChange } from './notices.js'
import type { AdminFailure, AdminSettings } from './types.js'
import { changeOfUser } from './user-changes.js'

/** What the tokens in the emails are for. */
export const keepPurpose = 'keep-second-factor'
/** How long the request, and the link with which the user cancels it, are valid after the waiting time, in seconds: 30 days. */
const linkMaxAge = 2_592_000

/** Creates the operations by which administrators remove a second factor, and a user keeps it. */
export function createFactorOperations(settings: AdminSettings) {
  return { ...createRemovalOperations(settings), ...createKeepOperations() }
}

function createRemovalOperations(settings: AdminSettings) {
  return {
    requestFactorRemoval: defineOperation({
      ...changeOfUser,
      when: { change: 'request-factor-removal' },
      description:
        'Requests the removal of the second factor that a user lost. The user is notified, and can cancel it.',
      input: { userId: createRequiredText(), reason: createRequiredText() },
      run: (ctx, change) =>
        applyChange(ctx, settings, {
          ...change,
          action: 'request-factor-removal',
          event: 'factor-removal-requested',
          apply: (_, user) =>
            requestRemoval(ctx, settings, { user, reason: change.reason, by: change.subject.user.id }),
        }),
      page: (ctx, outcome, change) => renderChangePage(ctx, settings, { outcome, ...change }),
    }),

    cancelFactorRemoval: defineOperation({
      ...changeOfUser,
      when: { change: 'cancel-factor-removal' },
      description: 'Cancels a requested removal of a second factor.',
      input: { userId: createRequiredText() },
      run: (ctx, change) =>
        applyChange(ctx, settings, {
          ...change,
          action: 'cancel-factor-removal',
          event: 'factor-removal-canceled',
          apply: async (_, { id }) =>
            (await cancelRemoval(ctx, id)) ? {} : createFailure('nothing-requested'),
        }),
      page: (ctx, outcome, change) => renderChangePage(ctx, settings, { outcome, ...change }),
    }),

    removeFactor: defineOperation({
      ...changeOfUser,
      when: { change: 'remove-factor' },
      description: 'Removes a second factor after the waiting time, or as second administrator.',
      input: { userId: createRequiredText() },
      run: (ctx, change) =>
        applyChange(ctx, settings, {
          ...change,
          action: 'remove-factor',
          event: 'factor-removed',
          apply: (_, user) => removeFactor(ctx, settings, { user, by: change.subject.user.id }),
        }),
      page: (ctx, outcome, change) => renderChangePage(ctx, settings, { outcome, ...change }),
    }),
  }
}

function createKeepOperations() {
  return {
    showKeepFactor: defineOperation({
      method: 'GET',
      path: 'keep-factor',
      description: 'Returns whether the link of an email still keeps the second factor. It changes nothing.',
      input: { token: createOptionalText() },
      run: async (ctx, { token = '' }) =>
        (await readOneTimeToken(ctx, keepPurpose, token)) ? {} : createFailure('expired-link'),
      page: async (ctx, { data }, { token = '' }) =>
        data ? await renderKeepPage(ctx, token) : await renderExpiredPage(ctx),
    }),

    keepFactor: defineOperation({
      method: 'POST',
      path: 'keep-factor',
      description: 'Cancels the removal of a second factor with the link of an email.',
      input: { token: createRequiredText({ isSecret: true }) },
      run: (ctx, { token }) => cancelWithLink(ctx, token),
      page: async (ctx, { data }) => (data ? await renderKeptPage(ctx) : await renderExpiredPage(ctx)),
    }),
  }
}

interface NewRemoval {
  readonly user: OperationUser
  readonly reason: string
  readonly by: string
}

async function requestRemoval(
  ctx: PluginContext,
  { removalWait }: AdminSettings,
  { user, reason, by }: NewRemoval,
): Promise<AdminFailure | Record<never, never>> {
  if (!(await ctx.hasCredential(user.id, 'second-factor'))) return createFailure('no-second-factor')
  const at = Math.floor(Date.now() / 1000)
  const requested = { reason, by, at, expires: at + (removalWait ?? 0) + linkMaxAge }
  // A second request must not restart or shorten the time of the first.
  const removal = await factorRemovals.update<FactorRemoval>(ctx, user.id, existing =>
    existing ? { result: existing } : { state: requested, result: requested },
  )
  const maxAge = removal.expires - at
  const token = await createOneTimeToken(ctx, {
    purpose: keepPurpose,
    userId: user.id,
    data: { at: removal.at },
    maxAge,
  })
  await notifyOfChange(ctx, user, {
    type: 'removalRequested',
    possibleAt: removalWait === null ? null : removal.at + removalWait,
    url: appendQuery(`${ctx.pluginUrl}/keep-factor`, { token }),
  })
  return {}
}

interface Removal {
  readonly user: OperationUser
  /** The id of the administrator who removes it. */
  readonly by: string
}

/** The record is deleted first, so that a user who cancels at the same moment keeps the second factor, or the administrator fails. */
async function removeFactor(
  ctx: PluginContext,
  settings: AdminSettings,
  { user, by }: Removal,
): Promise<AdminFailure | { readonly requestedBy: string }> {
  const removal = await factorRemovals.update<FactorRemoval | AdminFailure>(ctx, user.id, state => {
    const fault = findRemovalFault(settings, state, by)
    return fault || !state
      ? { result: fault ?? createFailure('nothing-requested') }
      : { state: null, result: state }
  })
  if ('error' in removal) return removal as AdminFailure
  await endOneTimeTokens(ctx, keepPurpose, user.id)
  if (!(await ctx.resetCredential(user.id, 'second-factor'))) return createFailure('no-second-factor')
  await notifyOfChange(ctx, user, { type: 'factorRemoved' })
  return { requestedBy: removal.by }
}

function findRemovalFault(
  { removalWait }: AdminSettings,
  removal: FactorRemoval | null,
  by: string,
): AdminFailure | null {
  if (!removal) return createFailure('nothing-requested')
  if (removalWait === null) return removal.by === by ? createFailure('another-administrator-required') : null
  return Date.now() / 1000 < removal.at + removalWait ? createFailure('too-early') : null
}

/** @returns false if none was requested */
async function cancelRemoval(ctx: PluginContext, userId: string): Promise<boolean> {
  await endOneTimeTokens(ctx, keepPurpose, userId)
  return await factorRemovals.update(ctx, userId, removal => ({ state: null, result: removal !== null }))
}

/** The events of a second factor that its user has: a removal that was requested before is not about it. */
const factorChanges: ReadonlySet<string> = new Set(['enabled', 'replaced', 'removed'])

/** Cancels a requested removal when the user sets up, replaces or removes a second factor. */
export async function cancelOutdatedRemoval(ctx: PluginContext, event: PluginHostEvent): Promise<void> {
  if (event.name !== 'pluginEvent') return
  const { plugin, type, data } = event.message
  const { userId } = data
  if (plugin !== 'two-factor' || !factorChanges.has(type) || typeof userId !== 'string') return
  if (await cancelRemoval(ctx, userId))
    await emitAdminEvent(ctx, 'factor-removal-canceled', { userId, actorId: userId })
}

/** A link of an earlier request does not cancel a later one. */
async function cancelWithLink(
  ctx: PluginContext,
  token: string,
): Promise<AdminFailure | { readonly isCanceled: boolean }> {
  const link = await consumeOneTimeToken(ctx, keepPurpose, token)
  const { at } = isRecord(link?.data) ? link.data : {}
  if (!link?.userId) return createFailure('expired-link')
  const isCanceled = await factorRemovals.update(ctx, link.userId, removal =>
    removal?.at === at ? { state: null, result: removal !== null } : { result: false },
  )
  if (!isCanceled) return createFailure('expired-link')
  await emitAdminEvent(ctx, 'factor-removal-canceled', { userId: link.userId, actorId: link.userId })
  return { isCanceled }
}
