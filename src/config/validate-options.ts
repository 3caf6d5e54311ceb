import { describeValue } from '../base/describe-value.js'
import { isRecord, parseUrl } from '../base/parse.js'
import { InvalidConfig } from '../errors.js'
import type { AuthConfig } from '../types/config.js'

/** The types of options whose wrong type would have no effect, or the opposite one: the text "false" counts as true. */
const optionTypes: ReadonlyArray<
  readonly [type: 'boolean' | 'object', names: ReadonlyArray<keyof AuthConfig>]
> = [
  ['boolean', ['trustHost', 'debug', 'useSecureCookies']],
  ['object', ['session', 'jwt', 'callbacks', 'events', 'pages', 'cookies', 'theme', 'logger', 'adapter']],
]

/** The sections whose members are functions. */
/** Other members belong to the app, which can read them from `this`. */
const functionNames = {
  callbacks: ['signIn', 'redirect', 'jwt', 'session'],
  events: ['signIn', 'signOut', 'signInFailure', 'createUser', 'updateUser', 'linkAccount', 'session'],
} as const

export function findOptionTypesError(config: AuthConfig) {
  for (const [type, names] of optionTypes)
    for (const name of names) {
      const value: unknown = config[name]
      if (value == null || hasType(value, type, name)) continue
      return createTypeError(name, value, type)
    }
  for (const section of ['callbacks', 'events'] as const)
    for (const name of functionNames[section]) {
      const value: unknown = Reflect.get(Object(config[section]), name)
      if (value != null && typeof value !== 'function')
        return createTypeError(`${section}.${name}`, value, 'function')
    }
  return undefined
}

function hasType(value: unknown, type: 'boolean' | 'object', name: string): boolean {
  // Loggers of some libraries are functions with methods.
  if (name === 'logger' && typeof value === 'function') return true
  if (type === 'boolean') return typeof value === 'boolean'
  return typeof value === 'object' && !Array.isArray(value) && !(value instanceof Promise)
}

const advice = {
  boolean: 'Set it to true or false, without quotes',
  object: 'Set it to an object',
  function: 'Set it to a function',
} as const

function createTypeError(name: string, value: unknown, type: keyof typeof advice): InvalidConfig {
  const call = name === 'adapter' && typeof value === 'function' ? ': call it' : ''
  return new InvalidConfig(`\`${name}\` is ${describeValue(value)}${call}. ${advice[type]}.`)
}

/** A page without a slash would be read relative to the action, such as `/auth/signin`. */
export function findPagesError({ pages = {} }: AuthConfig) {
  for (const [name, value] of Object.entries(isRecord(pages) ? pages : {}) as [string, unknown][]) {
    if (!value || (typeof value === 'string' && (value.startsWith('/') || parseUrl(value)))) continue
    const fix =
      typeof value === 'string' && /^[\w.-].{0,29}$/.test(value)
        ? `Write ${JSON.stringify(`/${value}`)}`
        : 'Write a path that starts with "/", or an absolute URL'
    return new InvalidConfig(
      `\`pages.${name}\` is ${describeValue(value)}, which is neither a path nor a URL. ${fix}.`,
    )
  }
  return undefined
}

export function findSessionAgesError({ session = {}, jwt = {} }: AuthConfig) {
  const { maxAge, absoluteMaxAge } = session
  const ages = [
    ['session.maxAge', maxAge],
    ['session.absoluteMaxAge', absoluteMaxAge],
    ['jwt.maxAge', jwt.maxAge],
  ] as const
  const invalid = ages.find(([, age]) => age !== undefined && !(Number.isFinite(age) && age > 0))
  if (invalid)
    return new InvalidConfig(
      `\`${invalid[0]}\` must be a positive number of seconds. It is ${describeValue(invalid[1])}.`,
    )
  const { updateAge = 0 } = session
  if (Number.isFinite(updateAge) && updateAge >= 0) return undefined
  return new InvalidConfig(
    `\`session.updateAge\` must be 0 or more seconds. It is ${describeValue(updateAge)}.`,
  )
}
