import { readFileSync } from 'node:fs'
import type { AdapterReport } from '../../src/testing/contract/report.js'

/** Faults of one kind: why they are there, and the checks that fail for it. */
export interface KnownFault {
  readonly why: string
  readonly checks: readonly string[]
  /** Fails only when two calls happen to meet. */
  readonly sometimes?: boolean
}

const file = new URL('known-faults.json', import.meta.url)

/** The faults that we know of, by the name of adapter and store. */
const known: Readonly<Record<string, readonly KnownFault[]>> = JSON.parse(readFileSync(file, 'utf8'))

/** How the report differs from what we know: new faults, and known ones that are mended. */
export function accountFor(name: string, { checks }: AdapterReport): string[] {
  const faults = known[name] ?? []
  const expected = new Set(faults.flatMap(fault => fault.checks))
  const uncertain = new Set(faults.flatMap(fault => (fault.sometimes ? fault.checks : [])))
  const ran = new Map(checks.map(check => [`${check.group} ${check.sentence}`, check]))
  const news = [...ran].flatMap(([sentence, { status, why }]) =>
    status === 'failed' && !expected.has(sentence) ? [`New fault: ${sentence}: ${why}`] : [],
  )
  const old = [...expected].flatMap(sentence =>
    ran.get(sentence)?.status === 'failed' || uncertain.has(sentence) ? [] : [`No longer a fault: ${sentence}`],
  )
  return [...news, ...old]
}
