import { appendQuery } from '../http/url.js'
import type { PluginContext } from '../types/plugin.js'
import { createFailure, type OperationFailure, type SessionSubject, type Subject } from './operation.js'
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
  const id = pendingId ?? readPendingId(ctx)
  if (id === null || id === '') return await findSessionSubject(ctx)
  if (typeof id !== 'string') return null
  const pending = await ctx.getPendingSignIn(id, recordKind)
  if (!pending) return null
  const { user, userRecord } = pending
  if (recordKind !== undefined && userRecord !== undefined)
    setKnownRecord(ctx, { kind: recordKind, userId: user.id }, userRecord)
  return { user, pending, session: null }
}

/** Returns the parameter `pending` of the form or of the URL, which can be of any type. Null if there is none. */
export function readPendingId({ request: { body, query } }: PluginContext): unknown {
  return body.pending ?? query.pending ?? null
}

/** Returns the signed-in user, or null. */
export async function findSessionSubject(ctx: PluginContext): Promise<SessionSubject | null> {
  const session = await ctx.getSession()
  return session && { user: session.user, pending: null, session }
}

/**
 * Completes what the user passed methods for: continues the pending sign-in, or raises the session.
 *
 * @returns the URL to redirect to, or the failure `signed-out` if the session ended meanwhile
 */
export async function completeSubject(
  ctx: PluginContext,
  subject: Subject,
  methods: readonly string[],
): Promise<string | OperationFailure<'signed-out'>> {
  if (subject.pending) return await ctx.resumeSignIn(subject.pending, methods)
  return (await ctx.raiseSession(methods)) ? ctx.callbackUrl : createSignedOutFailure(ctx)
}

/** A page of a plugin about a subject. */
export interface SubjectPage {
  /** The path below the id of the plugin. */
  readonly path: string
  /** Where a signed-in user continues. @default `callbackUrl` of the request */
  readonly callbackUrl?: string | undefined
  /** More parameters of the URL. */
  readonly params?: Readonly<Record<string, string>> | undefined
}

/** Builds the URL of a page of the plugin. It names the pending sign-in of the subject, or else where the browser continues. */
export function buildSubjectUrl(
  ctx: PluginContext,
  { pending }: Subject,
  { path, callbackUrl = ctx.callbackUrl, params }: SubjectPage,
): string {
  const subject = pending ? { pending: pending.id } : { callbackUrl }
  return appendQuery(`${ctx.pluginUrl}/${path}`, { ...subject, ...params })
}

/** Creates the failure of a request without a user, which leads to the sign-in page. */
export function createSignedOutFailure({
  authUrl,
  callbackUrl,
}: PluginContext): OperationFailure<'signed-out'> {
  return createFailure('signed-out', { status: 401, url: appendQuery(`${authUrl}/signin`, { callbackUrl }) })
}
