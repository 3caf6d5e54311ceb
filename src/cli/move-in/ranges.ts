/** Version 5 has only previews, which a range has to name. */
const ofVersion4 = /^(?:latest|\*|(?:npm:next-auth@)?[\^~>=v\s]*[1-4]\b)/

/** Whether a range of `next-auth` leads to version 4 or one before it. */
export function isOfVersion4(range: string): boolean {
  return ofVersion4.test(range)
}

/** Whether a range was made for a version before this one. `unclear` is what takes more than a look. */
export function ageOf(range: string, version: string): 'older' | 'current' | 'unclear' {
  const [, operator = '', bound = ''] =
    /^\s*(>=|[\^~=v]*)\s*(\d+(?:\.\d+){0,2})(?:-[\w.-]+)?\s*$/.exec(range) ?? []
  // `workspace:*`, `latest` and the like say nothing of a version.
  if (bound === '') return range.includes(':') || !/\d/.test(range) ? 'current' : 'unclear'
  return operator !== '>=' && isBefore(bound, version) ? 'older' : 'current'
}

function isBefore(bound: string, version: string): boolean {
  const [ours, theirs] = [version, bound].map(text => text.split(/[.-]/).map(Number))
  const different = [0, 1, 2].find(part => (ours?.[part] ?? 0) !== (theirs?.[part] ?? 0)) ?? 0
  return (theirs?.[different] ?? 0) < (ours?.[different] ?? 0)
}
