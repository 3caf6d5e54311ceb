/**
 * A secret that is being set up, as a record of one session or one pending sign-in. Another session of the user, or a sign-in that knows only the
 * password, never sees it.
 *
 * @module
 */
import { hashSha256Hex } from '#crypto'
import { isRecord } from '../../base/parse.js'
import type { PluginContext } from '../../plugins.js'
import { decodeBase32, encodeBase32 } from './base32.js'
import type { Subject } from './subject.js'
import { defaultTotpParameters, generateTotpSecret, type TotpFactor } from './totp.js'
import { requireRecords } from './update-record.js'

const kind = 'two-factor-enrollment'
/** How long a new secret waits for its first code, in milliseconds. */
const maxAgeMs = 600_000
/** A new secret that is valid for less than this is replaced, so that the user has time to scan it. */
const minRemainingMs = 120_000

/** Starts to set up an app, or continues it, so that a page that is loaded again shows the same secret. */
export async function startTotp(ctx: PluginContext, subject: Subject): Promise<TotpFactor> {
  const waiting = await readEnrollment(ctx, subject)
  if (waiting && waiting.expires.getTime() - Date.now() > minRemainingMs) return waiting.factor
  const factor = { ...defaultTotpParameters, secret: generateTotpSecret() }
  const id = await identifySubject(subject)
  const claims = { id, secret: encodeBase32(factor.secret) }
  const sealed = await ctx.seal(kind, claims, maxAgeMs / 1000)
  const expires = new Date(Date.now() + maxAgeMs)
  const records = await requireRecords(ctx)
  await records.putRecord({ kind, id, userId: subject.user.id, value: { sealed }, expires })
  return factor
}

/** Returns the secret that the subject sets up. Null if there is none, or if its ten minutes have passed. */
export async function findTotp(ctx: PluginContext, subject: Subject): Promise<TotpFactor | null> {
  return (await readEnrollment(ctx, subject))?.factor ?? null
}

/** Ends the set-up in all sessions of the user: a secret that waits must not replace the app that was set up. */
export async function endEnrollments(ctx: PluginContext, userId: string): Promise<void> {
  const records = await requireRecords(ctx)
  await records.deleteRecordsByUserId(userId, kind)
}

interface WaitingTotp {
  readonly factor: TotpFactor
  readonly expires: Date
}

async function readEnrollment(ctx: PluginContext, subject: Subject): Promise<WaitingTotp | null> {
  const records = await requireRecords(ctx)
  const id = await identifySubject(subject)
  const record = await records.getRecord(kind, id)
  if (record?.userId !== subject.user.id || !record.expires || record.expires.getTime() <= Date.now())
    return null
  const { sealed } = isRecord(record.value) ? record.value : {}
  const claims = typeof sealed === 'string' ? await ctx.unseal(kind, sealed) : null
  const secret = claims?.id === id && typeof claims.secret === 'string' ? decodeBase32(claims.secret) : null
  return secret && { factor: { ...defaultTotpParameters, secret }, expires: record.expires }
}

async function identifySubject({ user, pending, session }: Subject): Promise<string> {
  const owner = pending ? ['pending', pending.id] : ['session', session.key]
  return hashSha256Hex(JSON.stringify([...owner, user.id]))
}
