import { readFileSync } from 'node:fs'
import type { AdapterReport } from 'latchkey/testing'

/** The known faults of adapters. */
interface KnownFaults {
  /** Explanations by short name. */
  readonly reasons: Readonly<Record<string, string>>
  /** Checks that fail only by chance, because they depend on timing. */
  readonly byChance: readonly string[]
  /** Failing checks by reason, by adapter and store. */
  readonly faults: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
}

const file = new URL('known-faults.json', import.meta.url)
const { faults, byChance, reasons }: KnownFaults = JSON.parse(readFileSync(file, 'utf8'))

/** Compares a report with the known faults. Returns new faults and known ones that no longer occur. */
export function compareWithKnownFaults(name: string, { checks }: AdapterReport): string[] {
  const known = faults[name] ?? {}
  const expected = new Set(Object.values(known).flat())
  const ran = new Map(checks.map(check => [`${check.group} ${check.title}`, check]))
  const unexplained = Object.keys(known).filter(reason => !reasons[reason])
  const added = [...ran].filter(([check, { status }]) => status === 'failed' && !expected.has(check))
  const gone = [...expected].filter(check => ran.get(check)?.status !== 'failed' && !byChance.includes(check))
  return [
    ...unexplained.map(reason => `Unexplained reason: ${reason}`),
    ...added.map(([check, { reason }]) => `New fault: ${check}: ${reason}`),
    ...gone.map(check => `No longer a fault: ${check}`),
  ]
}
