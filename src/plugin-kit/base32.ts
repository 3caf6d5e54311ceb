const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const crockfordAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Encodes bytes as base32 in capitals, without padding. RFC 4648 section 6. */
export function encodeBase32(bytes: Uint8Array): string {
  return encodeWith(base32Alphabet, bytes)
}

/**
 * Decodes base32 in any case, with or without padding. Blanks and hyphens between characters are skipped, because apps show secrets in
 * groups. Returns null if the text is not base32, or encodes no whole number of bytes. RFC 4648 section 6.
 */
export function decodeBase32(text: string): Uint8Array | null {
  const characters = text.replace(/[\s-]/g, '').replace(/=+$/, '')
  return isAlphanumeric(characters) ? decodeWith(base32Alphabet, characters.toUpperCase()) : null
}

/** Encodes bytes as Crockford base32: digits and capitals without I, L, O and U, which are easily confused. */
export function encodeCrockford(bytes: Uint8Array): string {
  return encodeWith(crockfordAlphabet, bytes)
}

/**
 * Normalizes typed Crockford base32 to the characters of {@link encodeCrockford}: capitals without blanks and hyphens, `I` and `L` as `1`,
 * `O` as `0`. Returns null if another character is in it.
 */
export function normalizeCrockford(text: string): string | null {
  const characters = text.replace(/[\s-]/g, '')
  if (!isAlphanumeric(characters) || /u/i.test(characters)) return null
  return characters.toUpperCase().replace(/[IL]/g, '1').replaceAll('O', '0')
}

/** Decodes Crockford base32 as leniently as {@link normalizeCrockford}. Returns null if the text is not Crockford base32. */
export function decodeCrockford(text: string): Uint8Array | null {
  const characters = normalizeCrockford(text)
  return characters === null ? null : decodeWith(crockfordAlphabet, characters)
}

/** Checks for ASCII letters and digits, because other letters have capitals in ASCII: `ſ` becomes `S`. */
function isAlphanumeric(text: string): boolean {
  return /^[0-9a-zA-Z]*$/.test(text)
}

function encodeWith(alphabet: string, bytes: Uint8Array): string {
  let text = ''
  let buffer = 0
  let bits = 0
  for (const byte of bytes) {
    buffer = ((buffer << 8) | byte) & 0xfff
    bits += 8
    for (; bits >= 5; bits -= 5) text += alphabet.charAt((buffer >>> (bits - 5)) & 31)
  }
  return bits > 0 ? text + alphabet.charAt((buffer << (5 - bits)) & 31) : text
}

/** The last character has bits that no byte uses. They must be zero, so that two texts are never the same bytes. */
function decodeWith(alphabet: string, characters: string): Uint8Array | null {
  const bytes = new Uint8Array(Math.floor((characters.length * 5) / 8))
  let buffer = 0
  let bits = 0
  let length = 0
  for (const character of characters) {
    const value = alphabet.indexOf(character)
    if (value < 0) return null
    buffer = ((buffer << 5) | value) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes[length++] = buffer >>> bits
  }
  return bits < 5 && (buffer & ((1 << bits) - 1)) === 0 ? bytes : null
}
