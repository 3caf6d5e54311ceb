/** A stretch of a text, and what takes its place. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** The text with the edits done; they may come in any order, and don't touch. */
export function applyEdits(source: string, edits: readonly Edit[]): string {
  let result = ''
  let position = 0
  for (const { start, end, text } of [...edits].sort((a, b) => a.start - b.start)) {
    result += source.slice(position, start) + text
    position = end
  }
  return result + source.slice(position)
}

/** The number of the line that an offset is in, the first being 1. */
export function getLineNumber(source: string, offset: number): number {
  return source.slice(0, offset).split('\n').length
}
