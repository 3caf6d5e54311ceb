import { booleanRule, type OptionRule, textRule } from '../base/option-fault.js'

/**
 * A field of the input of an operation. Requests are read leniently, because a form sends text: a value of another kind counts as absent. Calls
 * of server code are checked, because a wrong value is a mistake there.
 */
export interface InputField<Value, IsRequired extends boolean = boolean, Alias extends string = string> {
  /** What server code may pass. */
  readonly rule: OptionRule
  readonly isRequired: IsRequired
  /** Another name of the field in requests. */
  readonly alias?: Alias | undefined
  /** Reads the value of a request. */
  read(value: unknown): Value
}

/** The fields of an operation, by name. */
export type InputFields = Readonly<Record<string, InputField<unknown>>>

/** The input that `run` of an operation receives. */
export type OperationInput<Fields extends InputFields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends InputField<infer Value> ? Value : never
}

type RequiredNames<Fields extends InputFields> = {
  [Name in keyof Fields]: Fields[Name]['isRequired'] extends true ? Name : never
}[keyof Fields]

type InputWithRequired<Fields extends InputFields, Required extends keyof Fields> = {
  readonly [Name in Required]: NonNullable<OperationInput<Fields>[Name]>
} & {
  readonly [Name in Exclude<keyof Fields, Required>]?: NonNullable<OperationInput<Fields>[Name]> | undefined
}

/** The input that server code passes: fields with a default can be left out. */
export type FunctionInput<Fields extends InputFields> = InputWithRequired<Fields, RequiredNames<Fields>>

type AliasedNames<Fields extends InputFields> = {
  [Name in keyof Fields]: NonNullable<Fields[Name]['alias']> extends never ? never : Name
}[keyof Fields]

/** The input of a request: a field can be left out if its alias is there. */
export type RequestInput<Fields extends InputFields> = InputWithRequired<
  Fields,
  Exclude<RequiredNames<Fields>, AliasedNames<Fields>>
> & { readonly [Alias in NonNullable<Fields[keyof Fields]['alias']>]?: string }

/** Text that is required. A request without it has the empty text. `alias` is another name of the field in requests. */
export function createRequiredText(): InputField<string, true, never>
export function createRequiredText<const Alias extends string>(options: {
  readonly alias: Alias
}): InputField<string, true, Alias>
export function createRequiredText(options: { readonly alias?: string } = {}): InputField<string, true> {
  return {
    ...options,
    rule: { ...textRule, isRequired: true },
    isRequired: true,
    read: value => (typeof value === 'string' ? value : ''),
  }
}

/** Text that can be left out. A parameter that a URL lacks is null. */
export function createOptionalText(): InputField<string | undefined, false, never> {
  return {
    rule: { expected: 'text', isValid: value => value === null || textRule.isValid(value) },
    isRequired: false,
    read: value => (typeof value === 'string' && value !== '' ? value : undefined),
  }
}

/** One of several values. @param fallback the value if it is left out */
export function createChoice<const Value extends string, const Fallback extends Value | undefined>(
  values: readonly Value[],
  fallback: Fallback,
): InputField<Value | Fallback, false, never> {
  const isValue = (value: unknown): value is Value => values.some(each => each === value)
  const names = values.map(value => `'${value}'`)
  const expected = [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' or ')
  return {
    rule: { expected, isValid: isValue },
    isRequired: false,
    read: value => (isValue(value) ? value : fallback),
  }
}

/** True or false. A checkbox of a form with the value `true` sends it only if it is checked. @default false */
export function createFlag(): InputField<boolean, false, never> {
  return { rule: booleanRule, isRequired: false, read: value => value === true || value === 'true' }
}
