import { resealRecords } from '../adapters/reseal-records.js'
import { SqlAdapter } from '../adapters/sql/index.js'
import { readEncryptionKeys, readSecrets } from '../config/secret.js'
import type { CommandContext } from './command-context.js'
import { formatError } from './format-error.js'
import { usageByCommand } from './usage.js'

/** Runs the command. @returns the exit code */
export async function reseal(args: readonly string[], terminal: CommandContext): Promise<number> {
  const { env, err, out } = terminal
  const unknownFlag = args.find(arg => arg.startsWith('-') && arg !== '--dry-run')
  const [connection = env.DATABASE_URL, ...extraArgs] = args.filter(arg => !arg.startsWith('-'))
  if (unknownFlag || extraArgs.length > 0 || !connection) {
    err(usageByCommand['reseal'] ?? '')
    return 2
  }
  try {
    await using adapter = SqlAdapter(connection, { migrate: false })
    const ownKeys = readEncryptionKeys(env)
    const encryptionKeys = ownKeys.length > 0 ? ownKeys : readSecrets(env)
    const dryRun = args.includes('--dry-run')
    const { sealed, resealed } = await resealRecords(adapter.records, { encryptionKeys, dryRun })
    out(
      `${sealed} records have sealed values. ${resealed} ${dryRun ? 'would be' : 'were'} sealed with the newest key.`,
    )
    return 0
  } catch (error) {
    err(formatError(error))
    return 1
  }
}
