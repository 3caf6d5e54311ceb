import { toError } from '../base/to-error.js'
import { SessionUnavailable } from '../errors.js'

/**
 * Runs a step of reading a session that may fail for a while: the store, or a callback of the app. Its failure says
 * nothing about the session, so it becomes a {@link SessionUnavailable} and never a sign-out.
 */
export async function withSessionUnavailable<T>(step: () => T | PromiseLike<T>): Promise<T> {
  try {
    return await step()
  } catch (error) {
    if (error instanceof SessionUnavailable) throw error
    throw new SessionUnavailable(toError(error))
  }
}
