import { fileURLToPath } from 'node:url'

/** A framework with an example. */
interface Framework {
  /** The display name. */
  readonly framework: string
  /** The npm package whose version is the framework's. */
  readonly module: string
  /** The folder below `examples`. */
  readonly example: string
  /** The base path of the actions. */
  readonly basePath: string
  /** Whether `/client` signs in and out by server functions, without another page. */
  readonly hasServerFunctions?: boolean
}

/** An app that implements the contract of examples/README.md, on one major version of its framework. */
export interface Example extends Framework {
  readonly name: string
  readonly major: number
  /** Files of the example that this version does not use. Their replacements are below `variants`. */
  readonly omittedFiles?: readonly string[]
  /** @default node */
  readonly runtime?: Runtime
}

/** What runs an example. */
export type Runtime = 'node' | 'bun' | 'deno' | 'workerd'

const angular = { framework: 'Angular', module: '@angular/core', example: 'angular', basePath: '/auth' }
const astro = { framework: 'Astro', module: 'astro', example: 'astro', basePath: '/auth' }
const awsLambda = {
  framework: 'AWS Lambda, @types/aws-lambda',
  module: '@types/aws-lambda',
  example: 'aws-lambda',
  basePath: '/auth',
}
const bun = { framework: 'Bun', module: 'bun', example: 'bun', basePath: '/auth' }
const cloudflareWorkers = {
  framework: 'Cloudflare Workers, Wrangler',
  module: 'wrangler',
  example: 'cloudflare-workers',
  basePath: '/auth',
}
const deno = { framework: 'Deno', module: 'deno', example: 'deno', basePath: '/auth' }
const elysia = { framework: 'Elysia', module: 'elysia', example: 'elysia', basePath: '/auth' }
const express = { framework: 'Express', module: 'express', example: 'express', basePath: '/auth' }
const fastify = { framework: 'Fastify', module: 'fastify', example: 'fastify', basePath: '/auth' }
const hono = { framework: 'Hono', module: 'hono', example: 'hono', basePath: '/auth' }
const koa = { framework: 'Koa', module: 'koa', example: 'koa', basePath: '/auth' }
const nest = { framework: 'NestJS', module: '@nestjs/core', example: 'nest', basePath: '/auth' }
const next = {
  framework: 'Next',
  module: 'next',
  example: 'next',
  basePath: '/api/auth',
  hasServerFunctions: true,
}
const qwikCity = {
  framework: 'Qwik City',
  module: '@builder.io/qwik-city',
  example: 'qwik-city',
  basePath: '/auth',
}
const reactRouter = {
  framework: 'React Router',
  module: 'react-router',
  example: 'react-router',
  basePath: '/auth',
  hasServerFunctions: true,
}
const nuxt = { framework: 'Nuxt', module: 'nuxt', example: 'nuxt', basePath: '/api/auth' }
const solidStart = {
  framework: 'SolidStart',
  module: '@solidjs/start',
  example: 'solid-start',
  basePath: '/api/auth',
  hasServerFunctions: true,
}
const svelteKit = {
  framework: 'SvelteKit',
  module: '@sveltejs/kit',
  example: 'sveltekit',
  basePath: '/auth',
  hasServerFunctions: true,
}
const tanStackStart = {
  framework: 'TanStack Start',
  module: '@tanstack/react-start',
  example: 'tanstack-start',
  basePath: '/auth',
}

/**
 * All examples. If the name is that of the folder, it is the example itself, on the newest version that runs on the oldest
 * supported Node. The others are variants: the same example with some files replaced.
 */
