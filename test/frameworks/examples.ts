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

export function exampleNamed(name: string): Example {
  const example = all.find(one => one.name === name)
  if (!example) throw new Error(`There is no example ${name}.`)
  return example
}

/** `npm run test:frameworks` tries more than `npm test` has time for. */
export const hasManyFrameworks = process.env['LATCHKEY_FRAMEWORKS'] === 'all'

/** Where sessions are; each example is tried with both. */
export const strategies = ['jwt', 'database'] as const

export type Strategy = (typeof strategies)[number]

export function folderOf({ name }: Example): string {
  return fileURLToPath(new URL(`../../examples/${name}`, import.meta.url))
}
