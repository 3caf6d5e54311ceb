import { toError } from '../../base/to-error.js'
import type { Awaitable } from '../../types/common.js'

/** A part of a sign-in at a provider, and the URL that it requests. */
export interface ProviderStep {
  readonly step: 'discovery' | 'token request' | 'ID token verification' | 'userinfo request'
  readonly url?: string | undefined
}

/** Kept beside the errors, because they come from other code, and a cached failure is thrown again. */
const failedSteps = new WeakMap<Error, ProviderStep>()

/** Runs a step of a sign-in. If it fails, `getFailedStep` returns the step of the error. Of nested steps, the inner one counts. */
export async function runStep<T>(step: ProviderStep, run: () => Awaitable<T>): Promise<T> {
  try {
    return await run()
  } catch (failure) {
    const error = toError(failure)
    if (!failedSteps.has(error)) failedSteps.set(error, step)
    throw error
  }
}

/** Returns the step that threw this error. */
export function getFailedStep(error: Error): ProviderStep | undefined {
  return failedSteps.get(error)
}
