/** Bytes of an address: RFC 5321 section 4.5.3.1.3 gives a path 256, with its angle brackets. */
const maxLength = 254

/**
 * What would make one address two, or a mail's header something else: quotes, commas, semicolons, angle brackets,
 * blanks, controls.
 */
const forbiddenCharacter = /[",;<>\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Z}]/u

/** The dot-atom of RFC 5322 section 3.2.3, opened to other scripts by RFC 6531 section 3.3. */
const localPartPattern =
  /^[\w!#$%&'*+/=?^`{|}~\u{80}-\u{10ffff}-]+(?:\.[\w!#$%&'*+/=?^`{|}~\u{80}-\u{10ffff}-]+)*$/u

/** The labels of a host, none of them empty; a hyphen stands within (RFC 5321 section 4.1.2). */
const hostLabelsPattern =
  /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?)*$/u

/** Why something that was typed is no address. */
export interface InvalidEmail {
  readonly reason: string
}

/** Spec: behaviour section 10, without the characters that its defect D22 lets through. */
export function normalizeEmail(input: string): string | InvalidEmail {
  if (input.length > 4 * maxLength) return { reason: 'it is too long' }
  const email = input.normalize('NFKC').toLowerCase().trim()
  const [local = '', domain = '', ...rest] = email.split('@')
  if (rest.length > 0 || !localPartPattern.test(local))
    return { reason: 'it is not one name, one @ and one host' }
  if (!isHostname(domain)) return { reason: 'what follows its @ is no host' }
  return validateEmail(email)
}

/** What an app calls an address, if nothing in it can do harm in a mail. */
export function validateEmail(email: string): string | InvalidEmail {
  if (forbiddenCharacter.test(email)) return { reason: 'it has a character that no address has' }
  if (new TextEncoder().encode(email).length > maxLength) return { reason: 'it is too long' }
  return email
}

/** A host that a URL would take as it stands; one in another script, one that it can translate. */
function isHostname(domain: string): boolean {
  const url = `http://${domain}`
  if (!hostLabelsPattern.test(domain) || !URL.canParse(url)) return false
  const { hostname } = new URL(url)
  return /^[!-~]+$/.test(domain) ? hostname === domain : hostname !== ''
}
