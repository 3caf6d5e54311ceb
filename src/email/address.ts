import { parseUrl } from '../base/parse.js'

/** The maximum length of an email address, in bytes. RFC 5321 section 4.5.3.1.3 allows 256 with angle brackets. */
const maxLength = 254

/**
 * Characters that could add a second email address or inject an email header: quotes, commas, semicolons, angle
 * brackets, spaces, control characters.
 */
const forbiddenCharacter = /[",;<>\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Z}]/u

/** The dot-atom of RFC 5322 section 3.2.3, with the non-ASCII characters of RFC 6531 section 3.3. */
const localPartPattern =
  /^[\w!#$%&'*+/=?^`{|}~\u{80}-\u{10ffff}-]+(?:\.[\w!#$%&'*+/=?^`{|}~\u{80}-\u{10ffff}-]+)*$/u

/** Non-empty host labels that neither start nor end with a hyphen (RFC 5321 section 4.1.2). */
const hostLabelsPattern =
  /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?)*$/u

/** The reason why an input is not a valid email address. */
export interface EmailFault {
  readonly reason: string
}

/**
 * Returns the email address in lower case, or the reason why it has none: a letter outside ASCII that becomes an ASCII letter. U+212A
 * (Kelvin sign) becomes `k`, and U+0130 becomes `i` and a dot. The result would be the email address of another person.
 */
export function toLowerCaseEmail(email: string): string | EmailFault {
  const folding = [...email].find(isFoldedIntoAscii)
  if (folding === undefined) return email.toLowerCase()
  const code = folding.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
  return { reason: `the lower case of its letter U+${code} contains an ASCII letter` }
}

function isFoldedIntoAscii(letter: string): boolean {
  return letter > '\x7f' && /[a-z]/.test(letter.toLowerCase())
}

/**
 * Returns the email address in normal form (NFKC, lower case, trimmed), or the reason why the input is invalid.
 *
 * See docs/contract.md#email-addresses.
 */
export function normalizeEmail(input: string): string | EmailFault {
  if (input.length > 4 * maxLength) return { reason: 'it is too long' }
  // Checked before NFKC, which turns the Kelvin sign into K, and after it, which composes U+0130.
  const typed = toLowerCaseEmail(input)
  if (typeof typed !== 'string') return typed
  const lowerCased = toLowerCaseEmail(input.normalize('NFKC'))
  if (typeof lowerCased !== 'string') return lowerCased
  const email = lowerCased.trim()
  const [local = '', domain = '', ...rest] = email.split('@')
  if (rest.length > 0 || !localPartPattern.test(local))
    return { reason: 'it does not have the form name@host' }
  if (!isHostname(domain)) return { reason: 'the part after the @ is not a host name' }
  return findEmailFault(email) ?? email
}

/** Returns the reason why a text is not safe as the address of an email, or null. */
export function findEmailFault(email: string): EmailFault | null {
  const lowerCased = toLowerCaseEmail(email)
  if (typeof lowerCased !== 'string') return lowerCased
  if (forbiddenCharacter.test(email)) return { reason: 'it contains a character that is not allowed' }
  return new TextEncoder().encode(email).length > maxLength ? { reason: 'it is too long' } : null
}

/** Characters that separate addresses, quote a part of one, or end a header line. */
const separator = /[",;<>\p{Cc}]/u

/** Returns whether every program reads a text as the same single email address. A text without `@` is accepted. */
export function isSingleEmail(email: string): boolean {
  return email.split('@').length <= 2 && !separator.test(email)
}

/** Checks that a URL accepts the host: unchanged if it is ASCII, converted to Punycode otherwise. */
function isHostname(domain: string): boolean {
  const url = `http://${domain}`
  const hostname = hostLabelsPattern.test(domain) ? parseUrl(url)?.hostname : undefined
  if (!hostname) return false
  return !/^[!-~]+$/.test(domain) || hostname === domain
}
