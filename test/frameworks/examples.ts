import { fileURLToPath } from 'node:url'

/** An app that keeps the contract of examples/README.md. */
export interface Example {
  readonly name: string
  /** Where the actions are. */
  readonly basePath: string
}

/** One line for each. */
export const examples: readonly Example[] = [
  { name: 'express', basePath: '/auth' },
  { name: 'solid-start', basePath: '/api/auth' },
  { name: 'sveltekit', basePath: '/auth' },
]

/** Where sessions are; each example is tried with both. */
export const strategies = ['jwt', 'database'] as const

export type Strategy = (typeof strategies)[number]

export function folderOf({ name }: Example): string {
  return fileURLToPath(new URL(`../../examples/${name}`, import.meta.url))
}
