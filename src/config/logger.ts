import { AuthError } from '../errors.js'
import type { AuthConfig } from '../types/config.js'
import type { LoggerInstance } from '../types/logger.js'

/** The logger of a configuration: its own methods where it has them, the console for the rest. */
export function resolveLogger({
  logger = {},
  debug = false,
}: Pick<AuthConfig, 'logger' | 'debug'>): LoggerInstance {
  return {
    error: error => safely(() => (logger.error ? logger.error(discreet(error)) : logError(discreet(error)))),
    warn: code => safely(() => (logger.warn ? logger.warn(code) : console.warn(`[auth][warn][${code}]`))),
    debug: (message, metadata) => {
      if (logger.debug) safely(() => logger.debug?.(message, metadata))
      else if (debug) console.log(`[auth][debug]: ${message}`, JSON.stringify(metadata) ?? '')
    },
  }
}

/** A logger that throws, at once or later, must not fail the request that it tells about. */
function safely(log: () => unknown): void {
  const complain = (error: unknown) =>
    console.error('[auth][error] The logger of the configuration threw.', error)
  try {
    const later = log()
    if (later instanceof Promise) later.catch(complain)
  } catch (error) {
    complain(error)
  }
}

/** The error, with the texts of whatever foreign error is behind it redacted. Ours say nothing secret. */
export function discreet(error: Error): Error {
  const behind = isRecord(error.cause) && error.cause.err instanceof Error ? error.cause.err : null
  const shown = behind && discreet(behind)
  if (error instanceof AuthError && shown === behind) return error
  const own = copy(error)
  if (isRecord(error.cause)) own.cause = { ...details(error.cause), err: shown ?? undefined }
  return own
}

/** What came with the error, as far as it can be looked through. */
function details(cause: Record<string, unknown>): Record<string, unknown> {
  const plain = Object.entries(cause).filter(([, value]) =>
    ['string', 'number', 'boolean'].includes(typeof value),
  )
  return Object.fromEntries(
    plain.map(([key, value]) => [key, typeof value === 'string' ? redact(value) : value]),
  )
}

/** Of the same class, for whoever asks what it is. */
function copy(error: Error): Error {
  const message = redact(error.message)
  const stack = `${error.name}: ${message}\n${frames(error)}`
  const code = 'code' in error ? { code: error.code } : {}
  const own: Error = Object.create(Object.getPrototypeOf(error))
  return Object.assign(
    own,
    { name: error.name, message, stack },
    'type' in error ? { type: error.type } : {},
    code,
  )
}

function logError(error: Error): void {
  console.error(`[auth][error] ${nameOf(error)}: ${error.message}`)
  const cause = isRecord(error.cause) ? error.cause : {}
  const origin = cause.err instanceof Error ? cause.err : null
  if (origin) console.error(`[auth][cause]: ${nameOf(origin)}: ${origin.message}\n${frames(origin)}`)
  else console.error(frames(error))
  const more = details(cause)
  if (Object.keys(more).length > 0) console.error(`[auth][details]: ${JSON.stringify(more)}`)
}

function nameOf(error: Error): string {
  return 'type' in error && typeof error.type === 'string' ? error.type : error.name
}

function frames(error: Error): string {
  const lines = error.stack?.split('\n') ?? []
  return lines.filter(line => line.trimStart().startsWith('at ')).join('\n')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Characters of a foreign text that are kept: whoever wrote it may have written a megabyte. */
const longest = 1_000

/**
 * Takes out of a foreign text what may be secret or personal: addresses, also those in the query of a link, numbers as long
 * as a mailed code, and words that look like tokens. A word of twenty-four letters is no English, and a shorter secret was
 * never one. It stays on its line.
 */
export function redact(text: string): string {
  return text
    .slice(0, longest)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[^\s<>"'(),;]+(?:@|%40)[^\s<>"'(),;]+/gi, '[address]')
    .replace(/(?<!\w|\d\.)(?:\d{6,}|\d{4}[ -]\d{4})(?!\w|\.\d)/g, '[redacted]')
    .replace(/[\w~+/=.-]{24,}/g, word => (/^[a-z]+$/i.test(word) ? word : '[redacted]'))
}
