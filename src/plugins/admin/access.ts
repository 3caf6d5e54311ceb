import {
  type AssuranceRequirement,
  appendQuery,
  createFailure,
  type JsonObject,
  newMethodMaxAge,
  type OperationUser,
  type PluginContext,
  type SessionSubject,
} from '../../plugins.js'
import {
  type AdminAction,
  type AdminAttempt,
  type AdminFailure,
  type AdminSettings,
  adminActions,
} from './types.js'

/** An administrator, and what they do. */
interface Attempt extends AdminAttempt {
  readonly subject: SessionSubject
}

/** The types of the events of the plugin. */
export const eventTypes = [
  'access-denied',
  'users-listed',
  'user-viewed',
  'user-created',
  'user-invited',
  'invitation-accepted',
  'user-deleted',
  'session-ended',
  'sessions-ended',
  'user-banned',
  'user-unbanned',
  'banned-sign-in-denied',
  'password-required',
  'factor-removal-requested',
  'factor-removal-canceled',
  'factor-removed',
  'impersonation-started',
  'impersonation-ended',
] as const

/** Emits an event: who did what to whom. */
export async function emitAdminEvent(
  ctx: PluginContext,
  type: (typeof eventTypes)[number],
  data: { readonly userId: string | null; readonly actorId: string | null } & JsonObject,
): Promise<void> {
  await ctx.emitEvent(type, data)
}

/**
 * Decides whether the signed-in user may read something as administrator.
 *
 * @returns null if they may
 */
export async function authorizeRead(
  ctx: PluginContext,
  settings: AdminSettings,
  attempt: Attempt,
): Promise<AdminFailure | null> {
  const { subject, action, userId } = attempt
  // What an administrator sees as a user is what the user sees.
  const isImpersonated = subject.session.act !== undefined
  if (!isImpersonated && (await settings.isAdministrator(subject.user, { action, userId })) === true)
    return null
  const canList = !isImpersonated && (await isReader(settings, subject.user))
  await emitDenial(ctx, attempt, isImpersonated ? 'impersonated' : 'not-administrator')
  return canList ? createFailure('not-allowed', { status: 403 }) : createFailure('not-found', { status: 404 })
}

async function isReader({ isAdministrator }: AdminSettings, user: OperationUser): Promise<boolean> {
  return (await isAdministrator(user, { action: 'list-users', userId: null })) === true
}

/** Decides whether the signed-in user may change something as administrator: with a fresh sign-in. @returns null if they may */
export async function authorizeWrite(
  ctx: PluginContext,
  settings: AdminSettings,
  attempt: Attempt,
): Promise<AdminFailure | null> {
  const refused = await authorizeRead(ctx, settings, attempt)
  if (refused) return refused
  const url = await ctx.findStepUpUrl(
    getRequirement(settings, attempt.action),
    buildUserUrl(ctx, attempt.userId),
  )
  if (url === null) return null
  await emitDenial(ctx, attempt, 'step-up-required')
  return createFailure('step-up-required', { status: 403, url })
}

/** To act as a user needs a fresh sign-in, whatever the app requires. */
function getRequirement({ writeRequirement }: AdminSettings, action: AdminAction): AssuranceRequirement {
  if (action !== 'impersonate') return writeRequirement
  return {
    ...writeRequirement,
    maxAge: Math.min(writeRequirement.maxAge ?? newMethodMaxAge, newMethodMaxAge),
  }
}

/** Records an attempt that was refused. */
export async function emitDenial(
  ctx: PluginContext,
  { subject, action, userId }: Attempt,
  reason: string,
): Promise<void> {
  const actorId = subject.session.act?.sub ?? subject.user.id
  await emitAdminEvent(ctx, 'access-denied', { userId, actorId, action, reason })
}

/** Returns whether a user is an administrator of any kind. */
export async function isAnyAdministrator(settings: AdminSettings, user: OperationUser): Promise<boolean> {
  for (const action of adminActions)
    if (await settings.isAdministrator(user, { action, userId: null })) return true
  return Boolean(await settings.canImpersonate(user, { target: user }))
}

/** Builds the URL of the page of a user, or of the list. */
export function buildUserUrl({ pluginUrl }: PluginContext, userId: string | null): string {
  return userId === null ? pluginUrl : appendQuery(`${pluginUrl}/user`, { userId })
}

/** Finds the user whom a call is about. */
export async function findTarget(
  ctx: PluginContext,
  userId: string,
): Promise<{ readonly user: OperationUser & { readonly emailVerified: Date | null } } | null> {
  const user = userId === '' ? null : await ctx.adapter?.getUser(userId)
  return user ? { user } : null
}

/** The failure of a call about a user who does not exist. */
export function createUnknownUserFailure(): AdminFailure {
  return createFailure('no-such-user', { status: 404 })
}

/** A reason that is recorded. */
const maxReasonLength = 500

/** Returns what is wrong with a reason, or null. */
export function findReasonFault(reason: string): AdminFailure | null {
  if (reason.trim() === '') return createFailure('reason-required')
  return reason.length > maxReasonLength ? createFailure('reason-too-long') : null
}
