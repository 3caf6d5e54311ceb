import { toError } from '../../base/to-error.js'
import type { Awaitable } from '../../types/common.js'

/** The part of a sign-in at a provider that failed, and the URL that was requested. */
export interface FailedStep {
  readonly step: 'discovery' | 'token request' | 'ID token verification' | 'userinfo request'
  readonly url?: string | undefined
}

/** Kept beside the errors, because they come from other code, and a cached failure is thrown again. */
const failedSteps = new WeakMap<Error, FailedStep>()

/** Runs a step of a sign-in. If it fails, `getFailedStep` returns the step of the error. Of nested steps, the inner one counts. */
export async function runStep<T>(step: FailedStep, run: () => Awaitable<T>): Promise<T> {
  try {
    return await run()
  } catch (failure) {
    const error = toError(failure)
    if (!failedSteps.has(error)) failedSteps.set(error, step)
    throw error
  }
}

/** Returns the step that threw this error. */
export function getFailedStep(error: Error): FailedStep | undefined {
  return failedSteps.get(error)
}
