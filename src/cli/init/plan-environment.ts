import { join } from 'node:path'
import { generateSecret, readSecrets } from '../../config/secret.js'
import { addLines, type PlannedFile, readIfExists } from '../planned-file.js'
import type { ConfigParts } from '../start/start-types.js'
import type { DetectedApp } from './detect-app.js'

/** What changes in the file with the environment variables. */
export interface EnvironmentPlan {
  readonly files: readonly PlannedFile[]
  /** Names of the variables that were added, without that of the secret. */
  readonly variables: readonly string[]
  /** Whether the app reads the file by itself. */
  readonly isLoaded: boolean
}

/** Plans the variables that the app lacks, with a new secret. */
export function planEnvironment(app: DetectedApp, config: ConfigParts): EnvironmentPlan {
  const { framework, project } = app
  const { folder, env } = project
  const isServer = framework.importSuffix !== undefined
  const variables = [...(isServer ? [['NODE_ENV', 'development'] as const] : []), ...config.variables].filter(
    ([name]) => env[name] === undefined,
  )
  const secret = readSecrets(env).length > 0 ? [] : [['AUTH_SECRET', generateSecret()] as const]
  const lines = [...secret, ...variables].map(([name, value]) => `${name}=${value}\n`).join('')
  const path = framework.environmentFile
  const before = readIfExists(join(folder, path))
  const file: PlannedFile = { path, before, after: addLines(before, lines), isSecret: true }
  return {
    files: lines === '' ? [] : [file],
    variables: variables.map(([name]) => name).filter(name => name !== 'NODE_ENV'),
    isLoaded: !isServer || isFileLoaded(app),
  }
}

/** Returns whether a server loads the file, whatever starts it. Bundlers and Bun do it by themselves. */
function isFileLoaded({ installer, project }: DetectedApp): boolean {
  const loaders = ['dotenv', '@nestjs/config', 'env-cmd', '@dotenvx/dotenvx', 'dotenv-cli']
  return (
    installer.name === 'bun' ||
    loaders.some(name => Object.hasOwn(project.dependencies, name)) ||
    [...project.sources.values()].some(text => text.includes('loadEnvFile'))
  )
}
