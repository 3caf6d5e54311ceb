import { join, relative, resolve, sep } from 'node:path'
import type { ObjectLiteral } from '../codemod/expressions.js'
import { findMember } from '../codemod/expressions.js'
import type { ParsedSource } from '../codemod/insert-members.js'
import { isRegularFile, readRegularFile } from '../codemod/regular-file.js'
import { UsageError } from '../command-definition.js'
import { listConfigurations, type Project } from '../doctor/read-project.js'
import { parseSource } from '../start/edit-source.js'
import type { ConfigArray } from './addition.js'
import { findConfigObjects } from './find-config-objects.js'

/** A source that configures Latchkey. */
export interface Configuration {
  /** Absolute path. */
  readonly file: string
  /** Path relative to the working directory, with slashes. */
  readonly path: string
  readonly source: string
  readonly mode: number
  readonly identity: string
  /** Null if the source is too complex. */
  readonly parsed: ParsedSource | null
  readonly objects: readonly ObjectLiteral[]
}

const scriptName = /\.[cm]?[jt]sx?$/

/** Reads the sources of a project that can configure Latchkey. */
export function readConfigurations(project: Project): Configuration[] {
  const unclear = new Set(listConfigurations(project).map(([path]) => path))
  return [...project.sources]
    .filter(
      ([path, text]) => scriptName.test(path) && /\b(?:latchkey|defineAuthConfig|providers)\b/.test(text),
    )
    .flatMap(([path]) => readConfiguration(project.folder, join(project.folder, path)) ?? [])
    .filter(({ path, source, objects }) => {
      const isMentioned = /\blatchkey\b|\bdefineAuthConfig\b/.test(source)
      return isMentioned && (objects.length > 0 || unclear.has(path))
    })
}

/** Reads a source. @returns null if it is too large */
function readConfiguration(folder: string, file: string): Configuration | null {
  const content = readRegularFile(file)
  if (!content) return null
  const path = relative(folder, file).split(sep).join('/')
  const source = content.bytes.toString('utf8')
  const parsed = parseSource(path, source)
  const objects = parsed ? findConfigObjects(parsed) : []
  return { file, path, source, mode: content.mode, identity: content.identity, parsed, objects }
}

/** Selects the configuration that gets an entry in an array. */
export function selectConfiguration(
  configurations: readonly Configuration[],
  array: ConfigArray,
): Configuration {
  const shown = configurations.filter(({ objects }) => objects.length > 0)
  const candidates = shown.length > 0 ? shown : configurations
  const steps = [array, 'providers'].map(name => candidates.filter(each => hasMember(each, name)))
  const [found, ...others] = steps.find(each => each.length > 0) ?? candidates
  if (!found)
    throw new Error(
      'No source in this folder configures Latchkey. Create the configuration with `npx latchkey init`, or set --config to its file.',
    )
  if (others.length === 0) return found
  const paths = [found, ...others].map(({ path }) => path)
  throw new UsageError(`Several files configure Latchkey: ${paths.join(', ')}. Set --config to one of them.`)
}

function hasMember({ parsed, objects }: Configuration, name: string): boolean {
  return parsed !== null && objects.some(object => findMember(parsed.code, object, name))
}

/** Reads the configuration that `--config` names. */
export function requireConfiguration(cwd: string, path: string): Configuration {
  const file = resolve(cwd, path)
  const configuration = isRegularFile(file) ? readConfiguration(cwd, file) : null
  if (!configuration) throw new UsageError(`--config is "${path}", which is not a file that can be read.`)
  return configuration
}

/** Returns whether a source of the configuration has a name. */
export function hasName(configurations: readonly Configuration[], pattern: RegExp): boolean {
  return configurations.some(({ source, parsed }) =>
    parsed
      ? parsed.code.some(({ kind, text }) => kind === 'name' && pattern.test(text))
      : pattern.test(source),
  )
}
