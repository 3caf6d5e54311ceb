import { chain } from '../base/cache.js'
import { InvalidConfig, SessionTooLarge } from '../errors.js'
import { encodedCharacter } from '../http/cookies.js'
import { toWellFormed } from '../http/url.js'
import type { Awaitable } from '../types/common.js'
import type { Context } from '../types/context.js'
import type { CookieOption } from '../types/cookies.js'
import type { JWT } from '../types/jwt.js'
import type { CookieJar, RequestCookies } from '../types/request.js'

/** Maximum encoded length of one cookie value, in characters: 4096 bytes less 160 for name and attributes. */
const chunkSize = 3936
/** Maximum length of one percent-encoded character. */
const maxEncodedCharacterLength = 12
/**
 * Maximum number of chunks that are read. By default, Latchkey writes four at most and Auth.js has no limit, but hundreds
 * are an attack.
 */
const maxChunks = 50
/** Length from which many servers reject the request headers, in characters. */
const warningLength = 7_000

/**
 * Returns the candidate values of the session cookie: `name`, and `name.0` to `name.n` joined. Browsers send
 * duplicates for other paths and domains.
 */
export function listSessionCookieCandidates(cookies: RequestCookies, name: string): readonly string[] {
  return listCandidatesByDuplicate(cookies, name).flat()
}

/** Returns the candidate values of each duplicate. The first one that decodes is its value. */
export function listCandidatesByDuplicate(
  cookies: RequestCookies,
  name: string,
): ReadonlyArray<readonly string[]> {
  const candidates: Array<readonly string[]> = []
  for (const value of cookies.getAll(name)) if (value) candidates.push([value])
  for (const duplicateIndex of cookies.getAll(`${name}.0`).keys()) {
    const chunks = readChunks(cookies, name, duplicateIndex)
    if (chunks.length > 0) candidates.push(listCandidateValues(chunks))
  }
  return candidates
}

/** Chunks behind one that is not full can be left over from an older, longer value. */
function listCandidateValues(chunks: readonly string[]): string[] {
  const last = chunks.findIndex(chunk => !isFull(chunk))
  const hasLeftovers = last >= 0 && last < chunks.length - 1
  return hasLeftovers ? [chunks.join(''), chunks.slice(0, last + 1).join('')] : [chunks.join('')]
}

/**
 * Reads one copy of the chunks. Browsers send duplicates in the same order for each chunk, so the first ones
 * belong together, and so on. The last chunks of the longest value have fewer duplicates.
 */
function readChunks(cookies: RequestCookies, name: string, duplicateIndex: number): string[] {
  const chunks: string[] = []
  while (chunks.length < maxChunks) {
    const duplicates = cookies.getAll(`${name}.${chunks.length}`)
    const chunk = duplicates[duplicateIndex] ?? duplicates.at(-1)
    if (!chunk) break
    chunks.push(chunk)
  }
  return chunks
}

/**
 * Sets the session cookie, in chunks if it is long, and clears the chunks of a longer previous value. Throws
 * before it sets any cookie.
 *
 * @throws SessionTooLarge if the value has more than `session.maxTokenLength` characters
 * @throws InvalidConfig if the value is not a non-empty string
 */
export function setSessionCookie(ctx: Context, value: string, expires: Date): void {
  assertStorable(ctx, value)
  const { name, options } = ctx.cookieOptions.sessionToken
  const length = getEncodedLength(value)
  if (length > warningLength) ctx.settings.warnOnce('session-cookie-large')
  clearSessionCookie(ctx)
  if (length <= chunkSize) ctx.jar.set(name, value, { ...options, expires })
  else setChunks(ctx, splitIntoChunks(value), expires)
}

/**
 * Asserts that a value can be stored in the session cookie.
 *
 * @throws SessionTooLarge if the value has more than `session.maxTokenLength` characters
 * @throws InvalidConfig if the value is not a non-empty string
 */
export function assertStorable({ settings }: Context, value: string): void {
  const { maxTokenLength } = settings.session
  if (!isNonEmptyString(value))
    throw new InvalidConfig('`jwt.encode` and `session.generateSessionToken` must return a non-empty string.')
  const length = getEncodedLength(value)
  if (length > maxTokenLength) {
    throw new SessionTooLarge(
      `The session token has ${length} characters. The limit is ${maxTokenLength} (\`session.maxTokenLength\`). ` +
        'Store less in it in the `jwt` callback, or set `session.strategy: "database"`.',
    )
  }
}

/**
 * Sets the chunks. A cross-site POST callback arrives without Latchkey's cookies, so old values are cleared
 * without reading them.
 */
