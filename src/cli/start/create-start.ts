/**
 * Creates the files of a new app for a framework, a store and sign-in methods.
 *
 * @module
 */
import type { Combination } from './choices.js'
import { describeConfig } from './describe-config.js'
import { frameworks } from './frameworks/index.js'
import { toRelativeImport } from './import-path.js'
import type { AppLayout, ConfigParts, NewApp, StartFile, StartFramework } from './start-types.js'
import { createDrizzleConfig, prismaSchema } from './tool-files.js'

/** Commands and files of a new app. */
export interface Start {
  /** Shell commands before the files are written. */
  readonly installs: readonly string[]
  readonly files: readonly StartFile[]
  /** Shell commands after that. */
  readonly commands: readonly string[]
  readonly signInUrl: string
  /** The URL to register at GitHub, or null without GitHub. */
  readonly callbackUrl: string | null
}

const newAppLayout: AppLayout = {
  sourceFolder: '',
  extension: 'ts',
  hasAlias: true,
  getMajorVersion: () => undefined,
  honoAdapter: '@hono/node-server/conninfo',
}

/** Reads an environment variable of Node. */
export const processEnvironment = { read: (name: string) => `process.env.${name}` }

/**
 * Creates the commands and files of a combination.
 *
 * @throws Error if new apps of the framework have no start page
 */
export function createStart({ framework: key, store, methods }: Combination): Start {
  const framework = frameworks[key]
  if (!framework?.newApp) throw new Error(`There is no start page for the framework "${key}".`)
  const { newApp, basePath, port } = framework
  const environment = framework.getEnvironment?.(newAppLayout) ?? processEnvironment
  const authPath = framework.getAuthPath(newAppLayout)
  const schemaPath = authPath.replace(/[^/]*$/, 'schema.ts')
  const schemaModule = toRelativeImport(authPath, schemaPath, framework.importSuffix)
  const config = describeConfig({ store, methods, environment, schemaModule })
  const origin = `http://localhost:${port}`
  return {
    installs: [...newApp.createCommands, ...listInstalls(newApp, config)],
    files: [
      ...framework.createFiles(config, newAppLayout),
      ...(framework.createSharedFiles?.(newAppLayout, config) ?? []),
      ...newApp.createFiles(),
      ...createToolFiles(config, schemaPath),
      createEnvironment(config, framework, newApp),
    ].map(({ path, language, text }) => ({ path, language, text })),
    commands: [...config.commands, newApp.startCommand],
    signInUrl: `${origin}${basePath}/signin`,
    callbackUrl: methods.includes('github') ? `${origin}${basePath}/callback/github` : null,
  }
}

function listInstalls(newApp: NewApp, { packages, developmentPackages }: ConfigParts): string[] {
  const run = ['npm install latchkey', ...newApp.packages, ...packages].join(' ')
  return developmentPackages.length > 0
    ? [run, `npm install --save-dev ${developmentPackages.join(' ')}`]
    : [run]
}

/** The tables are not in these files: `npx latchkey generate` adds them. */
function createToolFiles({ tool }: ConfigParts, schemaPath: string): StartFile[] {
  if (tool === 'prisma') return [{ path: 'prisma/schema.prisma', language: 'prisma', text: prismaSchema }]
  if (tool !== 'drizzle') return []
  return [{ path: 'drizzle.config.ts', language: 'ts', text: createDrizzleConfig(schemaPath) }]
}

/** `AUTH_SECRET` is empty, because each app needs its own. */
function createEnvironment({ variables }: ConfigParts, framework: StartFramework, newApp: NewApp): StartFile {
  const all = [['AUTH_SECRET', ''], ...(newApp.variables ?? []), ...variables]
  const lines = all.map(([name, value]) => `${name}=${value}`)
  const note = '# AUTH_SECRET: the output of `npx latchkey secret`'
  return { path: framework.environmentFile, language: 'sh', text: `${note}\n${lines.join('\n')}\n` }
}
