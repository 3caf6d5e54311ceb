import { findOptionFault, type OptionRule } from '../base/option-fault.js'
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
