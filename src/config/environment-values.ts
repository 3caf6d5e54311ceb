/**
 * Reads the texts of environment variables. Docker's `--env-file`, secret stores and copied lines leave white space, line breaks and quotes
 * around a value.
 *
 * @module
 */
import type { Settings } from '../types/context.js'
import type { Environment } from '../types/server.js'

/** Removes white space and one pair of quotes around a text. */
export function unwrapText(text: string): string {
  const trimmed = text.trim()
  const [first] = trimmed
  const isQuoted =
    trimmed.length > 1 && (first === '"' || first === "'" || first === '`') && trimmed.endsWith(first)
  return isQuoted ? trimmed.slice(1, -1).trim() : trimmed
}

const truths: ReadonlySet<string> = new Set(['true', '1', 'yes', 'on'])
const falsehoods: ReadonlySet<string> = new Set(['false', '0', 'no', 'off'])

/**
 * Parses a boolean environment variable. Only `true`, `1`, `yes` and `on` are true, in any case and also in quotes. Absent or empty is
 * undefined.
 */
export function parseBooleanEnv(value: string | undefined): boolean | undefined {
  const normalized = unwrapText(value ?? '').toLowerCase()
  return normalized === '' ? undefined : truths.has(normalized)
}

type WarnOnce = Settings['warnOnce']

/** The boolean variables that an app sets. Those of platforms are not checked. */
const booleanNames = ['AUTH_TRUST_HOST', 'AUTH_ALLOW_INSECURE_HTTP']

/** Warns of boolean variables with a text that is neither true nor false. */
export function warnOfInvalidBooleans(env: Environment, warnOnce: WarnOnce): void {
  for (const name of booleanNames) {
    const value = unwrapText(env[name] ?? '')
    const normalized = value.toLowerCase()
    if (normalized === '' || truths.has(normalized) || falsehoods.has(normalized)) continue
    const text = `${name} is ${quote(value)}, which counts as false. Set it to true or false.`
    warnOnce('env-boolean-invalid', name, text)
  }
}

/** Returns a text for a warning, on one line. */
export function quote(value: string): string {
  return JSON.stringify(value.length > 100 ? `${value.slice(0, 100)}…` : value)
}

/** Reads a variable; undefined if it is absent or empty. */
export type VariableReader = (name: string) => string | undefined

/** Creates a function that reads variables without what wraps their values, and warns of it. */
export function createVariableReader(env: Environment, warnOnce: WarnOnce): VariableReader {
  return name => {
    const value = env[name]
    if (!value) return undefined
    const text = unwrapText(value)
    if (text !== value) warnOnce('env-value-wrapped', name, `${name} has ${wrappedAdvice}`)
    return text || undefined
  }
}

const wrappedAdvice =
  "white space, a line break or quotes around its value, which are ignored. Remove them: Docker's --env-file keeps quotes."

const secretNames = ['AUTH_SECRET', 'NEXTAUTH_SECRET', 'AUTH_ENCRYPTION_KEY'].flatMap(name => [
  name,
  ...[1, 2, 3].map(index => `${name}_${index}`),
])

/** Warns of wrapped secrets. They count as they are, so that what they have encrypted stays readable. */
export function warnOfWrappedSecrets(env: Environment, warnOnce: WarnOnce): void {
  for (const name of secretNames) {
    const value = env[name]
    if (!value || unwrapText(value) === value) continue
    const text =
      unwrapText(value) === ''
        ? `${name} has only white space or quotes, so it counts as absent. Set a value or remove it.`
        : `${name} has white space, a line break or quotes around its value, which are part of the secret. To remove them, add the value without them as a newer secret (AUTH_SECRET_1). Existing sessions stay valid.`
    warnOnce('env-value-wrapped', name, text)
  }
}
