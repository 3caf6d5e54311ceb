import {
  createFailure,
  isFailure,
  type OperationOutcome,
  type OperationUser,
  type PluginContext,
  type PluginPage,
  type SessionSubject,
} from '../../plugins.js'
import {
  authorizeRead,
  authorizeWrite,
  buildUserUrl,
  createUnknownUserFailure,
  emitAdminEvent,
  emitDenial,
  type eventTypes,
  findReasonFault,
  findTarget,
} from './access.js'
import type { AdminAction, AdminFailure, AdminSettings } from './types.js'
import { renderUserPage } from './user-page.js'
import { readUserDetails } from './users.js'

/** What a change is about. */
export interface Change {
  readonly subject: SessionSubject
  readonly userId: string
}

/** A change of a user by an administrator. */
export interface ChangeRules {
  readonly action: AdminAction
  readonly event: (typeof eventTypes)[number]
  /** The reason, if the change needs one. */
  readonly reason?: string
  /** Whether administrators can do it to themselves. */
  readonly allowsSelf?: true
  /** Changes the user. @returns why it cannot, or more data of the event */
  apply(
    ctx: PluginContext,
    user: OperationUser,
  ): Promise<AdminFailure | Readonly<Record<string, string | number | boolean | null>>>
}

/** Where the browser continues after a change. */
export interface ChangeResult {
  readonly url: string
}

/** Changes a user, if the signed-in user may, and emits the event. A refusal is an event too. */
export async function applyChange(
  ctx: PluginContext,
  settings: AdminSettings,
  { subject, userId, ...rules }: Change & ChangeRules,
): Promise<ChangeResult | AdminFailure> {
  const attempt = { subject, action: rules.action, userId }
  const refused = await authorizeWrite(ctx, settings, attempt)
  if (refused) return refused
  const target = await findTarget(ctx, userId)
  if (!target) return createUnknownUserFailure()
  const fault =
    (rules.reason === undefined ? null : findReasonFault(rules.reason)) ??
    (userId === subject.user.id && !rules.allowsSelf ? createFailure('not-yourself') : null)
  const result = fault ?? (await rules.apply(ctx, target.user))
  if (isFailure(result)) {
    await emitDenial(ctx, attempt, result.error)
    return result
  }
  const reason = rules.reason === undefined ? {} : { reason: rules.reason }
  await emitAdminEvent(ctx, rules.event, { userId, actorId: subject.user.id, ...reason, ...result })
  return { url: buildUserUrl(ctx, userId) }
}

/** Renders the page of the user again, with the failure of a change. Failures about the page itself have none. */
export async function renderChangePage(
  ctx: PluginContext,
  settings: AdminSettings,
  { outcome, subject, userId }: Change & { readonly outcome: OperationOutcome<unknown, string> },
): Promise<PluginPage | null> {
  const { failure } = outcome
  if (!failure || failure.status === 404 || failure.error === 'not-allowed') return null
  // The page of a failure is loaded later, when the user may be no administrator any more.
  if (await authorizeRead(ctx, settings, { subject, action: 'view-user', userId })) return null
  const details = await readUserDetails(ctx, settings, userId)
  return (
    details && (await renderUserPage(ctx, settings, { details, subject, failure: failure as AdminFailure }))
  )
}
