import type { CommandContext } from './command-context.js'
import type { CommandDefinition, CommandInput } from './command-definition.js'
import { Command, Option } from './commander.js'
import { readPackageVersion } from './package-root.js'

/** Width of the help, in characters. It does not depend on the terminal, so that every log shows the same. */
const helpWidth = 100

/** A command that was chosen, with its arguments. */
export interface Invocation {
  readonly definition: CommandDefinition
  readonly input: CommandInput
  /** What follows a message about wrong arguments. */
  readonly usage: string
}

/** Creates the parser of all commands. `onInvoke` receives the one that the arguments name. */
export function createProgram(
  definitions: readonly CommandDefinition[],
  { out, err }: CommandContext,
  onInvoke: (invocation: Invocation) => void,
): Command {
  const program = new Command('latchkey')
    .description('Sets up, checks and maintains authentication with Latchkey.')
    .version(readPackageVersion(), '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print the help')
    .helpCommand('help [command]', 'print the help of a command')
    .configureOutput({
      writeOut: text => out(text.trimEnd()),
      writeErr: text => err(text.trimEnd()),
      getOutHelpWidth: () => helpWidth,
      getErrHelpWidth: () => helpWidth,
    })
    .exitOverride()
    .allowExcessArguments(false)
    .addHelpText('after', '\nHelp of a command, with examples: npx latchkey <command> --help')
    .showHelpAfterError('All commands: npx latchkey --help')
  for (const definition of definitions) addCommand(program, definition, onInvoke)
  return program
}

function addCommand(
  program: Command,
  definition: CommandDefinition,
  onInvoke: (invocation: Invocation) => void,
): void {
  const { name, summary, details, arguments: args = {}, options = {} } = definition
  const command = createCommand(program, name)
    .summary(summary)
    .description(details ? `${summary}\n\n${details}` : summary)
    .helpOption('-h, --help', 'print this help')
    .addHelpText('after', `\n${formatExamples(definition)}\n\n${formatExitCodes(definition)}`)
  for (const [argument, text] of Object.entries(args)) command.argument(argument, text)
  for (const [flags, text] of Object.entries(options)) command.addOption(new Option(flags, text))
  const usage = `Usage: latchkey ${name} ${command.usage()}\nExamples: npx latchkey ${name} --help`
  command.showHelpAfterError(usage)
  command.action(() => onInvoke({ definition, input: createInput(command), usage }))
}

/** Returns the command of a name. Its first words are commands that contain others. */
function createCommand(program: Command, name: string): Command {
  const words = name.split(' ')
  const last = words.pop() ?? ''
  const parent = words.reduce<Command>(
    (command, word) => command.commands.find(each => each.name() === word) ?? addCommandGroup(command, word),
    program,
  )
  return parent.command(last)
}

function addCommandGroup(program: Command, name: string): Command {
  return program
    .command(name)
    .helpCommand(false)
    .helpOption('-h, --help', 'print this help')
    .summary('see its commands with --help')
    .showHelpAfterError(`Usage: latchkey ${name} [command]\nCommands: npx latchkey ${name} --help`)
}

function formatExamples({ name, examples }: CommandDefinition): string {
  const lines = Object.entries(examples).map(
    ([args, text]) => `  npx latchkey ${args ? `${name} ${args}` : name}\n      ${text}`,
  )
  return `Examples:\n${lines.join('\n')}`
}

function formatExitCodes({ exitCodes }: CommandDefinition): string {
  const codes: Readonly<Record<number, string>> = { 0: 'done', 1: 'failed', 2: 'wrong usage', ...exitCodes }
  const texts = Object.entries(codes).map(([code, text]) => `${code} ${text}`)
  return `Exit codes: ${texts.join(', ')}.`
}

function createInput(command: Command): CommandInput {
  const values: Readonly<Record<string, unknown>> = command.opts()
  const read = (flag: string) => {
    const option = command.options.find(({ long }) => long === flag)
    if (!option) throw new Error(`The command has no option ${flag}.`)
    return { option, value: values[option.attributeName()] }
  }
  return {
    positionals: command.args,
    hasFlag(flag) {
      const { option, value } = read(flag)
      return value === !option.negate
    },
    getText(flag) {
      const { value } = read(flag)
      return typeof value === 'string' ? value : undefined
    },
  }
}
