/** Replacement of a range of a text. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Applies edits to a text. They can be in any order and must not overlap. */
export function applyEdits(source: string, edits: readonly Edit[]): string {
  const parts: string[] = []
  let position = 0
  for (const { start, end, text } of [...edits].sort((a, b) => a.start - b.start)) {
    parts.push(source.slice(position, start), text)
    position = end
  }
  return parts.join('') + source.slice(position)
}

/** Returns the line number of an offset, starting at 1. */
export function getLineNumber(source: string, offset: number): number {
  return createLineIndex(source)(offset)
}

/** Returns a function that returns the line number of an offset, starting at 1. It does not read the source again. */
export function createLineIndex(source: string): (offset: number) => number {
  const starts = [0]
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1)
  return offset => findLastIndexUpTo(starts, offset) + 1
}

/** Returns the index of the last number that is at most `limit`, or -1. The numbers are sorted. */
export function findLastIndexUpTo(sorted: readonly number[], limit: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? Number.POSITIVE_INFINITY) <= limit) low = middle + 1
    else high = middle
  }
  return low - 1
}
