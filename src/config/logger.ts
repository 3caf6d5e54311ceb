import { createLoader, isPromise } from '../base/cache.js'
import { findCauseCode } from '../base/error-code.js'
import { getHelpReference } from '../base/help-reference.js'
import { toError } from '../base/to-error.js'
import { AuthError, MissingSecret } from '../errors.js'
import type { AuthConfig } from '../types/config.js'
import type { FailureTrail, Logger, WarningCode } from '../types/logger.js'
import { getConfigHint } from './config-hint.js'

/** Creates the logger of a configuration. Methods that it does not define write to the console. */
export function resolveLogger({ logger = {}, debug = false }: Pick<AuthConfig, 'logger' | 'debug'>): Logger {
  return {
    error: error =>
      guardLogger(() => (logger.error ? logger.error(redactError(error)) : logError(redactError(error)))),
    warn: (code, text) => {
      if (text !== undefined) return logWarning(logger, code, text)
      const texts = loadWarningTexts()
      const log = ({ getWarningText }: Awaited<typeof texts>) =>
        logWarning(logger, code, getWarningText(code))
      if (!isPromise(texts)) return log(texts)
      texts.then(log, (error: unknown) => logWarning(logger, code, String(error)))
    },
    info: (message, metadata) => {
      const [text, details] = [toLogText(message), toLogValue(metadata)]
      const line = text + formatTrail(' ', Object(details))
      guardLogger(() => {
        if (logger.info) return logger.info(text, details)
        if (logger.warn) return logger.warn('sign-in-failed', line)
        console.info(`[auth][info] ${line}`)
      })
    },
    debug: (message, metadata) => {
      if (!logger.debug && !debug) return
      const [text, details] = [toLogText(message), toLogValue(metadata)]
      if (logger.debug) guardLogger(() => logger.debug?.(text, details))
      else console.log(`[auth][debug]: ${text}`, JSON.stringify(details) ?? '')
    },
  }
}

/** Most apps cause no warning, so the texts are loaded at the first one. */
const loadWarningTexts = createLoader(() => import('./warnings.js'))

function logWarning(logger: NonNullable<AuthConfig['logger']>, code: WarningCode, text: string): void {
  const message = `${text} ${getHelpReference(code)}`
  guardLogger(() =>
    logger.warn ? logger.warn(code, message) : console.warn(`[auth][warn][${code}] ${message}`),
  )
}

/** Runs a logger method. A logger that throws or rejects must not fail the request. */
function guardLogger(log: () => unknown): void {
  const reportFailure = (error: unknown) => {
    console.error('[auth][error] The configured logger threw.')
    logError(redactError(toError(error)))
  }
  try {
    const logging = log()
    if (logging instanceof Promise) logging.catch(reportFailure)
  } catch (error) {
    reportFailure(error)
  }
}

/**
 * Returns the error as it can be logged: with all texts escaped and limited in length, and the message of every error from outside Latchkey
 * redacted. Messages of Latchkey contain no secrets, but values that a visitor or a provider chose.
 */
export function redactError(error: Error): Error {
  const wrapped = isErrorDetails(error.cause) && error.cause.err instanceof Error ? error.cause.err : null
  const redacted = wrapped && redactError(wrapped)
  const isOwn = error instanceof AuthError && redacted === wrapped
  const toText = isOwn ? getOwnTextEscape(error) : redactText
  if (isOwn && isSafe(error, toText)) return error
  const clone = cloneError(error, isOwn ? toText(error.message) : redactMessage(error))
  if (isErrorDetails(error.cause))
    clone.cause = { ...pickLoggableDetails(error.cause, toText), err: redacted ?? undefined }
  return clone
}

/** Only the message about a missing secret has several lines, and none of them comes from outside. */
function getOwnTextEscape(error: AuthError): (text: string) => string {
  return error instanceof MissingSecret ? toLogLines : toLogText
}

function isSafe({ message, cause = {} }: AuthError, toText: (text: string) => string): boolean {
  const texts = [message, ...Object.values(cause)].filter(value => typeof value === 'string')
  return texts.every(text => toText(text) === text)
}

function redactMessage(error: Error): string {
  const message = redactText(error.message)
  const code = findCauseCode(error)
  return code === null || message.includes(code) ? message : `${message} (${code})`
}

/** Returns the primitive details of a cause, with their text converted. Objects are omitted. */
function pickLoggableDetails(
  cause: Record<string, unknown>,
  toText: (text: string) => string,
): Record<string, unknown> {
  const loggable = Object.entries(cause).filter(([, value]) =>
    ['string', 'number', 'boolean'].includes(typeof value),
  )
  return Object.fromEntries(
    loggable.map(([key, value]) => [toLogText(key), typeof value === 'string' ? toText(value) : value]),
  )
}

