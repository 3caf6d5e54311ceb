import { getProviderEnvName } from '../../config/environment.js'
import { generateSecret, readSecrets } from '../../config/secret.js'
import { listProviders } from '../add/providers.js'
import type { CommandContext } from '../command-context.js'
import { readFileVariables } from '../environment-files.js'
import { packageRoot } from '../package-root.js'
import { clockVariable } from './clock-file.js'

/** Environment variables by their names. */
export type Variables = Readonly<Record<string, string>>

/** The file that Node loads into the app. The build keeps it as a file of its own. */
const clockModule = new URL('dist/cli/dev/follow-clock.js', packageRoot)

/** What the app connects to. */
export interface DevEndpoints {
  readonly issuer: string
  /** The URL of the SMTP server. */
  readonly smtp: string
}

/** What a process of the app gets from the development server. */
interface AppSettings {
  readonly variables: Variables
  /** The path of the file with the offset of the clock. */
  readonly clockFile: string
}

/** Returns the variables with which an app uses the development server for these providers. */
export function buildVariables(providers: readonly string[], { issuer, smtp }: DevEndpoints): Variables {
  const credentials = providers.flatMap((id): [string, string][] => [
    [getProviderEnvName(id, 'ISSUER'), issuer],
    [getProviderEnvName(id, 'ID'), 'latchkey-dev'],
    [getProviderEnvName(id, 'SECRET'), 'latchkey-dev-secret'],
  ])
  return {
    ...Object.fromEntries(credentials),
    EMAIL_SERVER: smtp,
    EMAIL_FROM: 'no-reply@app.example',
  }
}

/**
 * Returns the variables of the process of the app. Those of the development server replace others. AUTH_SECRET of a file of the app
 * is passed on, because plain Node does not read the file. Without one, it is random. AUTH_TRUST_HOST is set only if the app has neither it nor a URL.
 */
export function buildAppEnvironment(
  { variables, clockFile }: AppSettings,
  context: CommandContext,
): Record<string, string | undefined> {
  const { env } = context
  const known = { ...readFileVariables(context), ...env }
  const secret = known['AUTH_SECRET'] || (readSecrets(known).length === 0 && generateSecret())
  const hasHost = Boolean(known['AUTH_TRUST_HOST'] || known['AUTH_URL'] || known['NEXTAUTH_URL'])
  return {
    ...env,
    ...(secret && { AUTH_SECRET: secret }),
    ...(!hasHost && { AUTH_TRUST_HOST: 'true' }),
    ...variables,
    [clockVariable]: clockFile,
    NODE_OPTIONS: [env['NODE_OPTIONS'], `--import=${clockModule.href}`].filter(Boolean).join(' '),
  }
}

/** Returns the sender that the environment or a file of the app has. */
export function findSender(context: CommandContext): string | undefined {
  return { ...readFileVariables(context), ...context.env }['EMAIL_FROM']
}

/** Returns what the app gets in addition to the environment of the command. The secret is described, not shown. */
export function listAddedVariables(settings: AppSettings, context: CommandContext): Record<string, string> {
  const added = Object.entries(buildAppEnvironment(settings, context)).flatMap(
    ([name, value]): [string, string][] =>
      value === undefined || value === context.env[name] ? [] : [[name, value]],
  )
  const described = Object.fromEntries(added)
  if (!described['AUTH_SECRET']) return described
  const source = readFileVariables(context)['AUTH_SECRET'] ? 'that of your files' : 'a random one'
  return { ...described, AUTH_SECRET: `(${source})` }
}

/** Formats variables as lines of an environment file. */
export function formatVariables(variables: Variables): string {
  return Object.entries(variables)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n')
}

/**
 * Formats the configuration of the providers. A provider without its variables is left out, as in production. One that has a module is in
 * the configuration already.
 */
export function formatProviders(providers: readonly string[]): string {
  const modules = listProviders()
  const id = providers.find(each => !modules.includes(each))
  const condition = `process.env.${getProviderEnvName(id ?? '', 'ISSUER')}`
  const entry = `  ...(${condition} ? [OIDC({ id: '${id}', name: 'Development' })] : []),\n`
  return `${id === undefined ? '' : "import OIDC from 'latchkey/providers/oidc'\n"}import Nodemailer from 'latchkey/providers/nodemailer'

providers: [
${id === undefined ? '' : entry}  Nodemailer({ server: process.env.EMAIL_SERVER, from: process.env.EMAIL_FROM }),
]`
}