export const allExamples: readonly Example[] = [
  { ...angular, name: 'angular', major: 22 },
  { ...astro, name: 'astro', major: 7 },
  { ...astro, name: 'astro-6', major: 6 },
  { ...awsLambda, name: 'aws-lambda', major: 8 },
  { ...bun, name: 'bun', major: 1, runtime: 'bun' },
  { ...cloudflareWorkers, name: 'cloudflare-workers', major: 4, runtime: 'workerd' },
  { ...deno, name: 'deno', major: 2, runtime: 'deno' },
  { ...elysia, name: 'elysia', major: 1 },
  { ...express, name: 'express', major: 5 },
  { ...express, name: 'express-4', major: 4 },
  { ...fastify, name: 'fastify', major: 5 },
  { ...hono, name: 'hono', major: 4 },
  { ...koa, name: 'koa', major: 3 },
  { ...koa, name: 'koa-2', major: 2 },
  { ...nest, name: 'nest', major: 12 },
  { ...nest, name: 'nest-11', major: 11 },
  { ...nest, name: 'nest-fastify', framework: 'NestJS (Fastify)', major: 12 },
  { ...next, name: 'next', major: 16 },
  { ...next, name: 'next-15', major: 15, omittedFiles: ['proxy.ts'] },
  { ...next, name: 'next-14', major: 14, omittedFiles: ['proxy.ts'] },
  { ...qwikCity, name: 'qwik-city', major: 1 },
  { ...reactRouter, name: 'react-router-8', major: 8 },
  { ...reactRouter, name: 'react-router', major: 7 },
  { ...nuxt, name: 'nuxt', major: 4 },
  { ...solidStart, name: 'solid-start-2', major: 2, omittedFiles: ['app.config.ts'] },
  { ...solidStart, name: 'solid-start', major: 1 },
  { ...svelteKit, name: 'sveltekit-3', major: 3, omittedFiles: ['svelte.config.js'] },
  { ...svelteKit, name: 'sveltekit', major: 2 },
  { ...tanStackStart, name: 'tanstack-start', major: 1 },
]

/** Whether all frameworks are tested, as `npm run test:frameworks` does. `npm test` has no time for that. */
export const hasManyFrameworks = process.env['LATCHKEY_FRAMEWORKS'] === 'all'

/** The frameworks that `npm test` tests, each on one version. `test/sveltekit` builds apps for production too. */
const quickExamples = ['express', 'next']

const wanted = process.env['LATCHKEY_EXAMPLES']?.split(',')

/** The tested examples: those in `LATCHKEY_EXAMPLES=next-15,express`, or all, or those of `npm test`. */
export const examples = allExamples.filter(({ name }) =>
  wanted ? wanted.includes(name) : hasManyFrameworks || quickExamples.includes(name),
)

/** The test files that have a tested example. */
export const testFiles = [...new Set(examples.map(({ example }) => `test/frameworks/${example}.test.ts`))]

/** The session strategies. Each example is tested with both. */
export const strategies = ['jwt', 'database'] as const

export type Strategy = (typeof strategies)[number]

export function isVariant({ name, example }: Example): boolean {
  return name !== example
}

/** Versions to test an example with, instead of those of its lockfile. */
export interface Prerelease {
  /** The tag of the framework's package: `next` or `canary`. */
  readonly tag: string
  /** The version of the framework. */
  readonly version: string
  /** The versions of the framework's packages by name. */
  readonly packages: Readonly<Record<string, string>>
}

/** The prerelease that is tested, if any. */
export const prerelease: Prerelease | null = JSON.parse(process.env['LATCHKEY_PRERELEASE'] ?? 'null')

/** Returns the folder in which the example is built and served. */
export function getExampleFolder(one: Example): string {
  if (prerelease) return resolvePath(`built/${one.name}-${prerelease.tag}`)
  return isVariant(one) ? resolvePath(`built/${one.name}`) : resolvePath(`../../examples/${one.example}`)
}

/** Returns the folders with the files of an example. Those of a later folder replace those of an earlier one. */
export function getSourceFolders(one: Example): string[] {
  const folder = resolvePath(`../../examples/${one.example}`)
  return isVariant(one) ? [folder, resolvePath(`variants/${one.name}`)] : [folder]
}

/** Resolves a path relative to this folder. */
export function resolvePath(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url))
}
