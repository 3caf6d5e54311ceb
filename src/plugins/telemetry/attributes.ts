import { AuthError, type RequestOutcome } from '../../plugins.js'
import type { RequestFacts, TelemetryAttributes } from './types.js'

/** An app can give an error any name, also one with a value of the user. */
const typePattern = /^[A-Z]\w{0,63}$/i

/** Returns the type of an error, which is a fixed name. Messages can contain tokens and addresses. */
export function getErrorType(error: Error): string {
  const type: unknown = error instanceof AuthError ? error.type : error.name
  return typeof type === 'string' && typePattern.test(type) ? type : 'Error'
}

/** Returns why a request failed. Null for a success. */
function findReason(facts: RequestFacts, { error, failure }: RequestOutcome): string | null {
  return error ? getErrorType(error) : (failure ?? facts.signInFailure)
}

/** Returns what is known of a request when it has ended. */
export function toRequestAttributes(facts: RequestFacts, outcome: RequestOutcome): TelemetryAttributes {
  const reason = findReason(facts, outcome)
  return {
    'latchkey.outcome': reason === null ? 'success' : 'failure',
    ...(reason !== null && { 'latchkey.reason': reason }),
    ...(facts.userId !== null && { 'user.id': facts.userId }),
  }
}
