import { hashSha256Hex } from '#crypto'
import { isRecord } from '../base/parse.js'
import type { PluginContext } from '../types/plugin.js'
import type { Subject } from './operation.js'
import { requireRecords } from './user-records.js'

/** A secret that waits to be confirmed. */
export interface NewSubjectSecret {
  /** The kind of the records. */
  readonly kind: string
  /** Seconds until it expires. */
  readonly maxAge: number
  readonly secret: string
}

/** A secret that waits, and when it expires. */
export interface SubjectSecret {
  readonly secret: string
  readonly expires: Date
}

/**
 * Stores a secret that waits to be confirmed, sealed, for one session or one pending sign-in: another session of the user, or a sign-in that knows
 * only the password, never reads it.
 */
export async function saveSubjectSecret(
  ctx: PluginContext,
  subject: Subject,
  { kind, maxAge, secret }: NewSubjectSecret,
): Promise<void> {
  const id = await identifySubject(subject)
  const sealed = await ctx.seal(kind, { id, secret }, maxAge)
  const expires = new Date(Date.now() + maxAge * 1000)
  const records = await requireRecords(ctx, 'waiting secrets')
  await records.putRecord({ kind, id, userId: subject.user.id, value: { sealed }, expires })
}

/** Returns the secret that waits in the session or the pending sign-in. Null if there is none, or if it expired. */
export async function readSubjectSecret(
  ctx: PluginContext,
  subject: Subject,
  kind: string,
): Promise<SubjectSecret | null> {
  const id = await identifySubject(subject)
  const record = await (await requireRecords(ctx, 'waiting secrets')).getRecord(kind, id)
  if (record?.userId !== subject.user.id || !record.expires || record.expires.getTime() <= Date.now())
    return null
  const { sealed } = isRecord(record.value) ? record.value : {}
  const claims = typeof sealed === 'string' ? await ctx.unseal(kind, sealed) : null
  if (claims?.id !== id || typeof claims.secret !== 'string') return null
  return { secret: claims.secret, expires: record.expires }
}

/** Ends the secrets of a user that wait in any session or sign-in. */
export async function endSubjectSecrets(ctx: PluginContext, userId: string, kind: string): Promise<void> {
  await (await requireRecords(ctx, 'waiting secrets')).deleteRecordsByUserId(userId, kind)
}

async function identifySubject({ user, pending, session }: Subject): Promise<string> {
  const owner = pending ? ['pending', pending.id] : ['session', session.key]
  return await hashSha256Hex(JSON.stringify([...owner, user.id]))
}
