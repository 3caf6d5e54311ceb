import { describeValue } from '../base/describe-value.js'
import { InvalidConfig } from '../errors.js'
import type { AuthConfig } from '../types/config.js'

/** Checks the end of the migration from NextAuth 4. */
export function findLegacySessionsError({ legacySessions }: AuthConfig) {
  const { nextAuth4 } = legacySessions ?? {}
  if (!nextAuth4 || !Number.isNaN(new Date(nextAuth4.until).getTime())) return undefined
  return new InvalidConfig(
    `\`legacySessions.nextAuth4.until\` must be a date, such as "2027-03-01". It is ${describeValue(nextAuth4.until)}.`,
  )
}
