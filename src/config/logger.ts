import { AuthError } from '../errors.js'
import type { AuthConfig } from '../types/config.js'
import type { LoggerInstance } from '../types/logger.js'

/** Creates the logger of a configuration. Methods that it does not define write to the console. */
export function resolveLogger({
  logger = {},
  debug = false,
}: Pick<AuthConfig, 'logger' | 'debug'>): LoggerInstance {
  return {
    error: error =>
      guardLogger(() => (logger.error ? logger.error(redactError(error)) : logError(redactError(error)))),
    warn: code =>
      guardLogger(() => (logger.warn ? logger.warn(code) : console.warn(`[auth][warn][${code}]`))),
    debug: (message, metadata) => {
      if (logger.debug) guardLogger(() => logger.debug?.(message, metadata))
      else if (debug) console.log(`[auth][debug]: ${message}`, JSON.stringify(metadata) ?? '')
    },
  }
}

/** Runs a logger method. A logger that throws or rejects must not fail the request. */
function guardLogger(log: () => unknown): void {
  const reportFailure = (error: unknown) => console.error('[auth][error] The configured logger threw.', error)
  try {
    const pending = log()
    if (pending instanceof Promise) pending.catch(reportFailure)
  } catch (error) {
    reportFailure(error)
  }
}

/**
 * Returns the error with the message of every error from outside Latchkey redacted. Messages of Latchkey
 * contain no secrets.
 */
export function redactError(error: Error): Error {
  const wrapped = isErrorDetails(error.cause) && error.cause.err instanceof Error ? error.cause.err : null
  const redacted = wrapped && redactError(wrapped)
  if (error instanceof AuthError && redacted === wrapped) return error
  const clone = cloneRedacted(error)
  if (isErrorDetails(error.cause))
    clone.cause = { ...pickLoggableDetails(error.cause), err: redacted ?? undefined }
  return clone
}

/** Returns the primitive details of a cause, with their text redacted. Objects are omitted. */
function pickLoggableDetails(cause: Record<string, unknown>): Record<string, unknown> {
  const loggable = Object.entries(cause).filter(([, value]) =>
    ['string', 'number', 'boolean'].includes(typeof value),
  )
  return Object.fromEntries(
    loggable.map(([key, value]) => [key, typeof value === 'string' ? redactText(value) : value]),
  )
}

/** Creates a redacted copy with the same prototype, so that `instanceof` still works. */
function cloneRedacted(error: Error): Error {
  const message = redactText(error.message)
  const stack = `${error.name}: ${message}\n${getStackFrames(error)}`
  const code = 'code' in error ? { code: error.code } : {}
  const clone: Error = Object.create(Object.getPrototypeOf(error))
  return Object.assign(
    clone,
    { name: error.name, message, stack },
    'type' in error ? { type: error.type } : {},
    code,
  )
}

function logError(error: Error): void {
  console.error(`[auth][error] ${getErrorName(error)}: ${error.message}`)
  const cause = isErrorDetails(error.cause) ? error.cause : {}
  const origin = cause.err instanceof Error ? cause.err : null
  if (origin)
    console.error(`[auth][cause]: ${getErrorName(origin)}: ${origin.message}\n${getStackFrames(origin)}`)
  else console.error(getStackFrames(error))
  const details = pickLoggableDetails(cause)
  if (Object.keys(details).length > 0) console.error(`[auth][details]: ${JSON.stringify(details)}`)
}

function getErrorName(error: Error): string {
  return 'type' in error && typeof error.type === 'string' ? error.type : error.name
}

function getStackFrames(error: Error): string {
  const lines = error.stack?.split('\n') ?? []
  return lines.filter(line => line.trimStart().startsWith('at ')).join('\n')
}

function isErrorDetails(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Maximum length of a foreign error text, in characters. */
const maxForeignTextLength = 1_000

/**
 * Redacts what can be secret or personal in a foreign text, and puts the text on one line. Replaces email
 * addresses (also percent-encoded), numbers as long as a one-time code, and token-like words of 24 or more
 * characters. Words of letters only are kept.
 */
export function redactText(text: string): string {
  return text
    .slice(0, maxForeignTextLength)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[^\s<>"'(),;]+(?:@|%40)[^\s<>"'(),;]+/gi, '[email]')
    .replace(/(?<!\w|\d\.)(?:\d{6,}|\d{4}[ -]\d{4})(?!\w|\.\d)/g, '[redacted]')
    .replace(/[\w~+/=.-]{24,}/g, word => (/^[a-z]+$/i.test(word) ? word : '[redacted]'))
}
