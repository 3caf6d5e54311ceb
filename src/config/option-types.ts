import { describeValue } from '../base/describe-value.js'
import { InvalidConfig } from '../errors.js'

/** The names of options, separated by blanks, by what their values must be. This form is the shortest in a bundle. */
export type OptionTypes = Readonly<Record<string, string>>

/**
 * Finds the first option whose value has another type. Such a value would have no effect, or the opposite one: the text "false" counts as
 * true.
 *
 * @param path what the error says before the name of the option
 */
export function findTypesError(
  options: object | null | undefined,
  optionTypes: OptionTypes,
  path = '`',
): InvalidConfig | undefined {
  for (const [expected, names] of Object.entries(optionTypes))
    for (const name of names.split(' ')) {
      const value: unknown = Reflect.get(Object(options), name)
      if (value == null || isExpected(value, expected)) continue
      const call = name === 'adapter' && typeof value === 'function' ? ': call it' : ''
      return new InvalidConfig(`${path}${name}\` is ${describeValue(value)}${call}. Set it to ${expected}.`)
    }
  return undefined
}

/** The texts of expected types contain the words of {@link describeValue}. */
function isExpected(value: unknown, expected: string): boolean {
  if (Number.isFinite(value)) return expected.startsWith('a positive') && Number(value) > 0
  return typeof value === 'string' ? expected.startsWith('text') : expected.includes(describeValue(value))
}
