import { countInstantiations } from '../candidates/type-instantiations.js'

export const measures = [
  {
    title: 'Types of an app with 20 providers',
    note: 'Type instantiations of the TypeScript compiler for an app that configures the providers and reads a session.',
    kind: 'values',
    unit: 'instantiations',
    candidates: Object.fromEntries(
      ['Latchkey', '@auth/core', 'better-auth'].map(name => [name, () => countInstantiations(name)]),
    ),
    ratios: { '× Latchkey': () => 'Latchkey' },
    targets: [{ goal: 'types, 20 providers: instantiations', of: 'Latchkey', most: 4200 }],
  },
]
