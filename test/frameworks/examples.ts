import { fileURLToPath } from 'node:url'

/** An app that keeps the contract of examples/README.md. */
export interface Example {
  readonly name: string
  /** Where the actions are. */
  readonly basePath: string
}

/** One line for each. */
const all: readonly Example[] = [
  { name: 'express', basePath: '/auth' },
  { name: 'solid-start', basePath: '/api/auth' },
  { name: 'sveltekit', basePath: '/auth' },
]

/** `LATCHKEY_EXAMPLE=express` tries that one alone. */
const only = process.env['LATCHKEY_EXAMPLE']

export const examples = all.filter(({ name }) => !only || name === only)

/** Where sessions are; each example is tried with both. */
export const strategies = ['jwt', 'database'] as const

export type Strategy = (typeof strategies)[number]

export function folderOf({ name }: Example): string {
  return fileURLToPath(new URL(`../../examples/${name}`, import.meta.url))
}
