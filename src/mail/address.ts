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

/** Why something that was typed is no address. */
export interface NoAddress {
  readonly fault: string
}

/** Spec: behaviour section 10, without the characters that its defect D22 lets through. */
export function normalAddress(typed: string): string | NoAddress {
  if (typed.length > 4 * longest) return { fault: 'it is too long' }
  const address = typed.normalize('NFKC').toLowerCase().trim()
  const [local = '', domain = '', ...rest] = address.split('@')
  if (rest.length > 0 || !localPart.test(local)) return { fault: 'it is not one name, one @ and one host' }
  if (!isHost(domain)) return { fault: 'what follows its @ is no host' }
  return safeAddress(address)
}

/** What an app calls an address, if nothing in it can do harm in a mail. */
export function safeAddress(address: string): string | NoAddress {
  if (dangerous.test(address)) return { fault: 'it has a character that no address has' }
  if (new TextEncoder().encode(address).length > longest) return { fault: 'it is too long' }
  return address
}

/** A host that a URL would take as it stands; one in another script, one that it can translate. */
function isHost(domain: string): boolean {
  const url = `http://${domain}`
  if (!labels.test(domain) || !URL.canParse(url)) return false
  const { hostname } = new URL(url)
  return /^[!-~]+$/.test(domain) ? hostname === domain : hostname !== ''
}
