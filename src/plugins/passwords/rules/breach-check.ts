/**
 * The range check of Pwned Passwords: whether a password is known from a data breach. Only the first five characters of its SHA-1 leave the
 * server, which about a thousand passwords share.
 *
 * @module
 */

/** The options of the check. */
export interface BreachCheckOptions {
  /** Sends the request, for a proxy or a mirror. @default the global `fetch` */
  readonly fetch?: typeof fetch | undefined
  /** Also looks the password of each sign-in up. A user whose password is found must choose a new one. @default false */
  readonly atSignIn?: boolean | undefined
}

/** Logs why the service gave no answer. It never receives the password or its hash. */
export type LogBreachFailure = (message: string, error: unknown) => void

/** Returns whether a password is known from a data breach. If the service gives no answer, returns false. */
export type BreachCheck = (password: string, logDebug: LogBreachFailure) => Promise<boolean>

/** In milliseconds. */
const timeout = 1000
/** A padded response has about 50 kB. In characters. */
const maxLength = 1_000_000

/**
 * Creates the check. It requests `https://api.pwnedpasswords.com/range/<first five characters>`, with padding, so that the size of the response
 * does not reveal the range. It fails open: an outage of the service must not keep users from signing up. The first failure is logged.
 *
 * @example
 * const isBreached = createBreachCheck()
 * if (await isBreached(password, (message, error) => logger.debug(message, { error }))) return 'breached'
 */
export function createBreachCheck(options: BreachCheckOptions = {}): BreachCheck {
  let isLogged = false
  return async (password, logDebug) => {
    try {
      return await isInRange(password, options)
    } catch (error) {
      if (!isLogged)
        logDebug('The breach check of passwords has no answer. New passwords are accepted without it.', error)
      isLogged = true
      return false
    }
  }
}

async function isInRange(
  password: string,
  { fetch = globalThis.fetch }: BreachCheckOptions,
): Promise<boolean> {
  const hash = await hashSha1(password.normalize('NFC'))
  const range = await requestRange(hash.slice(0, 5), fetch)
  return hasSuffix(range, hash.slice(5))
}

async function hashSha1(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-1', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), byte => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()
}

/** @throws Error if there is no complete response within the timeout */
async function requestRange(prefix: string, send: typeof fetch): Promise<string> {
  const controller = new AbortController()
  // Not every runtime can cancel `AbortSignal.timeout`, which would keep the process alive.
  const timer = setTimeout(() => controller.abort(new Error(`No response within ${timeout} ms.`)), timeout)
  try {
    const response = await send(`https://api.pwnedpasswords.com/range/${prefix}`, {
      headers: { 'Add-Padding': 'true' },
      redirect: 'manual',
      signal: controller.signal,
    })
    if (response.status !== 200) throw new Error(`The status of the response is ${response.status}.`)
    const text = await response.text()
    if (text.length > maxLength) throw new Error(`The response has ${text.length} characters.`)
    return text
  } finally {
    clearTimeout(timer)
  }
}

/** Each line is a suffix and its count. A count of 0 is padding. */
function hasSuffix(range: string, suffix: string): boolean {
  return range.split(/\r?\n/).some(line => {
    const [found, count] = line.split(':')
    return found?.toUpperCase() === suffix && Number(count) > 0
  })
}