function setChunks({ jar, cookieOptions }: Context, chunks: readonly string[], expires: Date): void {
  const { name, options } = cookieOptions.sessionToken
  jar.clear(name, options)
  for (const [index, chunk] of chunks.entries()) jar.set(`${name}.${index}`, chunk, { ...options, expires })
  if (isFull(chunks.at(-1) ?? '')) jar.clear(`${name}.${chunks.length}`, options)
}

/** Checks the result of a function of the app, which can return any value. */
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

/** Checks that a chunk may have had no room for another character. */
function isFull(chunk: string): boolean {
  return getEncodedLength(chunk) > chunkSize - maxEncodedCharacterLength
}

function getEncodedLength(value: string): number {
  return encodedCharacter.test(value) ? encodeURIComponent(toWellFormed(value)).length : value.length
}

/**
 * Clears every part of the session cookie that the browser sent, and of that of NextAuth 4. With a configured `domain`, also clears the cookie without a
 * domain, which the browser still has if `domain` was added later.
 */
export function clearSessionCookie(ctx: Context): void {
  const { name, options } = ctx.cookieOptions.sessionToken
  const legacyName = getLegacyCookieName(ctx)
  if (legacyName !== null && legacyName !== name) clearCookie(ctx.jar, { name: legacyName, options })
  clearCookie(ctx.jar, { name, options })
}

/** Returns the name of the session cookie of NextAuth 4, or null without `legacySessions`. */
export function getLegacyCookieName({ settings, cookieOptions }: Context): string | null {
  const { legacySessions } = settings
  if (!legacySessions) return null
  return legacySessions.cookieNames[cookieOptions === settings.cookieOptions.secure ? 'secure' : 'plain']
}

function clearCookie(jar: CookieJar, { name, options }: CookieOption): void {
  const { domain, ...hostOnlyOptions } = options
  for (const sent of listSentNames(jar, name)) {
    // First, because some frameworks only keep the last cookie of a name.
    if (domain) jar.clear(sent, hostOnlyOptions)
    jar.clear(sent, options)
  }
}

/** Lists the names of the parts of a session cookie that the browser sent. */
export function listSentNames(cookies: RequestCookies, name: string): readonly string[] {
  return cookies.listNames().filter(candidate => isSessionCookie(candidate, name))
}

/** Checks for `name` or `name.<n>`. Other cookies can start with the same name. */
function isSessionCookie(sent: string, name: string): boolean {
  return sent === name || (sent.startsWith(`${name}.`) && /^\d{1,2}$/.test(sent.slice(name.length + 1)))
}

/** Decodes a session token. Returns null if it is not valid. */
export type DecodeToken = (token: string) => Awaitable<JWT | null>

/**
 * Returns the payload of the newest valid session token, or null. A browser sends an outdated duplicate after the `domain` or
 * `path` of the cookie changed.
 *
 * @param name the name of the session cookie
 */
export function findNewestToken(
  cookies: RequestCookies,
  name: string,
  decodeToken: DecodeToken,
): Awaitable<JWT | null> {
  const duplicates = listCandidatesByDuplicate(cookies, name)
  const decodeFrom = (index: number, newest: JWT | null): Awaitable<JWT | null> => {
    const candidates = duplicates[index]
    if (!candidates) return newest
    return chain(decodeFirst(candidates, decodeToken), payload =>
      decodeFrom(index + 1, selectNewer(newest, payload)),
    )
  }
  return decodeFrom(0, null)
}

/** Returns the payload of each session token of the request that is valid, in the order sent. */
export async function listTokens(
  cookies: RequestCookies,
  name: string,
  decodeToken: DecodeToken,
): Promise<readonly JWT[]> {
  const payloads: JWT[] = []
  for (const candidates of listCandidatesByDuplicate(cookies, name)) {
    const payload = await decodeFirst(candidates, decodeToken)
    if (payload) payloads.push(payload)
  }
  return payloads
}

/** Returns the payload of the first candidate that decodes. */
function decodeFirst(
  candidates: readonly string[],
  decodeToken: DecodeToken,
  index = 0,
): Awaitable<JWT | null> {
  const token = candidates[index]
  if (token === undefined) return null
  return chain(decodeToken(token), payload => payload ?? decodeFirst(candidates, decodeToken, index + 1))
}

function selectNewer(newest: JWT | null, payload: JWT | null): JWT | null {
  if (!newest || !payload) return newest ?? payload
  return getIssueTime(payload) > getIssueTime(newest) ? payload : newest
}

/** Returns `iat`. A token without it counts as the oldest. */
function getIssueTime({ iat }: JWT): number {
  return typeof iat === 'number' ? iat : 0
}
