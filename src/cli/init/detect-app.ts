import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '../command-definition.js'
import { findFile, listConfigurations, type Project, readProject } from '../doctor/read-project.js'
import { readInstalledPackages } from '../installed-packages.js'
import { detectInstaller, type Installer } from '../installer.js'
import { findFramework, frameworks } from '../start/frameworks/index.js'
import type { AppLayout, StartFramework } from '../start/start-types.js'
import { findHonoAdapter } from './find-hono-adapter.js'

/** An app without Latchkey. */
export interface DetectedApp {
  readonly project: Project
  readonly frameworkName: string
  readonly framework: StartFramework
  readonly installer: Installer
  readonly layout: AppLayout
}

/**
 * Finds out what the app in a folder uses.
 *
 * @throws UsageError if it has no framework that can be set up
 */
export function detectApp(
  folder: string,
  env: Project['env'],
  wantedFramework: string | undefined,
): DetectedApp {
  if (!existsSync(join(folder, 'package.json')))
    throw new UsageError('There is no package.json in this folder. Run the command in the folder of the app.')
  const project = readProject(folder, { env, files: {} })
  assertNew(project)
  const frameworkName = wantedFramework ?? requireFrameworkName(project)
  const framework = Object.hasOwn(frameworks, frameworkName) ? frameworks[frameworkName] : undefined
  if (!framework)
    throw new UsageError(
      `There is no framework "${frameworkName}". Set --framework to ${Object.keys(frameworks).join(', ')}.`,
    )
  const installer = detectInstaller(folder)
  return { project, frameworkName, framework, installer, layout: detectLayout(project) }
}

/** @throws Error if the app has Latchkey or Auth.js */
function assertNew(project: Project): void {
  const authJs = Object.keys(project.dependencies).find(
    name => name === 'next-auth' || /^@auth\/(?!.*-adapter$)/.test(name),
  )
  if (authJs)
    throw new Error(
      `The app uses ${authJs}. \`npx latchkey migrate-imports\` replaces it with Latchkey, and users stay signed in.`,
    )
  const [configured] = listConfigurations(project)
  if (configured)
    throw new Error(
      `${configured[0]} configures Latchkey already. \`npx latchkey add <provider>\` adds a sign-in method.`,
    )
}

function requireFrameworkName({ dependencies }: Project): string {
  const found = findFramework(dependencies)
  if (found) return found[0]
  throw new UsageError(
    `package.json has no framework that this command knows (${Object.keys(frameworks).join(', ')}). Set --framework, or see docs/frameworks for other ones.`,
  )
}

function detectLayout(project: Project): AppLayout {
  const { folder, dependencies } = project
  const has = (path: string) => existsSync(join(folder, path))
  const hasSource = has('src/app') || has('src/pages') || (has('src') && !has('app') && !has('pages'))
  const sourceFolder = hasSource ? 'src/' : ''
  const isTypeScript = has('tsconfig.json') || Object.hasOwn(dependencies, 'typescript')
  return {
    sourceFolder,
    extension: isTypeScript ? 'ts' : 'js',
    hasAlias: readAlias(project) === sourceFolder,
    ...readInstalledPackages(project),
    honoAdapter: findHonoAdapter(project),
  }
}

/** Returns the folder of the alias `@/` in the configuration of TypeScript. */
function readAlias(project: Project): string | undefined {
  const file = findFile(project, ['tsconfig.json', 'jsconfig.json'])
  const text = file ? readFileSync(join(project.folder, file), 'utf8') : ''
  return /"@\/\*"\s*:\s*\[\s*"(?:\.\/)?([^"*]*)\*"/.exec(text)?.[1]
}
