import { toError } from '../base/to-error.js'
import type { Context } from '../types/context.js'
import type { CredentialInput, CredentialsConfig } from '../types/provider.js'
import type { AccountName } from '../types/throttling.js'

/** The inputs that do not say which account it is: what is secret, and what is not text. */
const otherInputTypes = /^(?:password|checkbox|radio|hidden|submit|button|file|image|reset|range|color)$/i

/** The names of inputs that contain a secret, also if their type does not say so. An attacker would change them at each attempt. */
const secretNames = /pass|pwd|secret|token|code|otp|pin$|captcha|csrf/i

/** The names of inputs that say which account it is on their own. */
const accountNames = /^(?:e?mail|user|user_?name|user_?id|login|identifier|phone)$/i

/**
 * Maximum number of names in the fields of a provider that declares no inputs. Forms have one or two. Requests with more of them share one
 * count.
 */
const maxNames = 4

/** Returns what submitted credentials call the account: the option `throttling.identify`, else the fields that say it. */
export async function identifyAccount(
  { settings }: Context,
  fields: Record<string, unknown>,
  provider: CredentialsConfig,
): Promise<readonly AccountName[]> {
  const { identify } = settings.throttling ?? {}
  if (!identify) return listAccountNames(fields, provider.credentials)
  try {
    const account: unknown = await identify({ ...fields }, provider)
    return typeof account === 'string' && account !== '' ? [{ kind: 'account', value: account }] : []
  } catch (error) {
    // Without a name, an attempt would have no limit.
    settings.logger.error(toError(error))
    return listAccountNames(fields, provider.credentials)
  }
}

/**
 * Lists the values that say which account it is: an email address or a user name, else all declared inputs together.
 *
 * The app may ignore the first field and read a later one, so later ones count too: each under a kind of its own, which only limits other
 * requests that have it as a later field. So they do not use up the attempts of anyone who signs in with that name.
 */
export function listAccountNames(
  fields: Readonly<Record<string, unknown>>,
  inputs: Readonly<Record<string, CredentialInput>> | undefined = {},
): readonly AccountName[] {
  const declared = Object.entries(inputs)
    .filter(isIdentifying)
    .map(([name]) => name)
  const candidates = declared.length > 0 ? declared : Object.keys(fields)
  const names = candidates.filter(name => accountNames.test(name))
  if (names.length === 0) return joinValues(readFields(fields, declared))
  const [first, ...others] = readFields(fields, names)
  if (!first) return []
  if (declared.length === 0 && others.length >= maxNames)
    return [first, { kind: 'many fields', value: 'all' }]
  return [first, ...others.map(({ kind, value }) => ({ kind: `${laterPrefix}${kind}`, value }))]
}

const laterPrefix = 'later '

function readFields(fields: Readonly<Record<string, unknown>>, names: readonly string[]): AccountName[] {
  return names
    .map(name => ({
      kind: toKind(name),
      value: Object.hasOwn(fields, name) ? String(fields[name] ?? '') : '',
    }))
    .filter(({ value }) => value !== '')
}

function toKind(name: string): string {
  const kind = name.toLowerCase().replace('_', '')
  return kind === 'mail' ? 'email' : kind
}

/** Inputs that say only together which account it is. */
function joinValues(values: readonly AccountName[]): readonly AccountName[] {
  if (values.length === 0) return []
  const [{ value } = { value: '' }] = values
  return [
    { kind: 'fields', value: values.length === 1 ? value : JSON.stringify(values.map(name => name.value)) },
  ]
}

function isIdentifying([name, { type = 'text', autocomplete = '' }]: [string, CredentialInput]): boolean {
  return (
    !otherInputTypes.test(type) && !secretNames.test(name) && !/one-time-code|password/.test(autocomplete)
  )
}

/** Returns the kind of the field, whether or not other fields come before it. */
export function getFieldKind({ kind }: AccountName): string {
  return kind.startsWith(laterPrefix) ? kind.slice(laterPrefix.length) : kind
}
