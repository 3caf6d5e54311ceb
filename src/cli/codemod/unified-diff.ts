import { applyEdits, type Edit, findLastIndexUpTo } from './edits.js'
import { formatPatchPath } from './patch-path.js'

const contextLines = 3

/** Replaced lines, with line numbers that start at 0. */
interface Change {
  readonly from: number
  readonly to: number
  readonly lines: readonly string[]
}

/**
 * Formats edits as a unified diff for `patch -p1` and `git apply`.
 *
 * @throws Error for a path that leaves the folder in which the patch is applied
 */
export function createUnifiedDiff(path: string, source: string, edits: readonly Edit[]): string {
  const oldLines = splitLines(source)
  const hunks = groupIntoHunks(buildChanges(source, oldLines, edits))
  let shift = 0
  const hunkTexts = hunks.map(changes => {
    const { text, lineDelta } = formatHunk(oldLines, changes, shift)
    shift += lineDelta
    return text
  })
  return `--- ${formatPatchPath(`a/${path}`)}\n+++ ${formatPatchPath(`b/${path}`)}\n${hunkTexts.join('')}`
}

/** Splits lines and keeps their line breaks, so that a missing one can be detected. */
function splitLines(source: string): string[] {
  return source.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

/** Builds one change for each edit. Edits on the same or adjacent lines share one. */
function buildChanges(source: string, oldLines: readonly string[], edits: readonly Edit[]): Change[] {
  const starts: number[] = []
  let length = 0
  for (const line of oldLines) {
    starts.push(length)
    length += line.length
  }
  const findLine = (offset: number) => Math.max(0, findLastIndexUpTo(starts, offset))
  const groups: { from: number; to: number; edits: Edit[] }[] = []
  for (const edit of [...edits].sort((a, b) => a.start - b.start)) {
    // Without its line break, the last line of an edit continues with the next line.
    const joinsLines = source[edit.end - 1] === '\n' && !edit.text.endsWith('\n')
    const lastOffset = joinsLines ? edit.end : Math.max(edit.start, edit.end - 1)
    const [from, to] = [findLine(edit.start), Math.min(findLine(lastOffset) + 1, oldLines.length)]
    const last = groups.at(-1)
    if (last && from <= last.to) {
      last.edits.push(edit)
      last.to = Math.max(last.to, to)
    } else groups.push({ from, to, edits: [edit] })
  }
  return groups.map(group => {
    const start = starts[group.from] ?? 0
    const end = starts[group.to] ?? source.length
    const relativeEdits = group.edits.map(edit => ({
      ...edit,
      start: edit.start - start,
      end: edit.end - start,
    }))
    return trimChange(oldLines, {
      ...group,
      lines: splitLines(applyEdits(source.slice(start, end), relativeEdits)),
    })
  })
}

/** Removes unchanged lines at both ends. */
function trimChange(oldLines: readonly string[], { from, to, lines }: Change): Change {
  let [first, last] = [from, to]
  let [start, end] = [0, lines.length]
  while (first < last && start < end && oldLines[first] === lines[start])
    [first, start] = [first + 1, start + 1]
  while (first < last && start < end && oldLines[last - 1] === lines[end - 1])
    [last, end] = [last - 1, end - 1]
  return { from: first, to: last, lines: lines.slice(start, end) }
}

/** Groups changes whose context lines overlap or touch. */
function groupIntoHunks(changes: readonly Change[]): Change[][] {
  const hunks: Change[][] = []
  for (const change of changes) {
    const last = hunks.at(-1)
    if (last && change.from - (last.at(-1)?.to ?? 0) <= 2 * contextLines) last.push(change)
    else hunks.push([change])
  }
  return hunks
}

function formatHunk(oldLines: readonly string[], changes: readonly Change[], shift: number) {
  const from = Math.max(0, (changes[0]?.from ?? 0) - contextLines)
  const to = Math.min(oldLines.length, (changes.at(-1)?.to ?? 0) + contextLines)
  const lineDelta = changes.reduce((sum, change) => sum + change.lines.length - (change.to - change.from), 0)
  let body = ''
  let position = from
  for (const change of changes) {
    body += prefixLines(' ', oldLines.slice(position, change.from))
    body += prefixLines('-', oldLines.slice(change.from, change.to)) + prefixLines('+', change.lines)
    position = change.to
  }
  body += prefixLines(' ', oldLines.slice(position, to))
  const oldRange = formatRange(from, to - from)
  const newRange = formatRange(from + shift, to - from + lineDelta)
  return { text: `@@ -${oldRange} +${newRange} @@\n${body}`, lineDelta }
}

/** Formats lines of a hunk. An empty range names the line before it. */
function formatRange(from: number, count: number): string {
  return `${count === 0 ? from : from + 1},${count}`
}

function prefixLines(sign: ' ' | '-' | '+', lines: readonly string[]): string {
  return lines
    .map(line => (line.endsWith('\n') ? sign + line : `${sign}${line}\n\\ No newline at end of file\n`))
    .join('')
}
