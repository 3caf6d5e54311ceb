type Version = readonly [major: number, minor: number, patch: number]

/** Versions from `from` up to those before `to`. */
interface VersionInterval {
  readonly from: Version
  readonly to: Version
}

const zero: Version = [0, 0, 0]
const infinity: Version = [Number.POSITIVE_INFINITY, 0, 0]

/**
 * Returns whether a version is in a range of npm, such as `^0.26.1 || >=1`.
 *
 * @returns null if it is not known: for prereleases, hyphens and what is no range of versions
 */
export function isInRange(version: string, range: string): boolean | null {
  const parts = /^(\d+)\.(\d+)\.(\d+)(?:\+|$)/.exec(version)?.slice(1).map(Number)
  const alternatives = range.split('||').map(parseComparators)
  if (!parts || alternatives.includes(null)) return null
  const [major = 0, minor = 0, patch = 0] = parts
  return alternatives.some(intervals =>
    intervals?.every(interval => isBetween([major, minor, patch], interval)),
  )
}

function isBetween(version: Version, { from, to }: VersionInterval): boolean {
  return compareVersions(version, from) >= 0 && compareVersions(version, to) < 0
}

function compareVersions(a: Version, b: Version): number {
  const part = [0, 1, 2].find(index => a[index] !== b[index])
  return part === undefined ? 0 : Math.sign((a[part] ?? 0) - (b[part] ?? 0))
}

/** Parses `>=1.2 <2`. @returns null for another syntax */
function parseComparators(text: string): VersionInterval[] | null {
  const comparators = text
    .trim()
    .replace(/([<>=~^])\s+/g, '$1')
    .split(/\s+/)
  const intervals = comparators.map(parseComparator)
  return intervals.every(interval => interval !== null) ? intervals : null
}

function parseComparator(text: string): VersionInterval | null {
  if (/^(?:[*xX]|)$/.test(text)) return { from: zero, to: infinity }
  const match = /^(\^|~|>=|<=|>|<|=)?v?(\d{1,9})(?:\.(\d{1,9}|[*xX]))?(?:\.(\d{1,9}|[*xX]))?$/.exec(text)
  if (!match) return null
  const [, operator = '', ...parts] = match
  const given = parts.filter(part => /^\d+$/.test(part ?? '')).map(Number)
  const [major = 0, minor = 0, patch = 0] = given
  const from: Version = [major, minor, patch]
  const next = increment(from, given.length - 1)
  switch (operator) {
    case '^':
      return { from, to: increment(from, Math.min(findFirstNonZero(from), given.length - 1)) }
    case '~':
      return { from, to: increment(from, Math.min(1, given.length - 1)) }
    case '>=':
      return { from, to: infinity }
    case '>':
      return { from: next, to: infinity }
    case '<':
      return { from: zero, to: from }
    case '<=':
      return { from: zero, to: next }
    default:
      return { from, to: next }
  }
}

function findFirstNonZero(version: Version): number {
  const index = version.findIndex(part => part > 0)
  return index < 0 ? 2 : index
}

/** Returns the first version after all that have the same parts up to one. */
function increment([major, minor, patch]: Version, part: number): Version {
  if (part === 0) return [major + 1, 0, 0]
  return part === 1 ? [major, minor + 1, 0] : [major, minor, patch + 1]
}
