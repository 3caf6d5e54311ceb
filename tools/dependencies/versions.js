/**
 * Compares versions as Semantic Versioning 2.0.0 section 11 does.
 *
 * @module
 */

/** Returns a negative number if `a` precedes `b`, a positive one if it follows, and 0 if both have the same precedence. */
export function compareVersions(a, b) {
  const [left, right] = [parseVersion(a), parseVersion(b)]
  return compareLists(left.numbers, right.numbers) || comparePrereleases(left.prerelease, right.prerelease)
}

function parseVersion(text) {
  const match = /^(\d+)\.(\d+)\.(\d+)(?:-([\w.-]+))?(?:\+[\w.-]+)?$/.exec(text)
  if (!match) throw new Error(`"${text}" is not a version, such as 1.2.3 or 1.2.3-beta.4.`)
  return { numbers: match.slice(1, 4), prerelease: match[4]?.split('.') ?? [] }
}

/** A version without a prerelease follows all of its prereleases. */
function comparePrereleases(a, b) {
  if (a.length === 0 || b.length === 0) return b.length - a.length
  return compareLists(a, b)
}

function compareLists(a, b) {
  for (const [index, value] of a.entries()) {
    const order = b[index] === undefined ? 1 : compareIdentifiers(value, b[index])
    if (order !== 0) return order
  }
  return a.length - b.length
}

/** Numbers are compared as numbers, and precede texts. */
function compareIdentifiers(a, b) {
  const [isNumber, isOtherNumber] = [a, b].map(value => /^\d+$/.test(value))
  if (isNumber && isOtherNumber) return Number(a) - Number(b)
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1
  return a < b ? -1 : a > b ? 1 : 0
}
