/** Version 5 has only previews, which a range has to name. */
const version4Range = /^(?:latest|\*|(?:npm:next-auth@)?[\^~>=v\s]*[1-4]\b)/

/** Whether a range of `next-auth` leads to version 4 or one before it. */
export function isVersion4Range(range: string): boolean {
  return version4Range.test(range)
}

/** Whether a range was made for a version before this one. `unclear` is what takes more than a look. */
export function compareRange(range: string, version: string): 'older' | 'current' | 'unclear' {
  const [, operator = '', bound = ''] =
    /^\s*(>=|[\^~=v]*)\s*(\d+(?:\.\d+){0,2})(?:-[\w.-]+)?\s*$/.exec(range) ?? []
  // `workspace:*`, `latest` and the like say nothing of a version.
  if (bound === '') return range.includes(':') || !/\d/.test(range) ? 'current' : 'unclear'
  return operator !== '>=' && isBefore(bound, version) ? 'older' : 'current'
}

function isBefore(bound: string, version: string): boolean {
  const [versionParts, boundParts] = [version, bound].map(text => text.split(/[.-]/).map(Number))
  const firstDifference =
    [0, 1, 2].find(part => (versionParts?.[part] ?? 0) !== (boundParts?.[part] ?? 0)) ?? 0
  return (boundParts?.[firstDifference] ?? 0) < (versionParts?.[firstDifference] ?? 0)
}
