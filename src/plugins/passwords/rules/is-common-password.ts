/**
 * The list of common passwords, loaded when the first new password is checked.
 *
 * The list is complete text: no filter with false positives, which would refuse a good password. It has about 18,000 passwords in 85 kB.
 *
 * @module
 */

let passwords: Promise<ReadonlySet<string>> | null = null

/** Returns whether a whole password is in the list of common passwords, in upper or lower case. */
export async function isCommonPassword(password: string): Promise<boolean> {
  passwords ??= loadPasswords()
  return (await passwords).has(password.normalize('NFC').toLowerCase())
}

async function loadPasswords(): Promise<ReadonlySet<string>> {
  const { commonPasswords } = await import('./common-passwords.js')
  return new Set(decodePasswords(commonPasswords))
}

/** Decodes the list: a capital letter says how many characters an entry shares with the one before. */
export function decodePasswords(text: string): readonly string[] {
  let previous = ''
  return Array.from(text.matchAll(/([A-Z])([^A-Z]*)/g), ([, marker = 'A', rest = '']) => {
    previous = previous.slice(0, marker.charCodeAt(0) - 65) + rest
    return previous
  })
}
