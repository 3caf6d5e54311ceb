/** Replacement of a range of a text. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Applies edits to a text. They can be in any order and must not overlap. */
export function applyEdits(source: string, edits: readonly Edit[]): string {
  let result = ''
  let position = 0
  for (const { start, end, text } of [...edits].sort((a, b) => a.start - b.start)) {
    result += source.slice(position, start) + text
    position = end
  }
  return result + source.slice(position)
}

/** Returns the line number of an offset, starting at 1. */
export function getLineNumber(source: string, offset: number): number {
  return source.slice(0, offset).split('\n').length
}
