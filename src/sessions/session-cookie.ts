import { InvalidConfig, SessionTooLarge } from '../errors.js'
import { toWellFormed } from '../http/url.js'
import type { Context } from '../types/context.js'
import type { CookieJar } from '../types/request.js'

/** Characters of a written value that fit into one cookie: 4096 bytes less 160 for name and attributes. */
const chunkSize = 3936
/** Characters that one of the value may become when it is written. */
const maxEncodedCharacterLength = 12
/** Ours are four at most, and the reference set no limit; hundreds are somebody who wants work out of us. */
const maxChunks = 50
/** Cookies of one name that are tried. */
const maxDuplicates = 5
/** Characters at which many servers begin to refuse the request. */
const warningLength = 7_000

/**
 * The values that may be the session: `name`, and `name.0` to `name.n` joined. Browsers send duplicates (another
 * path, another domain), so there may be several; the first that opens is the session.
 */
export function* readSessionValues(jar: CookieJar, name: string): Generator<string> {
  for (const value of jar.getAll(name).slice(0, maxDuplicates)) if (value) yield value
  for (const copy of jar.getAll(`${name}.0`).slice(0, maxDuplicates).keys()) {
    const chunks = readChunks(jar, name, copy)
    if (chunks.length === 0) continue
    yield chunks.join('')
    const last = chunks.findIndex(chunk => !isFull(chunk))
    // What follows a chunk with room to spare may be left from an older, longer value.
    if (last >= 0 && last < chunks.length - 1) yield chunks.slice(0, last + 1).join('')
  }
}

/** Of duplicates, the first of each chunk belong together, the second, and so on: browsers send them in that order. */
function readChunks(jar: CookieJar, name: string, copy: number): string[] {
  const chunks: string[] = []
  while (chunks.length < maxChunks) {
    const chunk = jar.getAll(`${name}.${chunks.length}`)[copy]
    if (!chunk) break
    chunks.push(chunk)
  }
  return chunks
}

/**
 * Sets the session cookie, in chunks when it is long, and clears the chunks of an older, longer one.
 *
 * @throws SessionTooLarge above `session.maxCookieSize` characters, InvalidConfig without any; before anything is set
 */
export function setSessionCookie(ctx: Context, value: string, expires: Date): void {
  const { name, options } = ctx.cookies.sessionToken
  const { maxCookieSize } = ctx.settings.session
  if (!isNonEmptyString(value))
    throw new InvalidConfig('`jwt.encode` and `session.generateSessionToken` must return a string.')
  const length = getEncodedLength(value)
  if (length > maxCookieSize) {
    throw new SessionTooLarge(
      `The session token has ${length} characters and browsers would drop it: ${maxCookieSize} is the most. ` +
        'Put less into it in the `jwt` callback, or choose `session.strategy: "database"`.',
    )
  }
  if (length > warningLength) ctx.settings.logger.warn('session-cookie-large')
  clearSessionCookie(ctx)
  if (length <= chunkSize) ctx.jar.set(name, value, { ...options, expires })
  else setChunks(ctx, splitIntoChunks(value), expires)
}

/** An answer to another site's form comes without our cookies: what is there cannot be seen, so it is cleared blindly. */
function setChunks({ jar, cookies }: Context, chunks: readonly string[], expires: Date): void {
  const { name, options } = cookies.sessionToken
  jar.clear(name, options)
  for (const [index, chunk] of chunks.entries()) jar.set(`${name}.${index}`, chunk, { ...options, expires })
  if (isFull(chunks.at(-1) ?? '')) jar.clear(`${name}.${chunks.length}`, options)
}

/** The app's own functions may give anything. */
function isNonEmptyString(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}

function splitIntoChunks(value: string): string[] {
  const chunks = ['']
  let remaining = chunkSize
  for (const character of value) {
    const length = getEncodedLength(character)
    if (length > remaining) {
      chunks.push('')
      remaining = chunkSize
    }
    chunks[chunks.length - 1] += character
    remaining -= length
  }
  return chunks
}

/** No further character was sure to fit. */
function isFull(chunk: string): boolean {
  return getEncodedLength(chunk) > chunkSize - maxEncodedCharacterLength
}

function getEncodedLength(value: string): number {
  return unencodedPattern.test(value) ? value.length : encodeURIComponent(toWellFormed(value)).length
}

/** What is written as it is; all of our own tokens are. */
const unencodedPattern = /^[\w.!~*'()-]*$/

/** Clears whatever the browser sent of the session cookie. */
export function clearSessionCookie({ jar, cookies }: Context): void {
  const { name, options } = cookies.sessionToken
  for (const sent of jar.listNames()) if (isSessionCookie(sent, name)) jar.clear(sent, options)
}

/** `name` or `name.<n>`, nothing else that happens to begin like it. */
function isSessionCookie(sent: string, name: string): boolean {
  return sent === name || (sent.startsWith(`${name}.`) && /^\d{1,2}$/.test(sent.slice(name.length + 1)))
}
