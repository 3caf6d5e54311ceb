import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import type { CommandContext } from './command-context.js'

/** The files that frameworks read beside the environment, the one that wins first. */
const environmentFiles = ['.env.local', '.env'] as const

/** Variables of the files in a folder. */
interface FileVariables {
  /** The names of the files that exist, the one that wins first. */
  readonly files: readonly string[]
  readonly variables: Readonly<Record<string, string>>
}

/**
 * Returns the context with the variables of `.env.local` and `.env`. A variable of the process wins, also an empty one. Prints which files were
 * read, without their values.
 */
export function readEnvironmentFiles(context: CommandContext): CommandContext {
  const { files, variables } = parseEnvironmentFiles(context.cwd, context.env)
  if (files.length > 0) context.err(`Read ${files.join(' and ')}.`)
  return { ...context, env: { ...variables, ...context.env } }
}

/** Returns the variables of `.env.local` and `.env` alone: an empty variable of the process hides them. */
export function readFileVariables({ cwd, env }: CommandContext): Readonly<Record<string, string>> {
  return parseEnvironmentFiles(cwd, env).variables
}

/** Reads the files of a folder. `env` has the variables of the process, to which a value can refer. */
function parseEnvironmentFiles(folder: string, env: CommandContext['env']): FileVariables {
  const files = environmentFiles.filter(name => isFile(join(folder, name)))
  const parsed = files.map(name => parseEnv(readFileSync(join(folder, name), 'utf8')))
  const variables = Object.fromEntries(
    parsed
      .reverse()
      .flatMap(each => Object.entries(each))
      .map(([name, value]) => [name, String(value)]),
  )
  const known = { ...variables, ...env }
  return { files, variables: mapValues(variables, value => expandReferences(value, known)) }
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
