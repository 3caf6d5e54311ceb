import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { isRecord } from '../base/parse.js'
import { createPasswordHasher, type PasswordHasher } from '../plugins/passwords/hashing/password-hasher.js'
import { type ImportedHash, type ImportOutcome, importHash } from '../plugins/passwords/import-hashes.js'
import type { RecordStore } from '../types/record-store.js'
import type { CommandContext } from './command-context.js'
import type { CommandInput } from './command-definition.js'
import { printResult } from './print-result.js'
import { toPrintableContext } from './printable-text.js'
import { requireConnection } from './require-connection.js'
import { withRecords } from './with-records.js'

/** How many lines are written at a time. */
const batchSize = 50

/** Imports password hashes of another system. @returns the exit code */
export async function importPasswords(input: CommandInput, context: CommandContext): Promise<number> {
  const [file = '', argument] = input.positionals
  const connection = requireConnection(argument, context)
  const dryRun = input.hasFlag('--dry-run')
  const lines = file === '-' ? process.stdin : createReadStream(resolve(context.cwd, file))
  const summary = await withRecords({ connection, prefix: input.getText('--prefix') }, records =>
    importLines(lines, { records, hasher: createPasswordHasher(), dryRun }),
  )
  const { stored, kept, refused } = summary
  const { err } = toPrintableContext(context)
  for (const { line, fault } of refused) err(`Line ${line}: ${fault}`)
  const verb = dryRun ? 'would be' : 'were'
  const text = `${stored} hashes ${verb} stored. ${kept} users have a password. ${refused.length} lines were refused.`
  printResult({ data: summary, text }, input, context)
  return refused.length > 0 ? 3 : 0
}

interface ImportSummary {
  stored: number
  kept: number
  readonly refused: { readonly line: number; readonly fault: string }[]
}

async function importLines(input: NodeJS.ReadableStream, target: ImportTarget): Promise<ImportSummary> {
  const summary: ImportSummary = { stored: 0, kept: 0, refused: [] }
  for await (const batch of readBatches(input)) {
    const outcomes = await Promise.all(batch.map(({ text }) => importLine(target, text)))
    outcomes.forEach((outcome, index) => {
      if (outcome.type === 'refused')
        summary.refused.push({ line: batch[index]?.line ?? 0, fault: outcome.fault })
      else summary[outcome.type] += 1
    })
  }
  return summary
}

interface Line {
  /** From 1 on. */
  readonly line: number
  readonly text: string
}

/** Reads the lines that are not blank. A file can be larger than the memory. */
async function* readBatches(input: NodeJS.ReadableStream): AsyncGenerator<readonly Line[]> {
  let batch: Line[] = []
  let line = 0
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    line += 1
    if (text.trim() === '') continue
    batch.push({ line, text })
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  yield batch
}

interface ImportTarget {
  readonly records: RecordStore
  readonly hasher: PasswordHasher
  readonly dryRun: boolean
}

async function importLine({ records, hasher, dryRun }: ImportTarget, text: string): Promise<ImportOutcome> {
  const imported = parseLine(text)
  if (typeof imported === 'string') return { type: 'refused', fault: imported }
  if (!dryRun) return await importHash(records, hasher, imported)
  const { fault } = await hasher.inspect(imported.hash)
  return fault === null ? { type: 'stored' } : { type: 'refused', fault }
}

/** @returns the fault of a line. It does not contain the hash */
function parseLine(text: string): ImportedHash | string {
  const value = parseJson(text)
  if (!isRecord(value)) return 'It must be a JSON object with `userId` and `hash`.'
  const { userId, hash } = value
  if (typeof userId !== 'string' || userId === '') return '`userId` must be text that is not empty.'
  if (typeof hash !== 'string') return '`hash` must be text.'
  return { userId, hash }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
