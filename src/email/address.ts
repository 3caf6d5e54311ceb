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
 * See docs/reference/contract.md#email-addresses.
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

/**
 * Lists the spellings of an email address: as it is, and with the other form of an internationalized domain (RFC 5890 section 2.3.2.1).
 * `ada@münchen.example` and `ada@xn--mnchen-3ya.example` are one mailbox.
 */
export function listEmailSpellings(email: string): readonly [string, ...string[]] {
  const [local, domain] = splitEmail(email)
  if (!isInternationalized(domain)) return [email]
  const ascii = toAsciiDomain(domain)
  if (ascii === null) return [email]
  const others = [ascii, toUnicodeDomain(ascii)].map(other => `${local}@${other}`)
  return [email, ...others.filter(other => other !== email)]
}

/** Returns the email address with the ASCII form of its domain, for comparisons. */
export function toAsciiEmail(email: string): string {
  const [local, domain] = splitEmail(email)
  const ascii = isInternationalized(domain) ? toAsciiDomain(domain) : null
  return ascii === null ? email : `${local}@${ascii}`
}

/** Returns the email address with the Unicode form of its domain, for comparisons. */
export function toUnicodeEmail(email: string): string {
  const [local, domain] = splitEmail(email)
  const ascii = isInternationalized(domain) ? toAsciiDomain(domain) : null
  return ascii === null ? email : `${local}@${toUnicodeDomain(ascii)}`
}

function splitEmail(email: string): [local: string, domain: string] {
  const at = email.lastIndexOf('@')
  return at < 0 ? [email, ''] : [email.slice(0, at), email.slice(at + 1)]
}

function isInternationalized(domain: string): boolean {
  return /[^\0-\x7f]|(?:^|\.)xn--/i.test(domain)
}

/** A URL parser converts each label to its ASCII form, and rejects invalid ones. */
function toAsciiDomain(domain: string): string | null {
  return /^[^\s/\\?#@:[\]%]+$/.test(domain) ? (parseUrl(`http://${domain}`)?.hostname ?? null) : null
}

/** A label that is not the ASCII form of the result stays as it is. */
function toUnicodeDomain(ascii: string): string {
  const labels = ascii.split('.').map(label => {
    const unicode = label.startsWith('xn--') ? decodePunycode(label.slice('xn--'.length)) : null
    return unicode !== null && toAsciiDomain(unicode) === label ? unicode : label
  })
  return labels.join('.')
}

/** The parameters of Punycode, RFC 3492 section 5. */
const [base, tMin, tMax, skew, damp, initialBias, initialCode] = [36, 1, 26, 38, 700, 72, 128]

/** Decodes Punycode (RFC 3492 section 6.2). Returns null if the text is invalid. */
function decodePunycode(text: string): string | null {
  const end = text.lastIndexOf('-')
  const output = [...text.slice(0, Math.max(end, 0))]
  const digits = [...text.slice(end + 1)].map(toDigit)
  let [code, bias, index, position] = [initialCode, initialBias, 0, 0]
  while (position < digits.length) {
    const start = index
    let weight = 1
    for (let k = base; ; k += base) {
      const digit = digits[position++] ?? Number.NaN
      if (Number.isNaN(digit)) return null
      index += digit * weight
      const threshold = Math.min(Math.max(k - bias, tMin), tMax)
      if (digit < threshold) break
      weight *= base - threshold
    }
    const length = output.length + 1
    bias = computeBias(index - start, length, start === 0)
    code += Math.floor(index / length)
    index %= length
    if (code > 0x10ffff) return null
    output.splice(index++, 0, String.fromCodePoint(code))
  }
  return output.join('')
}

/** RFC 3492 section 6.1. */
function computeBias(delta: number, length: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? damp : 2))
  rest += Math.floor(rest / length)
  let k = 0
  for (; rest > ((base - tMin) * tMax) / 2; k += base) rest = Math.floor(rest / (base - tMin))
  return k + Math.floor(((base - tMin + 1) * rest) / (rest + skew))
}

function toDigit(character: string): number {
  const digit = Number.parseInt(character, 36)
  // Letters are 0 to 25, and digits are 26 to 35.
  return digit < 10 ? digit + 26 : digit - 10
}
