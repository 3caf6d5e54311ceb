import { describeValue } from '../base/describe-value.js'
import { InvalidConfig } from '../errors.js'
import type { AuthConfig } from '../types/config.js'
import { skipThrottling } from '../types/symbols.js'
import { createTypesRule } from './option-types.js'

const findTypesError = createTypesRule({
  'an object': 'emails account source emails.account emails.source',
  'a function': 'identify',
})

/** Checks that `throttling` has limits with positive numbers. */
export function findThrottlingError({ throttling }: AuthConfig) {
  if (throttling === undefined || throttling === skipThrottling) return undefined
  if (typeof throttling !== 'object' || throttling === null || Array.isArray(throttling))
    return new InvalidConfig(
      `\`throttling\` must be an object with limits, or the symbol \`skipThrottling\`. It is ${describeValue(throttling)}.`,
    )
  const { account, source, emails, identify } = throttling
  const groups = { account, source, 'emails.account': emails?.account, 'emails.source': emails?.source }
  const typesError = findTypesError({ ...groups, emails, identify }, '`throttling.')
  if (typesError) return typesError
  for (const [group, limit] of Object.entries(groups))
    for (const [name, value] of Object.entries({ ...limit }))
      if (value !== undefined && !isPositive(value, name === 'limit'))
        return new InvalidConfig(
          `\`throttling.${group}.${name}\` must be a positive ${name === 'limit' ? 'whole number' : 'number of seconds'}. It is ${describeValue(value)}.`,
        )
  return undefined
}

function isPositive(value: unknown, mustBeWhole: boolean): boolean {
  return Number.isFinite(value) && Number(value) > 0 && (!mustBeWhole || Number.isInteger(value))
}
