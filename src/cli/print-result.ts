import type { CommandContext } from './command-context.js'
import type { CommandInput } from './command-definition.js'
import { toPrintableLines } from './printable-text.js'

/** The result of a command, as data and as text. */
export interface CommandResult {
  readonly data: unknown
  readonly text: string
}

/** Writes the result of a command to standard output: as one line of JSON with `--json`, else as text. Control characters are escaped. */
export function printResult(
  { data, text }: CommandResult,
  input: CommandInput,
  { out }: CommandContext,
): void {
  out(input.hasFlag('--json') ? JSON.stringify(data) : toPrintableLines(text))
}
