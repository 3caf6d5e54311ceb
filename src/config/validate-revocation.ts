import { describeValue } from '../base/describe-value.js'
import { anyValue, findOptionFault, type OptionRules } from '../base/option-fault.js'
import { InvalidConfig } from '../errors.js'
import type { AuthConfig } from '../types/config.js'

/** The numbers have errors of their own. */
const revocationRules: OptionRules<NonNullable<AuthConfig['revocation']>> = {
  maxStale: anyValue,
  maxAuthAge: anyValue,
}

/** Checks the numbers of `revocation`, and that there is a record store. */
export function findRevocationError({ revocation, records, adapter }: AuthConfig) {
  if (revocation === undefined) return undefined
  const { maxStale, maxAuthAge = 1 } = Object(revocation) as Partial<typeof revocation>
  const fault = findOptionFault(Object(revocation), revocationRules, 'The members of `revocation`')
  if (fault !== null) return new InvalidConfig(fault)
  if (typeof maxStale !== 'number' || !(maxStale >= 0 && maxStale <= 60))
    return new InvalidConfig(
      `\`revocation.maxStale\` must be from 0 to 60 seconds. It is ${describeValue(maxStale)}.`,
    )
  if (typeof maxAuthAge !== 'number' || !(maxAuthAge > 0))
    return new InvalidConfig(
      `\`revocation.maxAuthAge\` must be positive. It is ${describeValue(maxAuthAge)}.`,
    )
  if (records ?? adapter?.records) return undefined
  return new InvalidConfig('`revocation` needs a record store. Set `records`, or an `adapter` with one.')
}
