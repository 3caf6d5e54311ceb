/**
 * Failures of server code that reads a session. Loaded at the first failure.
 *
 * @module
 */
import { AuthError } from '../errors.js'
import type { SessionReadOptions } from '../types/context.js'
import type { AuthRequest } from '../types/request.js'
import { copyError } from './log-failure.js'
import { reportFailure } from './report-failure.js'
import type { RequestProgress, SessionFunction } from './request-progress.js'
import type { ConfigState } from './settings.js'

/** A read that failed. */
interface FailedRead {
  readonly request: AuthRequest
  /** Absent for `requireAuth`. */
  readonly readOptions?: SessionReadOptions
}

/**
 * Logs why a session could not be read, under a new failure reference.
 *
 * @returns the error to throw, with that reference if it is an `AuthError`
 */
export async function reportFailedRead(
  state: ConfigState,
  failure: unknown,
  { request, readOptions }: FailedRead,
): Promise<unknown> {
  const serverFunction = readOptions ? getSessionFunction(readOptions) : 'requireAuth'
  const progress: RequestProgress = { request, ctx: null, serverFunction }
  await reportFailure(state, failure, progress)
  const { reference } = progress.trail ?? {}
  return failure instanceof AuthError && reference ? copyError(failure, { reference }) : failure
}

function getSessionFunction({ update, readOnly }: SessionReadOptions): SessionFunction {
  if (update) return 'update'
  return readOnly ? 'getSession' : 'refreshSession'
}
