import type { AuthConfig } from '../types/config.js'
import type { LoggerInstance } from '../types/logger.js'

/** The logger of a configuration: its own methods where it has them, the console for the rest. */
export function resolveLogger({
  logger = {},
  debug = false,
}: Pick<AuthConfig, 'logger' | 'debug'>): LoggerInstance {
  return {
    error: error => safely(() => (logger.error ? logger.error(error) : logError(error))),
    warn: code => safely(() => (logger.warn ? logger.warn(code) : console.warn(`[auth][warn][${code}]`))),
    debug: (message, metadata) => {
      if (logger.debug) safely(() => logger.debug?.(message, metadata))
      else if (debug) console.log(`[auth][debug]: ${message}`, JSON.stringify(metadata) ?? '')
    },
  }
}

/** A logger that throws must not fail the request that it tells about. */
function safely(log: () => void): void {
  try {
    log()
  } catch (error) {
    console.error('[auth][error] The logger of the configuration threw.', error)
  }
}

function logError(error: Error): void {
  console.error(`[auth][error] ${nameOf(error)}: ${redact(error.message)}`)
  const cause = error.cause
  const origin = isRecord(cause) && cause.err instanceof Error ? cause.err : null
  if (origin) console.error(`[auth][cause]: ${nameOf(origin)}: ${redact(origin.message)}\n${frames(origin)}`)
  else console.error(frames(error))
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

/**
 * Takes out of a foreign text what may be secret or personal: addresses, and words that look like tokens. A word of
 * twenty letters is no English, and a shorter secret was never one.
 */
export function redact(text: string): string {
  return text
    .replace(/[^\s<>"'(),;]+@[^\s<>"'(),;]+/g, '[address]')
    .replace(/[\w~+/=-]*[\w~+/=.-]{24,}/g, word => (/^[a-z]+$/i.test(word) ? word : '[redacted]'))
}
