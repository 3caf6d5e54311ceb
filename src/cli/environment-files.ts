import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import type { CommandContext } from './command-context.js'

/** The files that all frameworks read beside the environment, the one that wins first. */
const environmentFiles = ['.env.local', '.env'] as const

/** Variables of the files in a folder. */
interface FileVariables {
  /** The names of the files that exist, the one that wins first. */
  readonly files: readonly string[]
  readonly variables: Readonly<Record<string, string>>
  /** The file that sets a variable. */
  readonly origins: Readonly<Record<string, string>>
}

/** How a framework reads the files of a mode: Next.js prefers `.env.local` to them, and Vite does not. */
export type FileOrder = 'next' | 'vite'

/** Returns the files that a framework reads, the one that wins first. The mode is `production` if NODE_ENV is, and else that of the development server. */
function listFrameworkFiles({ NODE_ENV }: CommandContext['env'], order: FileOrder): readonly string[] {
  const mode = NODE_ENV === 'production' || NODE_ENV === 'test' ? NODE_ENV : 'development'
  const ofMode = `.env.${mode}`
  const shared = order === 'next' ? ['.env.local', ofMode] : [ofMode, '.env.local']
  // Next.js reads no .env.local in tests, which must be the same on each machine.
  const read = order === 'next' && mode === 'test' ? [ofMode] : shared
  return [`${ofMode}.local`, ...read, '.env']
}

/** Returns the variables that an app of a framework sees, and the file that sets each. Prints which files were read, without their values. */
export function readFrameworkEnvironment(
  context: CommandContext,
  order: FileOrder,
): { readonly env: CommandContext['env']; readonly files: Readonly<Record<string, string | undefined>> } {
  const { cwd, env, err } = context
  const { files, variables, origins } = parseEnvironmentFiles(cwd, env, listFrameworkFiles(env, order))
  if (files.length > 0) err(`Read ${joinNames(files)}.`)
  const ofProcess = Object.fromEntries(Object.keys(env).map(name => [name, undefined]))
  return { env: { ...variables, ...env }, files: { ...origins, ...ofProcess } }
}

function joinNames(names: readonly string[]): string {
  return names.length < 3 ? names.join(' and ') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/**
 * Returns the context with the variables of `.env.local` and `.env`. A variable of the process wins, also an empty one. Prints which files were
 * read, without their values.
 */
export function readEnvironmentFiles(context: CommandContext): CommandContext {
  const { files, variables } = parseEnvironmentFiles(context.cwd, context.env)
  if (files.length > 0) context.err(`Read ${joinNames(files)}.`)
  return { ...context, env: { ...variables, ...context.env } }
}

/** Returns the variables of `.env.local` and `.env` alone: an empty variable of the process hides them. */
export function readFileVariables({ cwd, env }: CommandContext): Readonly<Record<string, string>> {
  return parseEnvironmentFiles(cwd, env).variables
}

/** Reads the files of a folder. `env` has the variables of the process, to which a value can refer. */
function parseEnvironmentFiles(
  folder: string,
  env: CommandContext['env'],
  names: readonly string[] = environmentFiles,
): FileVariables {
  const files = names.filter(name => isFile(join(folder, name)))
  const entries = files.toReversed().flatMap(file => {
    const parsed = parseEnv(readFileSync(join(folder, file), 'utf8'))
    return Object.entries(parsed).map(([name, value]) => ({ file, name, value: String(value) }))
  })
  const variables = Object.fromEntries(entries.map(({ name, value }) => [name, value]))
  const origins = Object.fromEntries(entries.map(({ name, file }) => [name, file]))
  const known = { ...variables, ...env }
  return { files, variables: mapValues(variables, value => expandReferences(value, known)), origins }
}

/** A link to the file of another folder is common in a monorepo. */
function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}

/** Replaces `$NAME` and `${NAME}`, as frameworks do. `\$` is a dollar sign. A reference in the value of a reference is not replaced, and neither is one to
 * an unknown variable, which is more probably a part of a password or a key. */
function expandReferences(value: string, known: CommandContext['env']): string {
  return value.replace(
    /\\\$|\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g,
    (reference, braced?: string, plain?: string) =>
      reference === '\\$' ? '$' : (known[braced ?? plain ?? ''] ?? reference),
  )
}

function mapValues(
  values: Readonly<Record<string, string>>,
  change: (value: string) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))
}
