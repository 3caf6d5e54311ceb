import type { StepOutcome } from './action.js'
import { attackerOrigin } from './browser.js'
import { faultText } from './faults.js'
import { Violation } from './violation.js'
import { readError, type World } from './world.js'

const documentedStatuses = new Set([200, 302, 400, 401, 404, 405, 413, 500, 503])

/** The errors of a redirect that an honest visitor may get: the app denies the sign-in, or the email has another account. */
const expectedErrors = new Set(['AccessDenied', 'AccountNotLinked', 'OAuthAccountNotLinked'])

/**
 * Verifies the responses of a step.
 *
 * @throws Violation
 */
export async function checkResponses(world: World, { mustNotFail = false }: StepOutcome): Promise<void> {
  for (const response of world.responses) {
    const location = response.headers.get('location')
    if (!documentedStatuses.has(response.status))
      throw new Violation(
        'failures are documented responses',
        `A response has the status ${response.status}.`,
      )
    if (location?.startsWith(attackerOrigin))
      throw new Violation('redirects stay on the site', `A response redirects to ${location}.`)
    if (world.app.faults.failedCall !== null) await checkFaultNotExposed(response)
    else if (mustNotFail) checkExpectedResponse(world, response)
  }
}

async function checkFaultNotExposed(response: Response): Promise<void> {
  const text = response.bodyUsed ? '' : await response.text()
  if (`${response.headers.get('location')} ${text}`.includes(faultText))
    throw new Violation('errors are not shown', 'A response shows the message of an internal error.')
}

function checkExpectedResponse({ app }: World, response: Response): void {
  const error = readError(response)
  if (response.status < 500 && (error === null || expectedErrors.has(error))) return
  const answer = error === null ? `has the status ${response.status}` : `redirects to the error ${error}`
  const message = `A response ${answer}, although nothing failed on purpose.${describeLog(app.loggedErrors)}`
  throw new Violation('no request fails without a fault', message)
}

/** Describes the latest error in the log, and its cause. */
function describeLog(errors: readonly Error[]): string {
  const error = errors.at(-1)
  if (!error) return ''
  const { cause } = error
  const original = cause && typeof cause === 'object' && 'err' in cause ? cause.err : cause
  const detail = original instanceof Error ? ` (${original.message})` : ''
  return ` The app logged: ${error.name}: ${error.message}${detail}`
}
