import { parseUrl } from '../base/parse.js'

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
