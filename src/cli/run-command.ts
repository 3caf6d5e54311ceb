import type { CommandContext } from './command-context.js'
import { UsageError } from './command-definition.js'
import { type Command, CommanderError } from './commander.js'
import { commands } from './commands.js'
import { createProgram, type Invocation } from './create-program.js'
import { readEnvironmentFiles } from './environment-files.js'
import { formatError } from './format-error.js'
import { toPrintableContext } from './printable-text.js'

/** Runs the command that the first argument names. @returns the exit code */
export async function runCommand(args: readonly string[], context: CommandContext): Promise<number> {
  const invocation = parseArguments(args, toPrintableContext(context))
  return typeof invocation === 'number' ? invocation : await invokeCommand(invocation, context)
}

/** @returns the exit code if there is nothing to run, as after `--help` */
function parseArguments(args: readonly string[], context: CommandContext): Invocation | number {
  const invocations: Invocation[] = []
  const program = createProgram(commands, context, invocation => void invocations.push(invocation))
  try {
    program.parse(isKnownCommand(program, args[0]) ? args : args.slice(0, 1), { from: 'user' })
    return invocations[0] ?? 2
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    throw error
  }
}

/** The parser answers an unknown command with `--help` by the general help, which does not name the mistake. */
function isKnownCommand(program: Command, name = 'help'): boolean {
  return name === 'help' || name.startsWith('-') || program.commands.some(command => command.name() === name)
}

async function invokeCommand(
  { definition, input, usage }: Invocation,
  terminal: CommandContext,
): Promise<number> {
  const { err } = toPrintableContext(terminal)
  try {
    const context = definition.usesEnvironment ? readEnvironmentFiles(terminal) : terminal
    const run = await definition.load()
    return await run(input, context)
  } catch (error) {
    if (error instanceof UsageError) {
      err(`${error.message}\n\n${usage}`)
      return 2
    }
    err(formatError(error))
    return 1
  }
}
