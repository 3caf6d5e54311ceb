import type { PluginContext } from '../types/plugin.js'
import type { SessionSubject, Subject } from './operation.js'
import { setKnownRecord } from './user-records.js'

/**
 * Returns the user of the request, or null. A request that names a pending sign-in is never about the session.
 *
 * @param pendingId the id of a pending sign-in. @default the parameter `pending` of the form or of the URL
 * @param recordKind also reads the record of this kind of the user of a pending sign-in: see `getPendingSignIn`
 */
export async function findSubject(
  ctx: PluginContext,
  pendingId?: string,
  recordKind?: string,
): Promise<Subject | null> {
  const { body, query } = ctx.request
  const id = pendingId ?? body.pending ?? query.pending
  if (typeof id !== 'string' || id === '') return await findSessionSubject(ctx)
  const pending = await ctx.getPendingSignIn(id, recordKind)
  if (!pending) return null
  const { user, userRecord } = pending
  if (recordKind !== undefined && userRecord !== undefined)
    setKnownRecord(ctx, { kind: recordKind, userId: user.id }, userRecord)
  return { user, pending, session: null }
}

/** Returns the signed-in user, or null. */
export async function findSessionSubject(ctx: PluginContext): Promise<SessionSubject | null> {
  const session = await ctx.getSession()
  return session && { user: session.user, pending: null, session }
}

/**
 * Completes what the user passed methods for: continues the pending sign-in, or raises the session.
 *
 * @returns the URL to redirect to
 */
export async function completeSubject(
  ctx: PluginContext,
  subject: Subject,
  methods: readonly string[],
): Promise<string> {
  if (subject.pending) return await ctx.resumeSignIn(subject.pending, methods)
  await ctx.raiseSession(methods)
  return ctx.callbackUrl
}
