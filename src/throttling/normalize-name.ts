import { toAsciiEmail, toUnicodeEmail } from '../email/domain-spellings.js'

/** Letters that databases compare as others, and that have no decomposition in Unicode. Those of `toUpperCase` are not listed. */
const lookalikes: ReadonlyMap<string, string> = new Map([
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['ħ', 'h'],
  ['ł', 'l'],
  ['ŋ', 'n'],
  ['ŧ', 't'],
  ['þ', 'th'],
  ['ς', 'σ'],
])

/**
 * Folds the spellings that a database may find as one account: Unicode forms, case, invisible characters, diacritics and blanks. The
 * result is only for counting: two accounts that it folds into one share their limits.
 */
export function normalizeName(name: string): string {
  // Folding can produce characters that fold again, such as a letter and a mark that compose.
  return normalizeOnce(normalizeOnce(toUnicodeEmail(name.normalize('NFKC').trim().toLowerCase())))
}

function normalizeOnce(name: string): string {
  const folded = name
    .normalize('NFKC')
    // Default ignorable code points, such as a zero-width space, a soft hyphen and a variation selector, and control characters.
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cs}]|(?!\s)\p{Cc}/gu, '')
    // "ß" has only an upper case of two letters, and "ı" shares that of "i".
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\0-\x7f]/gu, letter => lookalikes.get(letter) ?? letter)
    .replace(/\s+/gu, ' ')
    .trim()
  return toAsciiEmail(folded.normalize('NFKC'))
}
