import { parseArgs } from 'node:util'
import { resealRecords } from '../adapters/reseal-records.js'
import { readEncryptionKeys, readSecrets } from '../config/secret.js'
import type { CommandContext } from './command-context.js'
import { formatError } from './format-error.js'
import { toPrintableContext } from './printable-text.js'
import { getUsage } from './usage.js'
import { withRecords } from './with-records.js'

/** Runs the command. @returns the exit code */
export async function reseal(args: readonly string[], terminal: CommandContext): Promise<number> {
  const { env, err, out } = toPrintableContext(terminal)
  const options = parseOptions(args, terminal)
  if (!options) {
    err(getUsage('reseal'))
    return 2
  }
  const { dryRun } = options
  try {
    const ownKeys = readEncryptionKeys(env)
    const encryptionKeys = ownKeys.length > 0 ? ownKeys : readSecrets(env)
    const { sealed, resealed } = await withRecords(options, records =>
      resealRecords(records, { encryptionKeys, dryRun }),
    )
    out(
      `${sealed} records have sealed values. ${resealed} ${dryRun ? 'would be' : 'were'} sealed with the newest key.`,
    )
    if (sealed > 0) return 0
    err(
      'No sealed value was found. Keep the old key until the command finds them: check the database and the prefix.',
    )
    return 1
  } catch (error) {
    err(formatError(error))
    return 1
  }
}

interface ResealCommand {
  readonly connection: string
  readonly prefix?: string | undefined
  readonly dryRun: boolean
}

/** @returns null for wrong arguments */
function parseOptions(args: readonly string[], { env }: CommandContext): ResealCommand | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { 'dry-run': { type: 'boolean', default: false }, prefix: { type: 'string' } },
    })
    const [connection = env.DATABASE_URL, ...rest] = positionals
    if (!connection || rest.length > 0) return null
    return { connection, prefix: values.prefix, dryRun: values['dry-run'] }
  } catch {
    return null
  }
}
