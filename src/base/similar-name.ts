/** Returns the name with the fewest different letters, if they are few. Upper case and separators do not count. */
export function findSimilarName(name: string, known: readonly string[], maxDistance = 2): string | undefined {
  const normalized = normalizeName(name)
  const limit = Math.min(maxDistance, Math.floor(normalized.length / 3))
  const candidates = known
    .map(candidate => ({ candidate, distance: getDistance(normalized, normalizeName(candidate)) }))
    .filter(({ distance }) => distance <= limit)
  return candidates.sort((a, b) => a.distance - b.distance)[0]?.candidate
}

/** Returns the only name that contains another one, such as `oneTimeCode` for `code`. Names of fewer than four letters are in too many. */
export function findContainingName(name: string, known: readonly string[]): string | undefined {
  const normalized = normalizeName(name)
  if (normalized.length < 4) return undefined
  const [candidate, ...others] = known.filter(longer => normalizeName(longer).includes(normalized))
  return others.length === 0 ? candidate : undefined
}

function normalizeName(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, '')
}

/** Counts the different letters. The same letters in another order count as one. */
function getDistance(from: string, to: string): number {
  return from !== to && sortLetters(from) === sortLetters(to) ? 1 : getEditDistance(from, to)
}

function sortLetters(text: string): string {
  return [...text].sort().join('')
}

/** Counts the letters to insert, delete or replace (Levenshtein distance). */
function getEditDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [row, letter] of [...from].entries()) {
    const current = [row + 1]
    for (const [column, other] of [...to].entries()) {
      const replaced = (previous[column] ?? 0) + (letter === other ? 0 : 1)
      current.push(Math.min(replaced, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1))
    }
    previous = current
  }
  return previous.at(-1) ?? 0
}
