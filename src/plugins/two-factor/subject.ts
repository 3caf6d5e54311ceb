import type { PluginContext, PluginSession } from '../../plugins.js'
import type { PendingSignIn } from '../../types/pending-sign-in.js'
import { factorKind, setKnownRecord } from './factor-record.js'
import type { TwoFactorUser } from './types.js'

/** The user of a request: of a pending sign-in, or of the session. */
export type Subject = PendingSubject | SessionSubject

/** The user of a sign-in that waits for the second factor. */
export interface PendingSubject {
  readonly user: TwoFactorUser
  readonly pending: PendingSignIn
  readonly session: null
}

/** A signed-in user. */
export interface SessionSubject {
  readonly user: TwoFactorUser
  readonly pending: null
  readonly session: PluginSession
}

/** Returns the user of the request, or null. A request that names a pending sign-in is never about the session. */
export async function findSubject(ctx: PluginContext, pendingId?: string): Promise<Subject | null> {
  const { body, query } = ctx.request
  const name = pendingId ?? body.pending ?? query.pending
  if (typeof name !== 'string' || name === '') return findSessionSubject(ctx)
  const pending = await ctx.getPendingSignIn(name, factorKind)
  if (!pending) return null
  const { user, userRecord } = pending
  if (userRecord !== undefined) setKnownRecord(ctx, user.id, userRecord)
  return { user, pending, session: null }
}

async function findSessionSubject(ctx: PluginContext): Promise<SessionSubject | null> {
  const session = await ctx.getSession()
  return session && { user: session.user, pending: null, session }
}

/**
 * Completes what the user passed a method for: continues the pending sign-in, or raises the session.
 *
 * @returns the URL to redirect to
 */
export async function completeSubject(
  ctx: PluginContext,
  subject: Subject,
  methods: readonly string[],
): Promise<string> {
  if (subject.pending) return ctx.resumeSignIn(subject.pending, methods)
  await ctx.raiseSession(methods)
  return ctx.callbackUrl
}
