import { existsSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { Project } from '../doctor/read-project.js'
import type { Instruction, PlannedFile } from '../planned-file.js'
import { findSchemaFile, planSchemaFile } from '../schema-file.js'
import { sqliteFile } from '../start/config-options.js'
import { processEnvironment } from '../start/create-start.js'
import { type AppExport, describeConfig } from '../start/describe-config.js'
import { findImportSuffix, toRelativeImport } from '../start/import-path.js'
import type {
  AppLayout,
  ConfigParts,
  FileEdit,
  MethodName,
  StartFile,
  StoreName,
} from '../start/start-types.js'
import { createDrizzleConfig, prismaSchema } from '../start/tool-files.js'
import type { DetectedApp } from './detect-app.js'
import { type AppStart, findStart } from './find-start.js'
import { planEnvironment } from './plan-environment.js'
import { describeSqliteFiles, planGitignore } from './plan-gitignore.js'
import { getEnvironmentFlag, planManifest } from './plan-manifest.js'
import { detectModuleKind } from './plan-module-type.js'

/** What `init` does. */
export interface InitPlan {
  readonly choices: InitChoices
  readonly files: readonly PlannedFile[]
  readonly packages: readonly string[]
  readonly developmentPackages: readonly string[]
  /** Names of the variables that were added, whose values the user has to set. */
  readonly variables: readonly string[]
  readonly instructions: readonly Instruction[]
  /** What to set for production. */
  readonly notes: readonly string[]
  /** Commands that create the tables. */
  readonly commands: readonly string[]
  /** How the app is started. */
  readonly start: AppStart
  /** The flag by which Node reads the variables, or null if the app does it. */
  readonly environmentFlag: string | null
}

export interface InitChoices {
  readonly store: StoreName
  readonly methods: readonly MethodName[]
}

/**
 * Plans the files of Latchkey in an app. Writes nothing.
 *
 * @throws Error if a file of Latchkey exists, or if the schema cannot be changed
 */
export async function planInit(app: DetectedApp, choices: InitChoices): Promise<InitPlan> {
  const { framework, project } = app
  const server = findServer(app)
  const layout = server?.layout ?? app.layout
  const authPath = server?.authPath ?? framework.getAuthPath(layout)
  const schema = await planSchema(project, choices, authPath)
  const suffix = server?.suffix ?? framework.importSuffix
  const config = describeConfig({
    ...choices,
    environment: framework.getEnvironment?.(layout) ?? processEnvironment,
    schemaModule: toRelativeImport(authPath, schema?.path ?? '', suffix),
    client: findClient(project, choices.store, { authPath, suffix }),
  })
  const shared = planSharedFiles(app, layout, config)
  const edits = (framework.edits ?? [])
    .filter(({ isNeeded }) => isNeeded?.(layout) ?? true)
    .map(edit => planEdit(project, edit, authPath))
  const environment = planEnvironment(app, config)
  const manifest = planManifest(app, { path: server?.path ?? null, isLoaded: environment.isLoaded })
  const environmentFlag = manifest.isEnvironmentLoaded ? null : getEnvironmentFlag(app)
  const start = findStart(app, {
    path: server?.path ?? null,
    flag: environmentFlag === null ? '' : `${environmentFlag} `,
  })
  return {
    choices,
    files: [
      ...framework
        .createFiles(config, layout)
        .map(file =>
          planNewFile(
            project,
            file.path === framework.getAuthPath(layout) ? { ...file, path: authPath } : file,
          ),
        ),
      ...shared.files,
      ...edits.flatMap(({ file }) => file ?? []),
      ...(schema ? [schema] : []),
      ...planDrizzleConfig(project, choices.store, schema?.path),
      ...manifest.files,
      ...environment.files,
      ...planIgnoredFiles(app, choices.store),
    ],
    packages: ['latchkey', ...config.packages].filter(name => !isInstalled(project, name)),
    developmentPackages: config.developmentPackages.filter(
      name => !isInstalled(project, name) && (layout.extension === 'ts' || !name.startsWith('@types/')),
    ),
    variables: environment.variables,
    instructions: [
      ...shared.instructions,
      ...edits.flatMap(({ instruction }) => instruction ?? []),
      ...manifest.instructions,
    ],
    notes: framework.listNotes?.(layout) ?? [],
    commands: listCommands(app, config),
    start,
    environmentFlag,
  }
}

function planIgnoredFiles({ framework, project }: DetectedApp, store: StoreName): PlannedFile[] {
  return planGitignore(project.folder, [
    { pattern: framework.environmentFile, paths: [framework.environmentFile] },
    ...(store === 'sqlite' ? [describeSqliteFiles(sqliteFile)] : []),
  ])
}

/** A range such as `@prisma/client@6` is for a new dependency only. */
function isInstalled({ dependencies }: Project, name: string): boolean {
  return Object.hasOwn(dependencies, name.replace(/(?<=.)@.*$/, ''))
}

/** The schema is part of the files, so no command generates it. */
function listCommands({ installer }: DetectedApp, { commands }: ConfigParts): string[] {
  return commands
    .filter(command => !command.includes('latchkey generate'))
    .map(command => command.replace('npx', installer.execute))
}

function planNewFile({ folder }: Project, { path, text }: StartFile): PlannedFile {
  if (existsSync(join(folder, path)))
    throw new Error(`${path} exists. Rename it, or add Latchkey to it by the guide. No file was written.`)
  return { path, before: null, after: text }
}

/** A file of the app with the same purpose stays as it is, whatever its language. */
function planSharedFiles({ framework, project }: DetectedApp, layout: AppLayout, config: ConfigParts) {
  const all = framework.createSharedFiles?.(layout, config) ?? []
  const existing = all.flatMap(({ path, instruction }) => {
    const names = ['.ts', '.js', '/index.ts', '/index.js'].map(ending => path.replace(/\.\w+$/, ending))
    const found = names.find(name => existsSync(join(project.folder, name)))
    return found ? [{ wanted: path, path: found, text: instruction }] : []
  })
  const isNew = ({ path }: StartFile) => !existing.some(({ wanted }) => wanted === path)
  return {
    files: all.filter(isNew).map(({ path, text }): PlannedFile => ({ path, before: null, after: text })),
    instructions: existing.map(({ path, text }): Instruction => ({ path, text })),
  }
}

/** Makes an edit in the only file that has a place for it. */
function planEdit(
  project: Project,
  edit: FileEdit,
  authPath: string,
): { readonly file?: PlannedFile; readonly instruction?: Instruction } {
  const changes = listChanges(project, edit, authPath)
  const [change] = changes
  if (change && changes.length === 1) return change.after === change.before ? {} : { file: change }
  return {
    instruction: { path: changes.map(({ path }) => path).join(', '), text: edit.instruction(authPath) },
  }
}

function listChanges(project: Project, edit: FileEdit, authPath: string): PlannedFile[] {
  const { folder, sources } = project
  return [...sources.keys()]
    .filter(path => edit.path.test(path))
    .flatMap(path => {
      const before = readFileSync(join(folder, path), 'utf8')
      if (detectModuleKind(project, path) !== (authPath.endsWith('.mjs') ? 'commonjs' : 'module')) return []
      const after = edit.change({ path, source: before }, authPath)
      return after === null ? [] : [{ path, before, after }]
    })
}

/** The file of a server decides where the configuration is, and how it is imported. */
function findServer({ framework, project, layout }: DetectedApp) {
  const [edit] = framework.edits ?? []
  if (!edit || framework.importSuffix === undefined) return undefined
  const modulePath = framework.getAuthPath(layout)
  const commonPath = framework.getAuthPath({ ...layout, extension: 'js' }).replace(/\.js$/, '.mjs')
  const [found, ...others] = [modulePath, commonPath].flatMap(path => listChanges(project, edit, path))
  if (!found || others.length > 0) return undefined
  const sourceFolder = found.path.slice(0, found.path.lastIndexOf('/') + 1)
  const extension = found.path.endsWith('ts') ? ('ts' as const) : ('js' as const)
  const serverLayout = { ...layout, sourceFolder, extension }
  const path = framework.getAuthPath(serverLayout)
  return {
    path: found.path,
    layout: serverLayout,
    // A CommonJS module can require an ES module, which `latchkey add` can edit.
    authPath: detectModuleKind(project, found.path) === 'commonjs' ? path.replace(/\.js$/, '.mjs') : path,
    suffix: findImportSuffix(found.before ?? ''),
  }
}

async function planSchema(
  { folder }: Project,
  { store }: InitChoices,
  authPath: string,
): Promise<PlannedFile | undefined> {
  if (store !== 'prisma' && store !== 'drizzle') return undefined
  const isPrisma = store === 'prisma'
  const newPath = isPrisma ? 'prisma/schema.prisma' : authPath.replace(/[^/]*$/, 'schema.ts')
  const found = findSchemaFile(store, folder)
  const isNew = found === undefined
  const { path, before, text } = await planSchemaFile(store, folder, {
    path: found ?? newPath,
    head: isPrisma ? prismaSchema : '',
    ...(isNew && { provider: 'postgresql' }),
  })
  return {
    path: relative(folder, path ?? newPath)
      .split(sep)
      .join('/'),
    before,
    after: text,
  }
}

function planDrizzleConfig(
  { folder }: Project,
  store: StoreName,
  schemaPath: string | undefined,
): PlannedFile[] {
  if (store !== 'drizzle' || !schemaPath) return []
  if (['ts', 'js', 'mjs'].some(extension => existsSync(join(folder, `drizzle.config.${extension}`))))
    return []
  return [{ path: 'drizzle.config.ts', before: null, after: createDrizzleConfig(schemaPath) }]
}

const clientPatterns = {
  prisma: /\bexport\s+const\s+(\w+)\b[^;]*?\bnew\s+PrismaClient\b/,
  drizzle: /\bexport\s+const\s+(\w+)\b[^;=]*=\s*drizzle\s*[(<]/,
}

/** Finds the client of Prisma or the database of Drizzle that a module exports. */
function findClient(
  { sources }: Project,
  store: StoreName,
  { authPath, suffix }: { authPath: string; suffix: string | undefined },
): AppExport | undefined {
  if (store !== 'prisma' && store !== 'drizzle') return undefined
  for (const [path, text] of sources) {
    const name = clientPatterns[store].exec(text)?.[1]
    if (name) return { name, module: toRelativeImport(authPath, path, suffix) }
  }
  return undefined
}
