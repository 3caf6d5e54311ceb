import { fileURLToPath } from 'node:url'

/** What the examples are written for. */
interface Framework {
  /** As people call it. */
  readonly framework: string
  /** The npm package that has its version. */
  readonly module: string
  /** The folder below `examples`. */
  readonly example: string
  /** Where the actions are. */
  readonly basePath: string
}

/** An app that keeps the contract of examples/README.md, on one version of its framework. */
export interface Example extends Framework {
  readonly name: string
  readonly major: number
  /** Files of the example that this version does not have; what it has in their place is below `variants`. */
  readonly omittedFiles?: readonly string[]
}

const express = { framework: 'Express', module: 'express', example: 'express', basePath: '/auth' }
const next = { framework: 'Next', module: 'next', example: 'next', basePath: '/api/auth' }
const solidStart = {
  framework: 'SolidStart',
  module: '@solidjs/start',
  example: 'solid-start',
  basePath: '/api/auth',
}
const svelteKit = {
  framework: 'SvelteKit',
  module: '@sveltejs/kit',
  example: 'sveltekit',
  basePath: '/auth',
}

/**
 * One line for each. Where the name is that of the folder, it is the example itself, on the newest version that the oldest
 * supported Node runs; the others are the same example with what differs laid over it.
 */
export const allExamples: readonly Example[] = [
  { ...express, name: 'express', major: 5 },
  { ...express, name: 'express-4', major: 4 },
  { ...next, name: 'next', major: 16 },
  { ...next, name: 'next-15', major: 15, omittedFiles: ['proxy.ts'] },
  { ...next, name: 'next-14', major: 14, omittedFiles: ['proxy.ts'] },
  { ...solidStart, name: 'solid-start-2', major: 2, omittedFiles: ['app.config.ts'] },
  { ...solidStart, name: 'solid-start', major: 1 },
  { ...svelteKit, name: 'sveltekit-3', major: 3, omittedFiles: ['svelte.config.js'] },
  { ...svelteKit, name: 'sveltekit', major: 2 },
]

/** `npm run test:frameworks` tries more than `npm test` has time for. */
export const hasManyFrameworks = process.env['LATCHKEY_FRAMEWORKS'] === 'all'

const wanted = process.env['LATCHKEY_EXAMPLES']?.split(',')

/** Those that `LATCHKEY_EXAMPLES=next-15,express` names, else all of them or, under `npm test`, the examples as they are. */
export const examples = allExamples.filter(one =>
  wanted ? wanted.includes(one.name) : hasManyFrameworks || !isVariant(one),
)

/** Where sessions are; each example is tried with both. */
export const strategies = ['jwt', 'database'] as const

export type Strategy = (typeof strategies)[number]

export function isVariant({ name, example }: Example): boolean {
  return name !== example
}

/** Where it is built and served. */
export function getExampleFolder(one: Example): string {
  return isVariant(one) ? resolvePath(`built/${one.name}`) : resolvePath(`../../examples/${one.example}`)
}

/** A path below this folder. */
export function resolvePath(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url))
}
