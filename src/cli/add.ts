import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, parse, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { findSimilarName } from '../base/similar-name.js'
import { isRegularFile } from './codemod/regular-file.js'
import type { CommandContext } from './command-context.js'
import { formatError } from './format-error.js'
import { toPrintableContext } from './printable-text.js'
import { getUsage } from './usage.js'

/** The packages by which a framework is recognized. */
const frameworkPackages = {
  react: ['react', 'next'],
  vue: ['vue', 'nuxt'],
  svelte: ['svelte', '@sveltejs/kit'],
} as const

type Framework = keyof typeof frameworkPackages

/** The folder of the templates in this package. */
const templatesFolder = fileURLToPath(new URL('../../templates', import.meta.url))

interface Options {
  readonly names: readonly string[]
  readonly framework: string | undefined
  readonly folder: string | undefined
  readonly isForced: boolean
}

/** A mistake in the arguments, which the message explains. */
class UsageError extends Error {}

/** Copies components into an app. Without a name, lists them. @returns the exit code */
export function add(args: readonly string[], terminal: CommandContext): number {
  const context = toPrintableContext(terminal)
  const options = parseOptions(args)
  if (!options) {
    context.err(getUsage('add'))
    return 2
  }
  try {
    if (options.names.length === 0) listComponents(context)
    else copyComponents(options, context)
    return 0
  } catch (error) {
    context.err(error instanceof Error ? error.message : formatError(error))
    return error instanceof UsageError ? 2 : 1
  }
}

function parseOptions(args: readonly string[]): Options | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { framework: { type: 'string' }, dir: { type: 'string' }, force: { type: 'boolean' } },
      allowPositionals: true,
    })
    const { framework, dir: folder, force: isForced = false } = values
    return { names: positionals, framework, folder, isForced }
  } catch {
    return undefined
  }
}

function listComponents({ out }: CommandContext): void {
  out(
    `Components:\n${listNames('react')
      .map(name => `  ${name}\n`)
      .join('')}\nAdd one: npx latchkey add sign-in`,
  )
}

/** Copies all components or none. */
function copyComponents(options: Options, { cwd, out }: CommandContext): void {
  const framework = options.framework ?? detectFramework(cwd)
  if (!isFramework(framework))
    throw new UsageError(`There is no framework "${framework}". Set --framework to react, vue or svelte.`)
  const folder = resolve(cwd, options.folder ?? findFolder(cwd, framework))
  const copies = options.names.map(name => {
    const template = findTemplate(framework, name)
    return { from: join(templatesFolder, framework, template), to: join(folder, template) }
  })
  for (const { to } of copies) assertReplaceable(to, options)
  mkdirSync(folder, { recursive: true })
  for (const { from, to } of copies) {
    writeFileSync(to, readFileSync(from))
    out(`${relative(cwd, to)} written.`)
  }
}

function assertReplaceable(path: string, { isForced }: Options): void {
  if (!lstatSync(path, { throwIfNoEntry: false })) return
  if (!isForced) throw new Error(`${path} exists. No file was written. Add --force to replace it.`)
  if (!isRegularFile(path)) throw new Error(`${path} is not a file. No file was written.`)
}

function isFramework(name: string): name is Framework {
  return Object.hasOwn(frameworkPackages, name)
}

/** Finds the framework in package.json. */
function detectFramework(cwd: string): Framework {
  const { dependencies, devDependencies } = readJson(join(cwd, 'package.json'))
  const installed = new Set(Object.keys({ ...toRecord(dependencies), ...toRecord(devDependencies) }))
  const [found, ...others] = Object.entries(frameworkPackages)
    .filter(([, names]) => names.some(name => installed.has(name)))
    .map(([name]) => name)
  if (found === undefined || !isFramework(found))
    throw new UsageError(`${join(cwd, 'package.json')} has no React, Vue or Svelte. Set --framework.`)
  if (others.length > 0)
    throw new UsageError(`The app has ${[found, ...others].join(' and ')}. Set --framework to one of them.`)
  return found
}

/** Returns the file of a component. */
function findTemplate(framework: Framework, name: string): string {
  const template = listTemplates(framework).find(file => toComponentName(file) === name)
  if (template) return template
  const names = listNames(framework)
  const similar = findSimilarName(name, names)
  const hint = similar ? `Did you mean ${similar}?` : `The components are ${names.join(', ')}.`
  throw new UsageError(`There is no component "${name}". ${hint}`)
}

function listTemplates(framework: Framework): string[] {
  return readdirSync(join(templatesFolder, framework)).sort()
}

function listNames(framework: Framework): string[] {
  return listTemplates(framework).map(toComponentName)
}

/** Returns the name of the component in a file, such as `sign-in` for `SignIn.vue`. */
function toComponentName(file: string): string {
  return parse(file)
    .name.replace(/(?<!^)[A-Z]/g, letter => `-${letter}`)
    .toLowerCase()
}

/** Finds the folder of components: that of components.json (shadcn), or the usual one of the framework. */
function findFolder(cwd: string, framework: Framework): string {
  const { aliases } = readJson(join(cwd, 'components.json'))
  const alias = toRecord(aliases)['components']
  const source = ['src', 'app'].find(name => existsSync(join(cwd, name))) ?? '.'
  if (typeof alias === 'string') return resolveAlias(alias, existsSync(join(cwd, 'src')) ? 'src' : '.')
  if (framework === 'svelte') return 'src/lib/components'
  // The folder `app` of Next has pages, and that of Nuxt has everything.
  return framework === 'react' && source === 'app' ? 'components' : join(source, 'components')
}

/** Resolves an alias as the generators of apps define it: `@` is the source folder, and `$lib` that of SvelteKit. */
function resolveAlias(alias: string, source: string): string {
  const [first = '', ...rest] = alias.split('/')
  const folder = { $lib: 'src/lib', '@': source, '~': source }[first] ?? first
  return join(folder, ...rest)
}

/** Reads an object of JSON. @returns an empty object if the file does not exist or contains something else */
function readJson(path: string): Readonly<Record<string, unknown>> {
  if (!isRegularFile(path)) return {}
  const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
  return toRecord(value)
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
}
