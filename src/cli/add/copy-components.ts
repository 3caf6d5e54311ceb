import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, parse, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isRegularFile } from '../codemod/regular-file.js'
import { UsageError } from '../command-definition.js'
import { packageRoot } from '../package-root.js'

/** The packages by which a framework is recognized. */
const frameworkPackages = {
  react: ['react', 'next'],
  vue: ['vue', 'nuxt'],
  svelte: ['svelte', '@sveltejs/kit'],
} as const

type Framework = keyof typeof frameworkPackages

/** The folder of the templates in this package. */
const templatesFolder = fileURLToPath(new URL('templates', packageRoot))

/** What to copy, and where. */
export interface CopyOptions {
  readonly names: readonly string[]
  readonly framework: string | undefined
  readonly folder: string | undefined
  readonly isForced: boolean
}

/** Returns the names of the components, sorted. */
export function listComponents(): string[] {
  return listNames('react')
}

/** A file of this package, and its place in the app. */
export interface ComponentCopy {
  readonly from: string
  readonly to: string
}

/**
 * Plans copies of components.
 *
 * @throws UsageError if the framework is unknown. Error if a file exists
 */
export function planCopies(options: CopyOptions, cwd: string): ComponentCopy[] {
  const framework = options.framework ?? detectFramework(cwd)
  if (!isFramework(framework))
    throw new UsageError(`There is no framework "${framework}". Set --framework to react, vue or svelte.`)
  const folder = resolve(cwd, options.folder ?? findFolder(cwd, framework))
  const copies = options.names.map(name => {
    const template = requireTemplate(framework, name)
    return { from: join(templatesFolder, framework, template), to: join(folder, template) }
  })
  for (const { to } of copies) assertReplaceable(to, options)
  return copies
}

/** Copies all components. @returns the paths, relative to the working directory */
export function copyComponents(copies: readonly ComponentCopy[], cwd: string): string[] {
  for (const { from, to } of copies) {
    mkdirSync(dirname(to), { recursive: true })
    writeFileSync(to, readFileSync(from))
  }
  return copies.map(({ to }) => relative(cwd, to))
}

function assertReplaceable(path: string, { isForced }: CopyOptions): void {
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

/** Returns the file of a component. @throws UsageError if the framework has none */
function requireTemplate(framework: Framework, name: string): string {
  const template = listTemplates(framework).find(file => toComponentName(file) === name)
  if (!template) throw new UsageError(`There is no component "${name}" for ${framework}.`)
  return template
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
