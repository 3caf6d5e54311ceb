/**
 * Passwords that consist of what an attacker knows about the user or the app.
 *
 * @module
 */

/** How many other characters do not make a password of names strong: a year or a date, with separators. */
const maxOthers = 8
/** Shorter parts of names are in too many words. In characters. */
const minPartLength = 3

/**
 * Returns whether a password consists of names alone: one or more names or parts of them, in any case, with at most eight digits, blanks or
 * punctuation marks. `Ada.Lovelace-1815` does, `Ada Lovelace reads maps` does not.
 *
 * @param names email addresses, user names, names of users and apps
 */
export function isPersonal(password: string, names: readonly (string | null | undefined)[]): boolean {
  const folded = names.flatMap(name => (name ? [normalizeName(name).trim()] : []))
  const text = normalizeName(password)
  if (folded.includes(text.trim())) return true
  const parts = new Set(folded.flatMap(listParts))
  const letters = removeOthers(text)
  return (
    letters !== '' &&
    [...text].length - [...letters].length <= maxOthers &&
    isJoined(
      letters,
      [...parts].map(removeOthers).filter(part => part !== ''),
    )
  )
}

/** Folds cases and forms, so that `ﬁ`, `Ｆ` and `STRASSE` are what they look like. */
function normalizeName(text: string): string {
  return text.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC')
}

/** Removes all but letters and their marks. */
function removeOthers(text: string): string {
  return text.replace(/[^\p{L}\p{M}]/gu, '')
}

/** Lists a whole name and its parts: those of an email address, of a domain, of a full name. */
function listParts(name: string): readonly string[] {
  const parts = name.split(/[^\p{L}\p{M}]+/u).filter(part => part.length >= minPartLength)
  return [name, ...parts]
}

/** Returns whether a text is one or more of the parts, one after the other. The time is bounded by lengths, unlike that of a pattern. */
function isJoined(text: string, parts: readonly string[]): boolean {
  const reachable = new Set([0])
  for (let start = 0; start < text.length; start++) {
    if (!reachable.has(start)) continue
    for (const part of parts) if (text.startsWith(part, start)) reachable.add(start + part.length)
  }
  return reachable.has(text.length)
}
