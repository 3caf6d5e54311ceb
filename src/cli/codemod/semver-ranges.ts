/** Version 5 has only prereleases, which a range must name explicitly. */
const nextAuth4Range = /^(?:latest|\*|(?:npm:next-auth@)?[\^~>=v\s]*[1-4]\b)/

/** Returns whether a range of `next-auth` resolves to version 4 or older. */
export function isNextAuth4Range(range: string): boolean {
  return nextAuth4Range.test(range)
}

/** Compares a range with a version: `older` if it starts before it, `unclear` if the range is too complex. */
export function compareRange(range: string, version: string): 'older' | 'current' | 'unclear' {
  // A longer range is not a plain version, and the pattern would take the square of its length.
  if (range.length > 200) return range.includes(':') ? 'current' : 'unclear'
  const [, operator = '', bound = ''] =
    /^\s*(>=|[\^~=v]*)\s*(\d+(?:\.\d+){0,2})(?:-[\w.-]+)?\s*$/.exec(range) ?? []
  // `workspace:*`, `latest` and similar ranges contain no version.
  if (bound === '') return range.includes(':') || !/\d/.test(range) ? 'current' : 'unclear'
  return operator !== '>=' && isBefore(bound, version) ? 'older' : 'current'
}

function isBefore(bound: string, version: string): boolean {
  const [versionParts, boundParts] = [version, bound].map(text => text.split(/[.-]/).map(Number))
  const firstDifference =
    [0, 1, 2].find(part => (versionParts?.[part] ?? 0) !== (boundParts?.[part] ?? 0)) ?? 0
  return (boundParts?.[firstDifference] ?? 0) < (versionParts?.[firstDifference] ?? 0)
}
