import { applyEdits } from '../codemod/edits.js'
import { createUnifiedDiff } from '../codemod/unified-diff.js'
import type { FileChange } from '../codemod/write-files.js'
import type { CommandContext } from '../command-context.js'
import { type Project, readProject } from '../doctor/read-project.js'
import { readFileVariables } from '../environment-files.js'
import { readInstalledPackages } from '../installed-packages.js'
import { detectInstaller } from '../installer.js'
import { processEnvironment } from '../start/create-start.js'
import { findFramework } from '../start/frameworks/index.js'
import type { EnvironmentAccess } from '../start/start-types.js'
import { type Addition, type ConfigArray, type Requirement, requirementSigns } from './addition.js'
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
  /** The command that installs missing packages, or null. */
  readonly install: string | null
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
  const files = groupByConfiguration(additions, array => chosen ?? selectConfiguration(all, array)).map(
    group => planFile(group, { project, environment, all: chosen ? [...all, chosen] : all }),
  )
  const entries = files.flatMap(file => file.entries)
  const isManual = entries.some(({ state }) => state === 'manual')
  const changes = isManual ? [] : files.flatMap(({ change }) => change ?? [])
  return {
    entries,
    changes,
    diffs: isManual ? [] : files.flatMap(({ diff }) => diff ?? []),
    variables: {
      path: framework?.environmentFile ?? '.env',
      missing: listMissingVariables(entries, context),
      undeclared: findUndeclared(entries, project, framework?.getDeclarationPath?.(packages)),
    },
    basePath: findBasePath(files.map(({ configuration }) => configuration)) ?? framework?.basePath ?? '/auth',
    origin: `http://localhost:${framework?.port ?? 3000}`,
    install: formatInstall(entries, project),
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
  readonly change?: FileChange
  readonly diff?: string
}

function planFile({ configuration, additions }: Group, { project, environment, all }: PlanContext): FilePlan {
  const plan = planEntries(configuration, additions, {
    environment,
    hasOtherPlugins: [...project.sources.values()].some(
      text => /\blatchkey\b/.test(text) && /\bplugins\b/.test(text),
    ),
  })
  const createEntry = (addition: Addition): PlannedEntry => {
    const state = !plan ? 'manual' : plan.present.includes(addition) ? 'present' : 'added'
    const lines = state === 'manual' ? listManualLines(configuration, addition, environment) : []
    return { addition, path: configuration.path, state, lines, missing: listUnmet(addition, all) }
  }
  const entries = additions.map(createEntry)
  if (!plan || plan.edits.length === 0) return { configuration, entries }
  const { file, source: before, mode, identity, path } = configuration
  const change = { file, before, after: applyEdits(before, plan.edits), mode, identity }
  return { configuration, entries, change, diff: createUnifiedDiff(path, before, plan.edits) }
}

/** Lists what no source of the configuration mentions. */
function listUnmet({ requirements }: Addition, configurations: readonly Configuration[]): Requirement[] {
  return requirements.filter(requirement => !hasName(configurations, requirementSigns[requirement]))
}

function listMissingVariables(entries: readonly PlannedEntry[], context: CommandContext): string[] {
  const known = { ...readFileVariables(context), ...context.env }
  return listVariables(entries).filter(name => !Object.hasOwn(known, name))
}

function listVariables(entries: readonly PlannedEntry[]): string[] {
  const needed = entries.flatMap(({ addition, state }) => (state === 'present' ? [] : addition.variables))
  return [...new Set(needed)]
}

/** Finds the variables that the file of a framework has to declare. `path` has no extension. */
function findUndeclared(
  entries: readonly PlannedEntry[],
  { sources }: Project,
  path: string | undefined,
): Declarations | null {
  if (path === undefined) return null
  const file = [`${path}.ts`, `${path}.js`].find(each => sources.has(each)) ?? `${path}.ts`
  const declared = new Set(sources.get(file)?.match(/\w+/g))
  const names = listVariables(entries).filter(name => !declared.has(name))
  return names.length === 0 ? null : { path: file, names }
}

/** Finds `basePath: '/auth'` in a configuration. */
function findBasePath(configurations: readonly Configuration[]): string | undefined {
  const texts = configurations.map(({ source }) => /\bbasePath:\s*['"](\/[^'"]*)['"]/.exec(source)?.[1])
  return texts.find(text => text !== undefined)?.replace(/\/+$/, '')
}

function formatInstall(entries: readonly PlannedEntry[], { dependencies, folder }: Project): string | null {
  const packages = entries.flatMap(({ addition }) => addition.packages)
  const missing = [...new Set(packages)].filter(name => !Object.hasOwn(dependencies, name))
  return missing.length === 0 ? null : [...detectInstaller(folder).install, ...missing].join(' ')
}
