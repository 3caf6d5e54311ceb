import { findProviderType } from '../add/providers.js'
import type { CommandContext } from '../command-context.js'
import { type CommandInput, UsageError } from '../command-definition.js'
import { printResult } from '../print-result.js'
import {
  buildAppEnvironment,
  findSender,
  formatProviders,
  formatVariables,
  listAddedVariables,
  type Variables,
} from './app-environment.js'
import { type DevServer, startDevServer } from './dev-server.js'
import { PortInUse } from './listen.js'
import { runApp, waitForSignal } from './run-app.js'

const defaultPorts = { '--port': 4700, '--smtp-port': 1025 } as const

type PortOption = keyof typeof defaultPorts

/** Starts the development server, and the app if there is a command. Both end together. @returns the exit code */
export async function runDevServer(input: CommandInput, context: CommandContext): Promise<number> {
  if (context.env['NODE_ENV'] === 'production') {
    context.err(
      'NODE_ENV is production. The development server signs in everyone without a password. Unset NODE_ENV.',
    )
    return 1
  }
  const command = input.positionals
  const providers = parseProviders(input)
  for (const id of providers) await assertReplaceable(id)
  const ports = { port: parsePort(input, '--port'), smtpPort: parsePort(input, '--smtp-port') }
  try {
    const server = await startDevServer({
      ...ports,
      providers,
      startsApp: command.length > 0,
      emailFrom: findSender(context),
    })
    try {
      const added = command.length > 0 ? listAddedVariables(server, context) : null
      printResult(describeServer(server, providers, added), input, context)
      if (command.length === 0) await waitForSignal()
      else return await runApp({ command, cwd: context.cwd, env: buildAppEnvironment(server, context) })
      return 0
    } finally {
      await server.close()
    }
  } catch (error) {
    if (!(error instanceof PortInUse)) throw error
    const option: PortOption = error.port === ports.port ? '--port' : '--smtp-port'
    context.err(`${error.message} Choose another one: npx latchkey dev ${option} ${error.port + 1}`)
    return 1
  }
}

function parsePort(input: CommandInput, option: PortOption): number {
  const text = input.getText(option)
  if (text === undefined) return defaultPorts[option]
  const port = Number(text)
  if (/^\d+$/.test(text) && port < 65_536) return port
  throw new UsageError(`${option} is "${text}". It must be a number from 0 to 65535; 0 is any free port.`)
}

function parseProviders(input: CommandInput): readonly string[] {
  const ids = (input.getText('--provider') ?? 'dev').split(',').map(id => id.trim())
  const invalid = ids.find(id => !/^[a-z\d][a-z\d_-]*$/i.test(id))
  if (invalid === undefined) return ids
  throw new UsageError(
    `--provider has the id "${invalid}". It must be the \`id\` of a provider, such as keycloak, or several with commas.`,
  )
}

/**
 * Checks that the server can replace a provider. An id that is none of a module is that of the app.
 *
 * @throws UsageError for a provider whose URLs `AUTH_<ID>_ISSUER` does not change
 */
async function assertReplaceable(id: string): Promise<void> {
  const provider = await findProviderType(id)
  if (!provider || provider.type === 'oidc') return
  throw new UsageError(
    `--provider has "${id}", but ${provider.title} is no OpenID provider: its URLs stay the same, whatever its variables are. Leave it out, and sign in with the provider "dev" or an email.`,
  )
}

/** Describes the server, for people and as data. `added` has the variables of the app, if the command starts one. */
function describeServer(server: DevServer, providers: readonly string[], added: Variables | null) {
  const { issuer, smtp, variables } = server
  const data = {
    url: issuer,
    issuer,
    smtp,
    mailbox: `${issuer}/mail.json`,
    clock: `${issuer}/clock.json`,
    variables,
  }
  const setup = added
    ? 'The app is started with these variables:'
    : 'Add these lines to .env.local, or start the app with them: npx latchkey dev -- npm run dev'
  const snippet =
    added && !providers.includes('dev')
      ? ''
      : `\nAdd these providers to the configuration of the app:\n\n${formatIndented(formatProviders(providers))}\n`
  const text = `
  OpenID provider  ${issuer}
  Mailbox          ${issuer}/mail (every email arrives here: ${smtp})
  Clock            ${issuer}/clock

${setup}

${formatIndented(formatVariables(added ?? variables))}
${snippet}
Ctrl-C stops it.`
  return { data, text }
}

function formatIndented(text: string): string {
  return text.replace(/^(?=.)/gm, '  ')
}
