import { type Edit, edited } from './edits.js'

const context = 3

/** Lines that go, and lines that come in their place; numbers count from 0. */
interface Change {
  readonly from: number
  readonly to: number
  readonly lines: readonly string[]
}

/** What the edits do, as `patch -p1` and `git apply` understand it. */
export function unifiedDiff(path: string, source: string, edits: readonly Edit[]): string {
  const old = linesOf(source)
  const hunks = hunksOf(changesOf(source, old, edits))
  let shift = 0
  const texts = hunks.map(changes => {
    const { text, grown } = showHunk(old, changes, shift)
    shift += grown
    return text
  })
  // Where a name has blanks, a tab says where it ends.
  const end = path.includes(' ') ? '\t\n' : '\n'
  return `--- a/${path}${end}+++ b/${path}${end}${texts.join('')}`
}

/** With their ends, so that a missing one can be told. */
function linesOf(source: string): string[] {
  return source.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

/** One change for each edit, or for several on one line or on lines that touch. */
function changesOf(source: string, old: readonly string[], edits: readonly Edit[]): Change[] {
  const starts: number[] = []
  let length = 0
  for (const line of old) {
    starts.push(length)
    length += line.length
  }
  const lineOf = (offset: number) => starts.findLastIndex(start => start <= offset)
  const groups: { from: number; to: number; edits: Edit[] }[] = []
  for (const edit of [...edits].sort((a, b) => a.start - b.start)) {
    const [from, to] = [lineOf(edit.start), lineOf(Math.max(edit.start, edit.end - 1)) + 1]
    const last = groups.at(-1)
    if (last && from <= last.to) {
      last.edits.push(edit)
      last.to = Math.max(last.to, to)
    } else groups.push({ from, to, edits: [edit] })
  }
  return groups.map(group => {
    const start = starts[group.from] ?? 0
    const end = starts[group.to] ?? source.length
    const moved = group.edits.map(edit => ({ ...edit, start: edit.start - start, end: edit.end - start }))
    return trimmed(old, { ...group, lines: linesOf(edited(source.slice(start, end), moved)) })
  })
}

/** Without lines at either end that stay as they are. */
function trimmed(old: readonly string[], { from, to, lines }: Change): Change {
  let [first, last, kept] = [from, to, lines]
  while (first < last && kept.length > 0 && old[first] === kept[0]) [first, kept] = [first + 1, kept.slice(1)]
  while (first < last && kept.length > 0 && old[last - 1] === kept.at(-1))
    [last, kept] = [last - 1, kept.slice(0, -1)]
  return { from: first, to: last, lines: kept }
}

/** Changes whose surroundings meet are shown together. */
function hunksOf(changes: readonly Change[]): Change[][] {
  const hunks: Change[][] = []
  for (const change of changes) {
    const last = hunks.at(-1)
    if (last && change.from - (last.at(-1)?.to ?? 0) <= 2 * context) last.push(change)
    else hunks.push([change])
  }
  return hunks
}

function showHunk(old: readonly string[], changes: readonly Change[], shift: number) {
  const from = Math.max(0, (changes[0]?.from ?? 0) - context)
  const to = Math.min(old.length, (changes.at(-1)?.to ?? 0) + context)
  const grown = changes.reduce((sum, change) => sum + change.lines.length - (change.to - change.from), 0)
  let body = ''
  let position = from
  for (const change of changes) {
    body += show(' ', old.slice(position, change.from))
    body += show('-', old.slice(change.from, change.to)) + show('+', change.lines)
    position = change.to
  }
  body += show(' ', old.slice(position, to))
  const head = `@@ -${from + 1},${to - from} +${from + 1 + shift},${to - from + grown} @@\n`
  return { text: head + body, grown }
}

function show(sign: ' ' | '-' | '+', lines: readonly string[]): string {
  return lines
    .map(line => (line.endsWith('\n') ? sign + line : `${sign}${line}\n\\ No newline at end of file\n`))
    .join('')
}
