import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { findSimilarName } from '../base/similar-name.js'
import type { CommandContext } from './command-context.js'
import { type CommandInput, UsageError } from './command-definition.js'
import { printResult } from './print-result.js'
import { findSchemaFile, isSchemaName, planSchemaFile, type SchemaName, schemaNames } from './schema-file.js'

/** Prints or writes the schema for a migration tool. @returns the exit code */
export async function generate(input: CommandInput, context: CommandContext): Promise<number> {
  const name = requireSchemaName(input.positionals[0])
  const out = input.getText('--out')
  const found = out ?? findSchemaFile(name, context.cwd)
  const isWritten = input.hasFlag('--write') || out !== undefined
  if (isWritten && found === undefined)
    throw new Error('There is no schema file. Set --out to the file to write.')
  const file = await planSchemaFile(name, context.cwd, { path: found, provider: input.getText('--provider') })
  if (isWritten && file.path !== null && file.added.length > 0) writeSchema(file.path, file.text)
  const path = file.path === null ? null : relative(context.cwd, file.path)
  for (const warning of file.warnings) context.err(`Warning: ${warning}`)
  const { text, added, warnings } = file
  const data = { file: path, written: isWritten, added, warnings, ...(isWritten ? {} : { schema: text }) }
  printResult({ data, text: describeResult(text, added, isWritten ? path : null) }, input, context)
  return 0
}

/** @throws UsageError if there is no such schema */
function requireSchemaName(name = ''): SchemaName {
  if (isSchemaName(name)) return name
  const similar = findSimilarName(name, schemaNames)
  const hint = similar ? `Did you mean ${similar}?` : `The schemas are ${schemaNames.join(', ')}.`
  throw new UsageError(`There is no schema "${name}". ${hint}`)
}

function writeSchema(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** @param path the file that was to be written, or null to print the schema */
function describeResult(text: string, added: readonly string[], path: string | null): string {
  if (path === null) return text.trimEnd()
  return added.length === 0 ? `${path} is up to date.` : `${path}: added ${added.join(', ')}.`
}
