import type { Edit } from './edits.js'
import type { DependencyEntry, Manifest } from './manifest.js'
import { compareRange } from './semver-ranges.js'

/** Sections of a manifest: those that install a package, most reliable first, and peer dependencies. */
const sectionGroups = [['dependencies', 'optionalDependencies', 'devDependencies'], ['peerDependencies']]

/** Changes to the packages of a manifest. */
export interface DependencySwap {
  readonly toRemove: ReadonlySet<DependencyEntry>
  /** Entries that Latchkey replaces, or next to which it is added. */
  readonly anchors: ReadonlySet<DependencyEntry>
  readonly range: string
  readonly version: string
}

/** Removes entries, and lists Latchkey once, in the section of the first anchor. */
export function planDependencySwap({ text, entries }: Manifest, swap: DependencySwap): Edit[] {
  return sectionGroups.flatMap(sections => {
    const lists = sections.map(name => entries.filter(({ section }) => section === name))
    const anchorIndex = lists.findIndex(list => list.some(entry => swap.anchors.has(entry)))
    const latchkeyIndex = lists.findIndex(list => list.some(isLatchkey))
    if (anchorIndex < 0) return []
    if (latchkeyIndex >= 0 && latchkeyIndex <= anchorIndex)
      return lists.flatMap(list => [
        ...list.filter(isLatchkey).flatMap(entry => raiseRange(entry, swap)),
        ...removeEntries(list, entry => swap.toRemove.has(entry)),
      ])
    return lists.flatMap((list, index) => {
      const replacedEntry = list.find(entry => index === anchorIndex && swap.toRemove.has(entry))
      const anchorEntry = list.find(
        entry => index === anchorIndex && !replacedEntry && swap.anchors.has(entry),
      )
      return [
        ...(replacedEntry ? replaceEntry(replacedEntry, swap.range) : []),
        ...(anchorEntry ? [addEntry(anchorEntry, text, swap.range)] : []),
        ...removeEntries(
          list,
          entry => entry !== replacedEntry && (swap.toRemove.has(entry) || isLatchkey(entry)),
        ),
      ]
    })
  })
}

export function isLatchkey({ name }: DependencyEntry): boolean {
  return name === 'latchkey'
}

function raiseRange(
  { range, value }: DependencyEntry,
  { range: requestedRange, version }: DependencySwap,
): Edit[] {
  if (compareRange(range, version) !== 'older') return []
  return [{ start: value.start, end: value.end, text: JSON.stringify(requestedRange) }]
}

function replaceEntry({ key, value }: DependencyEntry, range: string): Edit[] {
  return [
    { start: key.start, end: key.end, text: '"latchkey"' },
    { start: value.start, end: value.end, text: JSON.stringify(range) },
  ]
}

/** Removes entries with the comma before each, or the comma after it if all entries before it are removed. */
function removeEntries(
  list: readonly DependencyEntry[],
  isRemoved: (entry: DependencyEntry) => boolean,
): Edit[] {
  const firstRetained = list.findIndex(entry => !isRemoved(entry))
  return list.flatMap((entry, index) => {
    if (!isRemoved(entry)) return []
    const followsRetained = firstRetained >= 0 && index > firstRetained
    const start = followsRetained ? (list[index - 1]?.value.end ?? entry.precedingEnd) : entry.precedingEnd
    const end = followsRetained ? entry.value.end : (list[index + 1]?.precedingEnd ?? entry.value.end)
    return [{ start, end, text: '' }]
  })
}

function addEntry({ precedingEnd, key, value }: DependencyEntry, text: string, range: string): Edit {
  const indent = text.slice(precedingEnd, key.start)
  return { start: value.end, end: value.end, text: `,${indent}"latchkey": ${JSON.stringify(range)}` }
}
