import { parseUrl } from '../base/parse.js'

/** The maximum length of an email address, in bytes. RFC 5321 section 4.5.3.1.3 allows 256 with angle brackets. */
const maxLength = 254

interface EmailPatterns {
  /**
   * Characters that could add a second email address or inject an email header: quotes, commas, semicolons, angle
   * brackets, spaces, control characters.
   */
  readonly forbidden: RegExp
  /** Characters that separate email addresses, quote a part of one, or end a header line. */
  readonly separator: RegExp
  /** The dot-atom of RFC 5322 section 3.2.3, with the non-ASCII characters of RFC 6531 section 3.3. */
  readonly localPart: RegExp
  /** A non-empty label of a host that neither starts nor ends with a hyphen (RFC 5321 section 4.1.2). */
  readonly hostLabel: RegExp
}

let patterns: EmailPatterns | undefined

/**
 * Creates the patterns at the first use. Their Unicode properties take milliseconds, already when V8 parses a literal, and the sign-in page
 * needs none of them.
 */
function getPatterns(): EmailPatterns {
  patterns ??= createPatterns()
  return patterns
}

function createPatterns(): EmailPatterns {
  const control = String.raw`\p{Cc}`
  const nonGraphic = String.raw`${control}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Z}`
  // \x60 is the backtick.
  const atom = String.raw`[\w!#$%&'*+/=?^\x60{|}~\u{80}-\u{10ffff}-]+`
  const alphanumeric = String.raw`\p{L}\p{N}`
  return {
    forbidden: new RegExp(`[",;<>${nonGraphic}]`, 'u'),
    separator: new RegExp(`[",;<>${control}]`, 'u'),
    localPart: new RegExp(String.raw`^${atom}(?:\.${atom})*$`, 'u'),
    hostLabel: new RegExp(
      String.raw`^[${alphanumeric}](?:[${alphanumeric}\p{M}-]*[${alphanumeric}\p{M}])?$`,
      'u',
    ),
  }
}

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
  if (rest.length > 0 || !getPatterns().localPart.test(local))
    return { reason: 'it does not have the form name@host' }
  if (!isHostname(domain)) return { reason: 'the part after the @ is not a host name' }
  return findEmailFault(email) ?? email
}

/** Returns the reason why a text is not safe as the address of an email, or null. */
export function findEmailFault(email: string): EmailFault | null {
  const lowerCased = toLowerCaseEmail(email)
  if (typeof lowerCased !== 'string') return lowerCased
  if (getPatterns().forbidden.test(email)) return { reason: 'it contains a character that is not allowed' }
  return new TextEncoder().encode(email).length > maxLength ? { reason: 'it is too long' } : null
}

/** Returns whether every program reads a text as the same single email address. A text without `@` is accepted. */
export function isSingleEmail(email: string): boolean {
  return email.split('@').length <= 2 && !getPatterns().separator.test(email)
}

/** Checks that a URL accepts the host: unchanged if it is ASCII, converted to Punycode otherwise. */
function isHostname(domain: string): boolean {
  const url = `http://${domain}`
  const { hostLabel } = getPatterns()
  const isValid = domain.split('.').every(label => hostLabel.test(label))
  const hostname = isValid ? parseUrl(url)?.hostname : undefined
  if (!hostname) return false
  return !/^[!-~]+$/.test(domain) || hostname === domain
}
