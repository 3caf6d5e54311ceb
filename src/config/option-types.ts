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
export type TypesRule = (options: object | null | undefined, path?: string) => InvalidConfig | undefined

/** Creates the check of a table. It is parsed at the first call, once for all configurations. */
/* @__NO_SIDE_EFFECTS__ */
export function createTypesRule(optionTypes: OptionTypes): TypesRule {
  let parsed: readonly OptionType[] | undefined
  return (options, path = '`') => {
    if (!options) return undefined
    parsed ??= parseOptionTypes(optionTypes)
    for (const { name, expected } of parsed) {
      const value: unknown = Reflect.get(options, name)
      if (value == null || isExpected(value, expected)) continue
      const call = name === 'adapter' && typeof value === 'function' ? ': call it' : ''
      return new InvalidConfig(`${path}${name}\` is ${describeValue(value)}${call}. Set it to ${expected}.`)
    }
    return undefined
  }
}

interface OptionType {
  readonly name: string
  readonly expected: string
}

function parseOptionTypes(optionTypes: OptionTypes): readonly OptionType[] {
  return Object.entries(optionTypes).flatMap(([expected, names]) =>
    names.split(' ').map(name => ({ name, expected })),
  )
}

/** The texts of expected types contain the words of {@link describeValue}. */
function isExpected(value: unknown, expected: string): boolean {
  if (Number.isFinite(value)) return expected.startsWith('a positive') && Number(value) > 0
  return typeof value === 'string' ? expected.startsWith('text') : expected.includes(describeValue(value))
}
