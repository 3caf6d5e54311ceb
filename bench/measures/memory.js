import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const script = fileURLToPath(new URL('../candidates/memory.js', import.meta.url))
const names = ['baseline', 'Latchkey', '@auth/core', 'better-auth, jwe']

export const measures = [
  {
    title: 'Memory that GET session allocates',
    note: 'The growth of the heap per request before the first garbage collection, with the cookies of a browser (JWT strategy).',
    kind: 'values',
    unit: 'kB',
    candidates: Object.fromEntries(names.map(name => [name, () => measure(name, 'allocation')])),
    ratios: { '× baseline': () => 'baseline', '× Latchkey': () => 'Latchkey' },
    targets: [{ goal: 'allocation per session', of: 'Latchkey', most: 20 }],
  },
  {
    title: 'Heap after 1,000,000 requests',
    note: 'The growth of the heap from 10,000 to 1,000,000 requests `GET session`, each after a garbage collection.',
    kind: 'values',
    unit: 'kB',
    candidates: { Latchkey: () => measure('Latchkey', 'growth') },
    ratios: {},
    targets: [{ goal: 'heap growth after 1,000,000 requests', of: 'Latchkey', most: 500 }],
  },
]

/** Measures in a fresh process, whose space for new objects is large enough for all requests of a measurement. */
function measure(name, kind) {
  const flags = [
    '--expose-gc',
    ...(kind === 'allocation' ? ['--min-semi-space-size=256', '--max-semi-space-size=256'] : []),
  ]
  const output = execFileSync(process.execPath, [...flags, script, name, kind], { encoding: 'utf8' })
  return Number(output)
}
