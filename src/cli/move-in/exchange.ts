import type { Edit } from './edits.js'
import type { Entry, Manifest } from './manifest.js'
import { ageOf } from './ranges.js'

/** What an app asks for on its own behalf, where it gets it most surely first, and what it asks of others. */
const groups = [['dependencies', 'optionalDependencies', 'devDependencies'], ['peerDependencies']]

/** What is to happen to the packages of a manifest. */
export interface Exchange {
  readonly going: ReadonlySet<Entry>
  /** Those that Latchkey is wanted in the place of, or beside. */
  readonly anchors: ReadonlySet<Entry>
  readonly range: string
  readonly version: string
}

/** Takes away what goes, and sees to it that Latchkey is where the first of the anchors is, once. */
export function exchanged({ text, entries }: Manifest, exchange: Exchange): Edit[] {
  return groups.flatMap(names => {
    const lists = names.map(name => entries.filter(({ section }) => section === name))
    const target = lists.findIndex(list => list.some(entry => exchange.anchors.has(entry)))
    const present = lists.findIndex(list => list.some(isLatchkey))
    if (target < 0) return []
    if (present >= 0 && present <= target)
      return lists.flatMap(list => [
        ...list.filter(isLatchkey).flatMap(entry => raised(entry, exchange)),
        ...removals(list, entry => exchange.going.has(entry)),
      ])
    return lists.flatMap((list, index) => {
      const first = list.find(entry => index === target && exchange.going.has(entry))
      const beside = list.find(entry => index === target && !first && exchange.anchors.has(entry))
      return [
        ...(first ? replacement(first, exchange.range) : []),
        ...(beside ? [addition(beside, text, exchange.range)] : []),
        ...removals(list, entry => entry !== first && (exchange.going.has(entry) || isLatchkey(entry))),
      ]
    })
  })
}

export function isLatchkey({ name }: Entry): boolean {
  return name === 'latchkey'
}

function raised({ range, value }: Entry, { range: wanted, version }: Exchange): Edit[] {
  if (ageOf(range, version) !== 'older') return []
  return [{ start: value.start, end: value.end, text: JSON.stringify(wanted) }]
}

function replacement({ key, value }: Entry, range: string): Edit[] {
  return [
    { start: key.start, end: key.end, text: '"latchkey"' },
    { start: value.start, end: value.end, text: JSON.stringify(range) },
  ]
}

/** Each takes the comma before it along; the one after it, where everything before it leaves. */
function removals(list: readonly Entry[], isLeaving: (entry: Entry) => boolean): Edit[] {
  const firstKept = list.findIndex(entry => !isLeaving(entry))
  return list.flatMap((entry, index) => {
    if (!isLeaving(entry)) return []
    const isAfterKept = firstKept >= 0 && index > firstKept
    const start = isAfterKept ? (list[index - 1]?.value.end ?? entry.from) : entry.from
    const end = isAfterKept ? entry.value.end : (list[index + 1]?.from ?? entry.value.end)
    return [{ start, end, text: '' }]
  })
}

function addition({ from, key, value }: Entry, text: string, range: string): Edit {
  const indent = text.slice(from, key.start)
  return { start: value.end, end: value.end, text: `,${indent}"latchkey": ${JSON.stringify(range)}` }
}
