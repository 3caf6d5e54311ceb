import { resealRecords } from '../adapters/reseal-records.js'
import { readEncryptionKeys, readSecrets } from '../config/secret.js'
import type { CommandContext } from './command-context.js'
import type { CommandInput } from './command-definition.js'
import { printResult } from './print-result.js'
import { requireConnection } from './require-connection.js'
import { withRecords } from './with-records.js'

/** Seals stored secrets with the newest key. @returns the exit code */
export async function reseal(input: CommandInput, context: CommandContext): Promise<number> {
  const { env, err } = context
  const connection = requireConnection(input.positionals[0], context)
  const dryRun = input.hasFlag('--dry-run')
  const ownKeys = readEncryptionKeys(env)
  const encryptionKeys = ownKeys.length > 0 ? ownKeys : readSecrets(env)
  const result = await withRecords({ connection, prefix: input.getText('--prefix') }, records =>
    resealRecords(records, { encryptionKeys, dryRun }),
  )
  const verb = dryRun ? 'would be' : 'were'
  const text = `${result.sealed} records have sealed values. ${result.resealed} ${verb} sealed with the newest key.`
  printResult({ data: result, text }, input, context)
  if (result.sealed > 0) return 0
  err(
    'No sealed value was found. Keep the old key until the command finds them: check the database and the prefix.',
  )
  return 1
}
