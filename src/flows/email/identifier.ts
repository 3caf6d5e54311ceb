import { asError } from '../../base/as-error.js'
import { AuthError, EmailSignInError } from '../../errors.js'
import { parseUrl } from '../../http/url.js'
import type { EmailConfig } from '../../types/provider.js'

/** Bytes of an address: RFC 5321 section 4.5.3.1.3 gives a path 256, with its angle brackets. */
const longest = 254

/**
 * What would make one address two, or a mail's header something else: quotes, commas, semicolons, angle brackets,
 * blanks, controls.
 */
const dangerous = /[",;<>\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Z}]/u

/** The dot-atom of RFC 5322 section 3.2.3, opened to other scripts by RFC 6531 section 3.3. */
const localPart = /^[\w!#$%&'*+/=?^`{|}~\u{80}-\u{10ffff}-]+(?:\.[\w!#$%&'*+/=?^`{|}~\u{80}-\u{10ffff}-]+)*$/u

/** The labels of a host, none of them empty; a hyphen stands within (RFC 5321 section 4.1.2). */
const labels =
  /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?)*$/u

/**
 * The address that a visitor typed, in its one form: the stored user is found by it, and the mail goes to it.
 *
 * @throws EmailSignInError when it is none, before anything else happens
 */
export function identifierFrom(typed: unknown, provider: EmailConfig): string {
  if (typeof typed !== 'string' || typed === '') throw refused('none was given')
  const identifier = provider.normalizeIdentifier
    ? own(typed, provider.normalizeIdentifier)
    : normalize(typed)
  if (typeof identifier !== 'string' || identifier === '') throw refused('nothing was left of it')
  if (dangerous.test(identifier)) throw refused('it has a character that no address has')
  if (new TextEncoder().encode(identifier).length > longest) throw refused('it is too long')
  return identifier
}

function own(typed: string, normalizeIdentifier: (identifier: string) => string): string {
  try {
    return normalizeIdentifier(typed)
  } catch (error) {
    throw error instanceof AuthError ? error : new EmailSignInError(asError(error))
  }
}

/** Spec: behaviour section 10, without the characters that its defect D22 lets through. */
function normalize(typed: string): string {
  if (typed.length > 4 * longest) throw refused('it is too long')
  const identifier = typed.normalize('NFKC').toLowerCase().trim()
  const [local = '', domain = '', ...rest] = identifier.split('@')
  if (rest.length > 0 || !localPart.test(local)) throw refused('it is not one name, one @ and one host')
  if (!isHost(domain)) throw refused('what follows its @ is no host')
  return identifier
}

/** A host that a URL would take as it stands; one in another script, one that it can translate. */
function isHost(domain: string): boolean {
  if (!labels.test(domain)) return false
  const hostname = parseUrl(`http://${domain}`)?.hostname
  return /^[!-~]+$/.test(domain) ? hostname === domain : Boolean(hostname)
}

function refused(why: string): EmailSignInError {
  return new EmailSignInError(`The address cannot be mailed: ${why}.`)
}
