import { applyEdits } from '../codemod/edits.js'
import { createUnifiedDiff } from '../codemod/unified-diff.js'
import type { FileChange } from '../codemod/write-files.js'
import type { CommandContext } from '../command-context.js'
import { type Project, readProject } from '../doctor/read-project.js'
import { readFileVariables } from '../environment-files.js'
import { readInstalledPackages } from '../installed-packages.js'
import { detectInstaller } from '../installer.js'
import { detectStore } from '../start/choices.js'
import {
  type ConfigOption,
  createEmailOption,
  createPostgresqlOption,
  sqliteOption,
} from '../start/config-options.js'
import { processEnvironment } from '../start/create-start.js'
import { findFramework } from '../start/frameworks/index.js'
import type { EnvironmentAccess, StoreName } from '../start/start-types.js'
import { type Addition, type ConfigArray, type Requirement, requirementSigns } from './addition.js'
import { hasUnknownMembers } from './find-config-objects.js'
import {
  type Configuration,
  hasName,
  readConfigurations,
  requireConfiguration,
  selectConfiguration,
} from './find-configuration.js'
import { listManualLines, planEntries } from './plan-entries.js'

/** What becomes of an entry. With `manual`, the app changes the configuration by hand. */
export type EntryState = 'added' | 'present' | 'manual'

/** An entry in its configuration. */
export interface PlannedEntry {
  readonly addition: Addition
  readonly path: string
  readonly state: EntryState
  /** The lines to write by hand. */
  readonly lines: readonly string[]
  /** What the configuration lacks. */
  readonly missing: readonly Requirement[]
}

/** Variables that a file has to declare. */
interface Declarations {
  readonly path: string
  readonly names: readonly string[]
}

/** What `latchkey add` changes, and what is left to do. */
export interface AdditionPlan {
  readonly entries: readonly PlannedEntry[]
  /** The changed sources. Empty if an entry has to be written by hand. */
  readonly changes: readonly FileChange[]
  readonly diffs: readonly string[]
  /** Variables that no file and no process has, and the file that gets them. */
  readonly variables: {
    readonly path: string
    readonly missing: readonly string[]
    readonly undeclared: Declarations | null
  }
  /** The path of the auth actions, and the origin of the development server. */
  readonly basePath: string
  readonly origin: string
  /** Options that the configuration gets, because an entry needs them. */
  readonly options: readonly ConfigOption[]
  /** The command that installs missing packages, or null. */
  readonly install: string | null
  /** Commands that create the tables of a new adapter. */
  readonly commands: readonly string[]
}

/** Plans entries of the configuration of the app in the working directory. */
export function planAdditions(
  additions: readonly Addition[],
  config: string | undefined,
  context: CommandContext,
): AdditionPlan {
  const project = readProject(context.cwd, { env: context.env, files: {} })
  const framework = findFramework(project.dependencies)?.[1]
  const packages = readInstalledPackages(project)
  const environment = framework?.getEnvironment?.(packages) ?? processEnvironment
  const all = readConfigurations(project)
  const chosen = config === undefined ? null : requireConfiguration(context.cwd, config)
  const groups = groupByConfiguration(additions, array => chosen ?? selectConfiguration(all, array))
  const files = groups.map(group =>
    planFile(group, { project, environment, all: chosen ? [...all, chosen] : all }),
  )
  const entries = files.flatMap(file => file.entries)
  const isManual = entries.some(({ state }) => state === 'manual')
  const options = isManual ? [] : files.flatMap(file => file.options)
  const installer = detectInstaller(context.cwd)
  const changes = isManual ? [] : files.flatMap(({ change }) => change ?? [])
  return {
    entries,
    changes,
    diffs: isManual ? [] : files.flatMap(({ diff }) => diff ?? []),
    variables: {
      path: framework?.environmentFile ?? '.env',
      missing: listMissingVariables(listVariables(entries, options), context),
      undeclared: findUndeclared(
        listVariables(entries, options),
        project,
        framework?.getDeclarationPath?.(packages),
      ),
    },
    basePath: findBasePath(files.map(({ configuration }) => configuration)) ?? framework?.basePath ?? '/auth',
    origin: `http://localhost:${framework?.port ?? 3000}`,
    options,
    install: formatInstall(entries, options, project),
    commands: options.flatMap(({ commands = [] }) =>
      commands.map(command => command.replace('npx', installer.execute)),
    ),
  }
}

interface Group {
  readonly configuration: Configuration
  readonly additions: readonly Addition[]
}

/** Groups entries by the file that gets them. */
function groupByConfiguration(
  additions: readonly Addition[],
  select: (array: ConfigArray) => Configuration,
): Group[] {
  const groups = new Map<string, { configuration: Configuration; additions: Addition[] }>()
  for (const addition of additions) {
    const configuration = select(addition.array)
    const group = groups.get(configuration.file) ?? { configuration, additions: [] }
    groups.set(configuration.file, group)
    group.additions.push(addition)
  }
  return [...groups.values()]
}

interface PlanContext {
  readonly project: Project
  readonly environment: EnvironmentAccess
  /** All configurations of the project. */
  readonly all: readonly Configuration[]
}

interface FilePlan {
  readonly configuration: Configuration
  readonly entries: readonly PlannedEntry[]
  readonly options: readonly ConfigOption[]
  readonly change?: FileChange
  readonly diff?: string
}

