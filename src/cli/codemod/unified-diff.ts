import { applyEdits, type Edit } from './edits.js'

const contextLines = 3

/** Replaced lines, with line numbers that start at 0. */
interface Change {
  readonly from: number
  readonly to: number
  readonly lines: readonly string[]
}

/** Formats edits as a unified diff for `patch -p1` and `git apply`. */
export function createUnifiedDiff(path: string, source: string, edits: readonly Edit[]): string {
  const oldLines = splitLines(source)
  const hunks = groupIntoHunks(buildChanges(source, oldLines, edits))
  let shift = 0
  const hunkTexts = hunks.map(changes => {
    const { text, lineDelta } = formatHunk(oldLines, changes, shift)
    shift += lineDelta
    return text
  })
  // A tab ends a file name that contains spaces.
  const headerEnd = path.includes(' ') ? '\t\n' : '\n'
  return `--- a/${path}${headerEnd}+++ b/${path}${headerEnd}${hunkTexts.join('')}`
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
  const findLine = (offset: number) => starts.findLastIndex(start => start <= offset)
  const groups: { from: number; to: number; edits: Edit[] }[] = []
  for (const edit of [...edits].sort((a, b) => a.start - b.start)) {
    const [from, to] = [findLine(edit.start), findLine(Math.max(edit.start, edit.end - 1)) + 1]
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
  let [first, last, remaining] = [from, to, lines]
  while (first < last && remaining.length > 0 && oldLines[first] === remaining[0])
    [first, remaining] = [first + 1, remaining.slice(1)]
  while (first < last && remaining.length > 0 && oldLines[last - 1] === remaining.at(-1))
    [last, remaining] = [last - 1, remaining.slice(0, -1)]
  return { from: first, to: last, lines: remaining }
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
  const header = `@@ -${from + 1},${to - from} +${from + 1 + shift},${to - from + lineDelta} @@\n`
  return { text: header + body, lineDelta }
}

function prefixLines(sign: ' ' | '-' | '+', lines: readonly string[]): string {
  return lines
    .map(line => (line.endsWith('\n') ? sign + line : `${sign}${line}\n\\ No newline at end of file\n`))
    .join('')
}