/** Creates a copy with another message and the same prototype, so that `instanceof` still works. */
function cloneError(error: Error, message: string): Error {
  const name = toLogText(error.name)
  const stack = `${name}: ${message}\n${getStackFrames(error)}`
  const clone: Error = Object.create(Object.getPrototypeOf(error))
  const traced =
    'trail' in error && 'reference' in error
      ? { reference: toLogValue(error.reference), trail: toLogValue(error.trail) }
      : {}
  return Object.assign(clone, {
    name,
    message,
    stack,
    ...('type' in error && { type: toLogValue(error.type) }),
    ...('code' in error && { code: toLogValue(error.code) }),
    ...traced,
  })
}

function logError(error: Error & Partial<FailureTrail>): void {
  console.error(`[auth][error] ${getErrorName(error)}: ${error.message}`)
  const cause = isErrorDetails(error.cause) ? error.cause : {}
  const origin = cause.err instanceof Error ? cause.err : null
  const stack = origin
    ? `[auth][cause]: ${getErrorName(origin)}: ${origin.message}
${getStackFrames(origin)}`
    : getStackFrames(error)
  console.error(stack + formatTrail('\n', error))
  const details = pickLoggableDetails(cause, text => text)
  if (Object.keys(details).length > 0) console.error(`[auth][details]: ${JSON.stringify(details)}`)
  const hint = getConfigHint(error)
  if (error instanceof AuthError)
    console.error(`[auth][hint]: ${hint ? `${hint} ` : ''}${getHelpReference(error.type)}`)
}

/** `npx latchkey explain <reference>` reads it. */
function formatTrail(separator: string, { reference, trail }: Partial<FailureTrail>): string {
  return reference ? `${separator}[reference ${reference}: ${trail}]` : ''
}

function getErrorName(error: Error): string {
  return 'type' in error && typeof error.type === 'string' ? error.type : error.name
}

/** Maximum number of logged stack frames. */
const maxFrames = 50

/** Returns the stack frames. The lines of the message are skipped, because one of them could look like a frame. */
export function getStackFrames({ stack = '', message }: Error): string {
  const afterMessage = message && stack.includes(message) ? stack.indexOf(message) + message.length : 0
  return stack
    .slice(afterMessage)
    .split('\n')
    .filter(line => line.trimStart().startsWith('at '))
    .slice(0, maxFrames)
    .map(toLogText)
    .join('\n')
}

function isErrorDetails(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Maximum length of a foreign error text, in characters. */
const maxForeignTextLength = 1_000

/** A word of 24 or more characters that is not a token: letters only, a code such as `UND_ERR_CONNECT_TIMEOUT`, or an option. */
const longWord = /^(?:[A-Za-z]+|[A-Z]+(?:_[A-Z0-9]+)+|[a-z]+(?:[_.][a-z]+)+)$/

/**
 * Redacts what can be secret or personal in a foreign text, and puts the text on one line. Replaces email
 * addresses (also percent-encoded), numbers as long as a one-time code, and token-like words of 24 or more
 * characters. Origins of URLs are kept.
 */
export function redactText(text: string): string {
  const redacted = text
    .slice(0, maxForeignTextLength)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[^\s<>"'(),;]+(?:@|%40)[^\s<>"'(),;]+/gi, '[email]')
    .replace(/(?<!\w|\d\.)(?:\d{6,}|\d{4}[ -]\d{4})(?!\w|\.\d)/g, '[redacted]')
    .replace(/(https?:\/\/[a-z\d.-]+(?::\d+)?)|[\w~+/=.-]{24,}/g, (word, origin?: string) =>
      (origin ?? longWord.test(word.replace(/\.+$/, ''))) ? word : '[redacted]',
    )
  return toLogText(redacted)
}

/** Maximum length of one text in the log, in characters. */
const maxLength = 2_000

/**
 * Characters that could forge a line of the log, control a terminal, or reorder the text: control characters, line and paragraph
 * separators, and bidirectional controls.
 */
const unsafeCharacter = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Escapes a text for the log, as `\u001b`, and cuts it after 2,000 characters. Every logged text passes through it. */
function toLogText(text: string): string {
  const cut = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
  return cut.replace(unsafeCharacter, escapeCharacter)
}

/** Escapes a text that may have several lines. */
function toLogLines(text: string): string {
  return text.split('\n').map(toLogText).join('\n')
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** How deep the metadata of a debug message is copied. */
const maxDepth = 4

/** Copies metadata for the log, with all of its texts escaped. */
function toLogValue(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return toLogText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === maxDepth) return '…'
  const entries: [string, unknown][] = Object.entries(value)
  if (Array.isArray(value)) return entries.map(([, item]) => toLogValue(item, depth + 1))
  return Object.fromEntries(entries.map(([name, item]) => [toLogText(name), toLogValue(item, depth + 1)]))
}
