import * as platform from '#crypto'
import { hashSha256Hex } from '#crypto'
import type { PluginContext } from '../../plugins.js'
import type { Awaitable } from '../../types/common.js'
import type { AttemptGroup } from '../../types/throttling.js'
import type { Subject } from './subject.js'
import type { SecondFactorMethod, TwoFactorFailure } from './types.js'
import { requireRecords } from './update-record.js'

const kind = 'two-factor-attempts'
const maxAttempts = 5
/** As long as a pending sign-in is valid. */
const windowMs = 600_000
/** Names the attempts of a signed-in browser. */
const cookieName = 'attempts'

/** The attempts of one sign-in or browser with one method. Each method has its own, so that one does not bar another. */
export interface Challenge {
  /** The id of the pending sign-in, or of the attempts of the browser. */
  readonly id: string
  readonly method: SecondFactorMethod
}

/**
 * Returns the attempts that a code counts for. Those of a session count for each browser: a copy of the session cookie in another browser cannot
 * use up the attempts of the owner. Without the cookie, only the limits of the user apply.
 */
export function findChallenge(ctx: PluginContext, subject: Subject, method: SecondFactorMethod): Challenge {
  if (subject.pending) return { id: subject.pending.id, method }
  const id = ctx.cookies.get(cookieName) ?? platform.toBase64url(platform.generateRandomBytes(16))
  ctx.cookies.set(cookieName, id, { maxAge: windowMs / 1000 })
  return { id: `${subject.user.id} ${subject.session.id ?? ''} ${id}`, method }
}

/** Returns the limit of a challenge, for `throttle`. */
export function toAttemptGroup({ id }: Challenge): AttemptGroup {
  return { id, limit: maxAttempts, window: windowMs / 1000 }
}

/** Counts an attempt, before it is verified. @returns the failure if there were too many */
export async function countAttempt(
  ctx: PluginContext,
  challenge: Challenge,
): Promise<TwoFactorFailure | null> {
  const records = await requireRecords(ctx)
  const { count, resetsAt } = await records.incrementRecord(kind, await toId(challenge), windowMs)
  if (count <= maxAttempts) return null
  const retryAfter = Math.max(1, Math.ceil((resetsAt.getTime() - Date.now()) / 1000))
  return { error: 'too-many-attempts', retryAfter }
}

/** Ends the count, because an attempt succeeded. */
export async function resetAttempts(ctx: PluginContext, challenge: Challenge): Promise<void> {
  const records = await requireRecords(ctx)
  await records.deleteRecord(kind, await toId(challenge))
}

function toId({ id, method }: Challenge): Awaitable<string> {
  return hashSha256Hex(`${method} ${id}`)
}
