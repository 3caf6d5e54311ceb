import { findOptionFault, type OptionRule } from '../base/option-fault.js'
import { describeMissingUserId, toIdText } from '../base/parse.js'
import { InvalidConfig } from '../errors.js'

/**
 * Asserts that the options of a public function are valid.
 *
 * @param source the function
 * @throws InvalidConfig that names the option, and the most similar one that exists
 */
export function assertOptions(
  options: unknown,
  rules: Readonly<Record<string, OptionRule>>,
  source: string,
): void {
  const fault = findOptionFault(options, rules, `The options of \`${source}\``)
  if (fault !== null) throw new InvalidConfig(fault)
}

/**
 * Returns the id of a user as text. JavaScript callers can pass any value, and one that is no id would name no user.
 *
 * @param source the function that was called
 * @throws InvalidConfig if the value is not an id
 */
export function requireUserId(value: unknown, source: string): string {
  const id = toIdText(value)
  if (id !== null) return id
  throw new InvalidConfig(describeMissingUserId(value, source))
}
