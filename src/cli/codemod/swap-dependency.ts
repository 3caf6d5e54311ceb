import type { Edit } from './edits.js'
import type { DependencyEntry, Manifest } from './manifest.js'
import { compareRange } from './semver-ranges.js'

/** What an app asks for on its own behalf, where it gets it most surely first, and what it asks of others. */
const sectionGroups = [['dependencies', 'optionalDependencies', 'devDependencies'], ['peerDependencies']]

/** What is to happen to the packages of a manifest. */
export interface DependencySwap {
  readonly toRemove: ReadonlySet<DependencyEntry>
  /** Those that Latchkey is wanted in the place of, or beside. */
  readonly anchors: ReadonlySet<DependencyEntry>
  readonly range: string
  readonly version: string
}

/** Takes away what goes, and sees to it that Latchkey is where the first of the anchors is, once. */
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

/** Each takes the comma before it along; the one after it, where everything before it leaves. */
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
