import type { CommandContext } from './command-context.js'

/** What a command accepts, what its help says, and its code. */
export interface CommandDefinition {
  /** The words after `latchkey`, such as `passwords import`. */
  readonly name: string
  /** One line in the list of commands. */
  readonly summary: string
  /** What the help says after the summary. */
  readonly details?: string
  /** Arguments with their texts. `<name>` is required, `[name]` optional, and `[name...]` any number. */
  readonly arguments?: Readonly<Record<string, string>>
  /** Options with their texts, such as `--prefix <prefix>`. */
  readonly options?: Readonly<Record<string, string>>
  /** Arguments of useful calls, with what each does. */
  readonly examples: Readonly<Record<string, string>>
  /** Exit codes beside those of every command. */
  readonly exitCodes?: Readonly<Record<number, string>>
  /** Whether the command reads `.env` and `.env.local`. @default false */
  readonly usesEnvironment?: boolean
  /** Loads the code. Most commands need a database driver. */
  readonly load: () => Promise<CommandFunction>
}

/** Runs a command. @returns the exit code. @throws UsageError if the arguments are wrong */
export type CommandFunction = (input: CommandInput, context: CommandContext) => number | Promise<number>

/** The arguments of a command. */
export interface CommandInput {
  readonly positionals: readonly string[]
  /** Returns whether a flag is set, such as `--dry-run`. */
  hasFlag(flag: string): boolean
  /** Returns the text of an option, such as `--prefix`. */
  getText(flag: string): string | undefined
}

/** Arguments that are wrong. The message names the fault, and what to write instead. */
export class UsageError extends Error {}
