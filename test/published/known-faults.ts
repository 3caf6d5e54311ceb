import { readFileSync } from 'node:fs'
import type { AdapterReport } from 'latchkey/testing'

/** What we know of the faults of adapters. */
interface KnownFaults {
  /** By a short name: why, in words. */
  readonly reasons: Readonly<Record<string, string>>
  /** Checks that fail only when two calls happen to meet; a pass proves nothing. */
  readonly byChance: readonly string[]
  /** By adapter and store: the checks that fail, by their reason. */
  readonly faults: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
}

const file = new URL('known-faults.json', import.meta.url)
const { faults, byChance, reasons }: KnownFaults = JSON.parse(readFileSync(file, 'utf8'))

/** How the report differs from what we know: new faults, and known ones that are gone. */
export function compareWithKnownFaults(name: string, { checks }: AdapterReport): string[] {
  const known = faults[name] ?? {}
  const expected = new Set(Object.values(known).flat())
  const ran = new Map(checks.map(check => [`${check.group} ${check.sentence}`, check]))
  const unexplained = Object.keys(known).filter(reason => !reasons[reason])
  const surplus = [...ran].filter(([check, { status }]) => status === 'failed' && !expected.has(check))
  const gone = [...expected].filter(check => ran.get(check)?.status !== 'failed' && !byChance.includes(check))
  return [
    ...unexplained.map(reason => `No words for: ${reason}`),
    ...surplus.map(([check, { why }]) => `New fault: ${check}: ${why}`),
    ...gone.map(check => `No longer a fault: ${check}`),
  ]
}
