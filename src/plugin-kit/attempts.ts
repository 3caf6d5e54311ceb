import { hashSha256Hex } from '#crypto'
import { AdapterError, AuthError, MissingCSRF, TooManyRequests } from '../errors.js'
import type { PluginAttempt, PluginContext } from '../types/plugin.js'
import type { AttemptGroup } from '../types/throttling.js'
import { generateToken } from './one-time-tokens.js'
import { createFailure, isFailure, type OperationFailure, type Subject } from './operation.js'
import { requireRecords } from './user-records.js'

/** An attempt of a user to pass a method. */
export interface SubjectAttempt extends Omit<AttemptGroup, 'id'> {
  readonly subject: Subject
  /** Each method has counts of its own, so that one that is throttled does not bar another. */
  readonly method: string
  /**
   * The kind of the records with the counts, for a method that cannot be guessed. It has no limit by account, so that others cannot keep its owner
   * out. Without it, the limits of sign-ins apply too.
   */
  readonly ownCountKind?: string | undefined
}

/** The failure of too many attempts, with the seconds until the next one. */
export type TooManyAttempts = OperationFailure<'too-many-attempts'>

/** A failure is thrown, so that the limits of sign-ins count it. */
class AttemptFailed extends Error {
  constructor(readonly failure: OperationFailure) {
    super(failure.error)
  }
}

/**
 * Verifies a proof, unless there were too many failed attempts in this pending sign-in or browser. A failure that `verify` returns, and an error that
 * it throws, count as failed attempts.
 */
export async function throttleAttempts<Result>(
  ctx: PluginContext,
  attempt: SubjectAttempt,
  verify: () => Promise<Result>,
): Promise<Result | TooManyAttempts> {
  const { subject, method, limit, window, ownCountKind } = attempt
  const group = { id: identifyAttempts(ctx, attempt), limit, window }
  if (ownCountKind !== undefined)
    return await countApart(ctx, { ...group, method, kind: ownCountKind }, verify)
  return await throttleAccount(ctx, { method, userId: subject.user.id, group }, verify)
}

/**
 * Verifies a proof, unless there were too many failed attempts with the account, also if it does not exist. A failure that `verify` returns, and an
 * error that it throws, count as failed attempts.
 */
export async function throttleAccount<Result>(
  ctx: PluginContext,
  attempt: PluginAttempt,
  verify: () => Promise<Result>,
): Promise<Result | TooManyAttempts> {
  try {
    return await ctx.throttle(attempt, async () => {
      const result = await verify()
      if (isFailure(result)) throw new AttemptFailed(result)
      return result
    })
  } catch (error) {
    if (error instanceof AttemptFailed) return error.failure as Result
    return toTooManyAttempts(error)
  }
}

/** Counts a request for an email, under the limits of sign-in emails. @returns the failure if there were too many */
export async function throttleEmail(ctx: PluginContext, email: string): Promise<TooManyAttempts | null> {
  try {
    await ctx.throttleEmail(email, null)
    return null
  } catch (error) {
    return toTooManyAttempts(error)
  }
}

/**
 * Verifies a passkey of a user, as `verifyPasskey` of the context. It cannot be guessed, so it has no limit beside those of sign-ins.
 *
 * @returns the methods that the user passed, or the failure
 */
export async function verifySubjectPasskey(
  ctx: PluginContext,
  { user }: Subject,
  credential: string,
): Promise<readonly string[] | TooManyAttempts | OperationFailure<'wrong-passkey'>> {
  try {
    return await ctx.verifyPasskey(user.id, credential)
  } catch (error) {
    // These say nothing about the passkey.
    const isOther = [AdapterError, MissingCSRF, TooManyRequests].some(type => error instanceof type)
    if (!(error instanceof AuthError) || isOther) return toTooManyAttempts(error)
    ctx.logger.debug('passkey rejected', { reason: error.message })
    return createFailure('wrong-passkey')
  }
}

/** Converts the error of a limit to a failure. @throws every other error */
export function toTooManyAttempts(error: unknown): TooManyAttempts {
  if (!(error instanceof TooManyRequests)) throw error
  return createFailure('too-many-attempts', { retryAfter: error.retryAfter })
}

/**
 * Those of a session count for each browser: a copy of the session cookie in another browser cannot use up the attempts of the owner. Without the
 * cookie, only the limits of the user apply.
 */
function identifyAttempts(ctx: PluginContext, { subject, window }: SubjectAttempt): string {
  const { pending, user, session } = subject
  if (pending) return pending.id
  const id = ctx.cookies.get('attempts') ?? generateToken()
  ctx.cookies.set('attempts', id, { maxAge: window })
  return `${user.id} ${session.id ?? ''} ${id}`
}

interface OwnCount extends AttemptGroup {
  readonly kind: string
  readonly method: string
}

async function countApart<Result>(
  ctx: PluginContext,
  { kind, method, id, limit, window }: OwnCount,
  verify: () => Promise<Result>,
): Promise<Result | TooManyAttempts> {
  const records = await requireRecords(ctx, 'attempts')
  const key = await hashSha256Hex(`${method} ${id}`)
  const { count, resetsAt } = await records.incrementRecord(kind, key, window * 1000)
  const retryAfter = Math.max(1, Math.ceil((resetsAt.getTime() - Date.now()) / 1000))
  if (count > limit) return createFailure('too-many-attempts', { retryAfter })
  const result = await verify()
  if (!isFailure(result)) await records.deleteRecord(kind, key)
  return result
}
