import { SessionTooLarge } from '../errors.js'
import type { Context } from '../types/context.js'
import type { Jar } from '../types/wire.js'

/** Characters of a value that fit into one cookie: 4096 bytes less 160 for name and attributes. */
const chunkSize = 3936
/** Ours are four at most, and the reference set no limit; hundreds are somebody who wants work out of us. */
const mostChunks = 50
/** Cookies of one name that are tried. */
const mostCopies = 5
/** Characters at which many servers begin to refuse the request. */
const large = 7_000

/**
 * The values that may be the session: `name`, and `name.0` to `name.n` joined. Browsers send duplicates (another
 * path, another domain), so there may be several; the first that opens is the session.
 */
export function* sessionValues(jar: Jar, name: string): Generator<string> {
  for (const value of jar.all(name).slice(0, mostCopies)) if (value) yield value
  for (const copy of jar.all(`${name}.0`).slice(0, mostCopies).keys()) {
    const joined = joinChunks(jar, name, copy)
    if (joined) yield joined
  }
}

/** Of duplicates, the first of each chunk belong together, the second, and so on: browsers send them in that order. */
function joinChunks(jar: Jar, name: string, copy: number): string {
  let joined = ''
  for (let index = 0; index < mostChunks; index++) {
    const chunk = jar.all(`${name}.${index}`)[copy]
    if (!chunk) break
    joined += chunk
  }
  return joined
}

/**
 * Sets the session cookie, in chunks when it is long, and clears the chunks of an older, longer one.
 *
 * @throws SessionTooLarge above `session.maxCookieSize` characters, before anything is set
 */
export function setSessionCookie(ctx: Context, value: string, expires: Date): void {
  const { name, options } = ctx.cookies.sessionToken
  const { maxCookieSize } = ctx.settings.session
  if (value.length > maxCookieSize) {
    throw new SessionTooLarge(
      `The session token has ${value.length} characters and browsers would drop it: ${maxCookieSize} is the most. ` +
        'Put less into it in the `jwt` callback, or choose `session.strategy: "database"`.',
    )
  }
  if (value.length > large) ctx.settings.logger.warn('session-cookie-large')
  clearSessionCookie(ctx)
  const chunks = split(value)
  if (chunks.length === 1) ctx.jar.set(name, value, { ...options, expires })
  else
    for (const [index, chunk] of chunks.entries())
      ctx.jar.set(`${name}.${index}`, chunk, { ...options, expires })
}

function split(value: string): string[] {
  const count = Math.ceil(value.length / chunkSize)
  return Array.from({ length: count }, (_, index) => value.slice(index * chunkSize, (index + 1) * chunkSize))
}

/** Clears whatever the browser sent of the session cookie. */
export function clearSessionCookie({ jar, cookies }: Context): void {
  const { name, options } = cookies.sessionToken
  for (const sent of jar.names()) if (isSessionCookie(sent, name)) jar.clear(sent, options)
}

/** `name` or `name.<n>`, nothing else that happens to begin like it. */
function isSessionCookie(sent: string, name: string): boolean {
  return sent === name || (sent.startsWith(`${name}.`) && /^\d{1,2}$/.test(sent.slice(name.length + 1)))
}
