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
  { name: 'next', basePath: '/api/auth' },
  { name: 'solid-start', basePath: '/api/auth' },
  { name: 'sveltekit', basePath: '/auth' },
]

const wanted = process.env['LATCHKEY_EXAMPLES']?.split(',')

/** All of them, or those that `LATCHKEY_EXAMPLES=next,express` names. */
export const examples = all.filter(({ name }) => wanted?.includes(name) ?? true)

/** Where sessions are; each example is tried with both. */
export const strategies = ['jwt', 'database'] as const

export type Strategy = (typeof strategies)[number]

export function folderOf({ name }: Example): string {
  return fileURLToPath(new URL(`../../examples/${name}`, import.meta.url))
}