function planFile({ configuration, additions }: Group, context: PlanContext): FilePlan {
  const { project, environment, all } = context
  const place = {
    environment,
    hasOtherPlugins: [...project.sources.values()].some(
      text => /\blatchkey\b/.test(text) && /\bplugins\b/.test(text),
    ),
  }
  const needed = listNeededOptions({ configuration, additions }, context)
  const extended = needed && planEntries(configuration, additions, { ...place, options: needed.options })
  const plan = extended ?? planEntries(configuration, additions, { ...place, options: [] })
  const isExtended = extended !== null && extended.added.length > 0
  const createEntry = (addition: Addition): PlannedEntry => {
    const state = !plan ? 'manual' : plan.present.includes(addition) ? 'present' : 'added'
    const lines = state === 'manual' ? listManualLines(configuration, addition, environment) : []
    const unmet = listUnmet(addition, all)
    const missing = isExtended ? unmet.filter(requirement => !needed?.met.includes(requirement)) : unmet
    return { addition, path: configuration.path, state, lines, missing }
  }
  const entries = additions.map(createEntry)
  const options = isExtended ? (needed?.options ?? []) : []
  if (!plan || plan.edits.length === 0) return { configuration, entries, options: [] }
  const { file, source: before, mode, identity, path } = configuration
  const change = { file, before, after: applyEdits(before, plan.edits), mode, identity }
  return { configuration, entries, options, change, diff: createUnifiedDiff(path, before, plan.edits) }
}

/** Options that a configuration lacks, and the requirements that they meet. */
interface NeededOptions {
  readonly options: readonly ConfigOption[]
  readonly met: readonly Requirement[]
}

/** Lists the options that entries need. @returns null if there are none, or if another object or file can have them */
function listNeededOptions(
  { configuration: { parsed, objects }, additions }: Group,
  { project, environment: { read }, all }: PlanContext,
): NeededOptions | null {
  const [object, ...others] = objects
  const isWhole = new Set(all.map(({ file }) => file)).size === 1 && others.length === 0
  if (!parsed || !object || !isWhole || hasUnknownMembers(parsed.code, object)) return null
  const unmet = new Set(additions.flatMap(addition => listUnmet(addition, all)))
  const adapters: Partial<Record<StoreName, ConfigOption>> = {
    sqlite: sqliteOption,
    postgresql: createPostgresqlOption(read),
  }
  const adapter = unmet.has('adapter') ? adapters[detectStore(project.dependencies)] : undefined
  const email = unmet.has('sendEmail') ? createEmailOption(read) : undefined
  const options = [adapter, email].filter(option => option !== undefined)
  return options.length === 0
    ? null
    : {
        options,
        met: [
          ...(adapter ? (['adapter', 'records'] as const) : []),
          ...(email ? (['sendEmail'] as const) : []),
        ],
      }
}

/** Lists what no source of the configuration mentions. */
function listUnmet({ requirements }: Addition, configurations: readonly Configuration[]): Requirement[] {
  return requirements.filter(requirement => !hasName(configurations, requirementSigns[requirement]))
}

function listMissingVariables(needed: readonly string[], context: CommandContext): string[] {
  const known = { ...readFileVariables(context), ...context.env }
  return needed.filter(name => !Object.hasOwn(known, name))
}

function listVariables(entries: readonly PlannedEntry[], options: readonly ConfigOption[]): string[] {
  const needed = [
    ...entries.flatMap(({ addition, state }) => (state === 'present' ? [] : addition.variables)),
    ...options.flatMap(({ variables = {} }) => Object.keys(variables)),
  ]
  return [...new Set(needed)]
}

/** Finds the variables that the file of a framework has to declare. `path` has no extension. */
function findUndeclared(
  needed: readonly string[],
  { sources }: Project,
  path: string | undefined,
): Declarations | null {
  if (path === undefined) return null
  const file = [`${path}.ts`, `${path}.js`].find(each => sources.has(each)) ?? `${path}.ts`
  const declared = new Set(sources.get(file)?.match(/\w+/g))
  const names = needed.filter(name => !declared.has(name))
  return names.length === 0 ? null : { path: file, names }
}

/** Finds `basePath: '/auth'` in a configuration. */
function findBasePath(configurations: readonly Configuration[]): string | undefined {
  const texts = configurations.map(({ source }) => /\bbasePath:\s*['"](\/[^'"]*)['"]/.exec(source)?.[1])
  return texts.find(text => text !== undefined)?.replace(/\/+$/, '')
}

/** Formats the commands that install packages, also the types of a package in an app with TypeScript. */
function formatInstall(
  entries: readonly PlannedEntry[],
  options: readonly ConfigOption[],
  { dependencies, folder }: Project,
): string | null {
  const { install, installForDevelopment } = detectInstaller(folder)
  const isMissing = (name: string) => !Object.hasOwn(dependencies, name)
  const packages = [
    ...entries.flatMap(({ addition }) => addition.packages),
    ...options.flatMap(option => option.packages),
  ]
  const types = Object.hasOwn(dependencies, 'typescript')
    ? options.flatMap(({ developmentPackages = [] }) => developmentPackages)
    : []
  const commands = [
    { command: install, names: packages.filter(isMissing) },
    { command: installForDevelopment, names: types.filter(isMissing) },
  ].filter(({ names }) => names.length > 0)
  if (commands.length === 0) return null
  return commands.map(({ command, names }) => [...command, ...new Set(names)].join(' ')).join(' && ')
}
