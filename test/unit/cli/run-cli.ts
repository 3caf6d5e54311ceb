import type { CommandContext } from '../../../src/cli/command-context.js'
import { runCommand } from '../../../src/cli/run-command.js'

/** What a command printed, and its exit code. */
export interface CliResult {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs a command in a folder, with these variables of the process. */
export async function runCli(
  args: readonly string[],
  { cwd = '/', env = {}, ask }: Partial<Pick<CommandContext, 'cwd' | 'env' | 'ask'>> = {},
): Promise<CliResult> {
  const lines: Record<'out' | 'err', string[]> = { out: [], err: [] }
  const code = await runCommand(args, {
    env,
    cwd,
    ask,
    out: text => void lines.out.push(`${text}\n`),
    err: text => void lines.err.push(`${text}\n`),
  })
  return { code, out: lines.out.join(''), err: lines.err.join('') }
}
