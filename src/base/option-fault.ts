import { describeValue } from './describe-value.js'
import { isRecord, toIdText, validIds } from './parse.js'
import { findSimilarName } from './similar-name.js'

/** What a value of an option must be. */
export interface OptionRule {
  /** The end of a sentence that begins with "Use". */
  readonly expected: string
  isValid(value: unknown): boolean
  /** Whether the option must be given. */
  readonly isRequired?: boolean
  /** Whether `undefined` is rejected, because without the option there is no limit. A missing variable would remove it. */
  readonly isLimit?: boolean
}

/** One rule for each option of a function. */
export type OptionRules<Options extends object> = { readonly [Name in keyof Options]-?: OptionRule }

/** Accepts any value: the option has an error of its own. */
export const anyValue: OptionRule = { expected: 'any value', isValid: () => true }
/** Accepts text. */
export const textRule: OptionRule = { expected: 'text', isValid: value => typeof value === 'string' }
/** True or false. */
export const booleanRule: OptionRule = {
  expected: '`true` or `false`',
  isValid: value => typeof value === 'boolean',
}
/** Accepts a function. */
export const functionRule: OptionRule = {
  expected: 'a function',
  isValid: value => typeof value === 'function',
}
export const secondsRule: OptionRule = {
  expected: 'a number of seconds that is not negative',
  isValid: value => typeof value === 'number' && value >= 0,
}
export const finiteRule: OptionRule = { expected: 'a number of seconds', isValid: Number.isFinite }
/** Accepts an object that is not an array. */
export const objectRule: OptionRule = { expected: 'an object', isValid: isRecord }
/** An empty field of a form, or a parameter that a URL lacks, is `null`. */
export const urlRule: OptionRule = {
  expected: 'a URL or a path',
  isValid: value => value === null || typeof value === 'string' || value instanceof URL,
}
export const idRule: OptionRule = {
  expected: 'text that is not empty',
  isValid: value => typeof value === 'string' && value !== '',
  isRequired: true,
}
/** The rule of an option that is the id of a user. */
export const userIdRule: OptionRule = {
  expected: validIds,
  isValid: value => toIdText(value) !== null,
  isRequired: true,
}

/**
 * Describes in a sentence what is wrong with the options of a call, or returns null. JavaScript callers can pass any value, and an option
 * that is misspelled would have no effect.
 *
 * @param source what the options are from, as the subject of the sentence in the plural
 */
export function findOptionFault(
  options: unknown,
  rules: Readonly<Record<string, OptionRule>>,
  source: string,
): string | null {
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    return `${source} are ${describeValue(options)}. Use an object.`
  for (const name of Object.keys(options))
    if (!Object.hasOwn(rules, name)) return `${source} have ${describeUnknownName(name, Object.keys(rules))}`
  for (const [name, rule] of Object.entries(rules)) {
    const value: unknown = Reflect.get(options, name)
    const isValid =
      value === undefined ? isUndefinedAllowed(rule, Object.hasOwn(options, name)) : rule.isValid(value)
    if (!isValid) return `${source} have ${describeInvalidValue(name, value, rule)}`
  }
  return null
}

function isUndefinedAllowed({ isRequired, isLimit }: OptionRule, isGiven: boolean): boolean {
  return !isRequired && !(isLimit && isGiven)
}

function describeUnknownName(name: string, known: readonly string[]): string {
  const similar = findSimilarName(name, known)
  const advice = similar
    ? `Did you mean \`${similar}\`?`
    : `The options are ${known.map(option => `\`${option}\``).join(', ')}.`
  return `\`${name}\`, which is not an option. ${advice}`
}

function describeInvalidValue(name: string, value: unknown, { expected, isRequired }: OptionRule): string {
  return `\`${name}: ${describeValue(value)}\`. Use ${expected}${isRequired ? '' : ', or leave it out'}.`
}
