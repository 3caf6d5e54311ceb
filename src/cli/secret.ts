import { appendFileSync, lstatSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateSecret, readSecrets } from '../config/secret.js'
import { isRegularFile } from './codemod/regular-file.js'
import type { CommandContext } from './command-context.js'
import type { CommandInput } from './command-definition.js'
import { readFileVariables } from './environment-files.js'
import { printResult } from './print-result.js'

const fileName = '.env.local'

/** Creates a secret, and prints it or writes it to `.env.local`. @returns the exit code */
export function createSecret(input: CommandInput, context: CommandContext): number {
  const secret = generateSecret()
  if (!input.hasFlag('--write')) {
    printResult({ data: { secret }, text: secret }, input, context)
    return 0
  }
  if ([context.env, readFileVariables(context)].some(env => readSecrets(env).length > 0)) {
    context.err(
      'AUTH_SECRET is set, in the environment or in a file. Nothing was written, because another secret signs all users out. To replace it, ' +
        'print a new one with `npx latchkey secret`, set it as AUTH_SECRET_1, and keep AUTH_SECRET until old sessions have expired.',
    )
    return 1
  }
  appendSecret(join(context.cwd, fileName), secret)
  const text = `AUTH_SECRET was added to ${fileName}. Keep this file out of version control, and set another secret in production.`
  printResult({ data: { written: fileName }, text }, input, context)
  return 0
}

/** @throws Error if the path is a link or a folder */
function appendSecret(path: string, secret: string): void {
  const line = `AUTH_SECRET=${secret}\n`
  if (!lstatSync(path, { throwIfNoEntry: false })) {
    writeFileSync(path, line, { flag: 'wx', mode: 0o600 })
    return
  }
  if (!isRegularFile(path)) throw new Error(`${path} is not a file. Nothing was written.`)
  const text = readFileSync(path, 'utf8')
  appendFileSync(path, text === '' || text.endsWith('\n') ? line : `\n${line}`)
}
