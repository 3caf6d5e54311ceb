import { AuthError } from '../errors.js'
import type { AuthConfig } from '../types/config.js'
import type { LoggerInstance } from '../types/logger.js'

/** The logger of a configuration: its own methods where it has them, the console for the rest. */
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

/** A logger that throws, at once or later, must not fail the request that it tells about. */
function guardLogger(log: () => unknown): void {
  const reportFailure = (error: unknown) =>
    console.error('[auth][error] The logger of the configuration threw.', error)
  try {
    const pending = log()
    if (pending instanceof Promise) pending.catch(reportFailure)
  } catch (error) {
    reportFailure(error)
  }
}

/** The error, with the texts of whatever foreign error is behind it redacted. Ours say nothing secret. */
export function redactError(error: Error): Error {
  const wrapped = isRecord(error.cause) && error.cause.err instanceof Error ? error.cause.err : null
  const redacted = wrapped && redactError(wrapped)
  if (error instanceof AuthError && redacted === wrapped) return error
  const clone = cloneRedacted(error)
  if (isRecord(error.cause)) clone.cause = { ...pickLoggableDetails(error.cause), err: redacted ?? undefined }
  return clone
}

/** What came with the error, as far as it can be looked through. */
function pickLoggableDetails(cause: Record<string, unknown>): Record<string, unknown> {
  const loggable = Object.entries(cause).filter(([, value]) =>
    ['string', 'number', 'boolean'].includes(typeof value),
  )
  return Object.fromEntries(
    loggable.map(([key, value]) => [key, typeof value === 'string' ? redactText(value) : value]),
  )
}

/** Of the same class, for whoever asks what it is. */
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
  const cause = isRecord(error.cause) ? error.cause : {}
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Characters of a foreign text that are kept: whoever wrote it may have written a megabyte. */
const maxForeignTextLength = 1_000

/**
 * Takes out of a foreign text what may be secret or personal: addresses, also those in the query of a link, numbers as long
 * as a mailed code, and words that look like tokens. A word of twenty-four letters is no English, and a shorter secret was
 * never one. It stays on its line.
 */
export function redactText(text: string): string {
  return text
    .slice(0, maxForeignTextLength)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[^\s<>"'(),;]+(?:@|%40)[^\s<>"'(),;]+/gi, '[address]')
    .replace(/(?<!\w|\d\.)(?:\d{6,}|\d{4}[ -]\d{4})(?!\w|\.\d)/g, '[redacted]')
    .replace(/[\w~+/=.-]{24,}/g, word => (/^[a-z]+$/i.test(word) ? word : '[redacted]'))
}
