/** A file of an app. */
export interface StartFile {
  /** Path in the folder of the app, with slashes. */
  readonly path: string
  /** Language of the text, as in Markdown. */
  readonly language: string
  readonly text: string
}

export type StoreName = 'none' | 'sqlite' | 'postgresql' | 'prisma' | 'drizzle'

export type MethodName = 'github' | 'email' | 'passwords' | 'passkeys'

/** Parts of a configuration. The files of a framework contain them. */
export interface ConfigParts {
  /** Lines of imports, sorted. */
  readonly imports: readonly string[]
  readonly statements: readonly string[]
  readonly properties: readonly string[]
  readonly packages: readonly string[]
  readonly developmentPackages: readonly string[]
  /** Environment variables with the values to start with. */
  readonly variables: readonly (readonly [name: string, value: string])[]
  /** Commands that create the tables. */
  readonly commands: readonly string[]
  /** The tool that owns the tables, if it is not Latchkey. */
  readonly tool: 'prisma' | 'drizzle' | null
}

/** The versions that an app has. */
export interface InstalledPackages {
  /** Returns the major version of a dependency, if package.json has it. */
  getMajorVersion(name: string): number | undefined
}

/** What the files of an app depend on. */
export interface AppLayout extends InstalledPackages {
  /** The folder of the sources, with a slash at its end. Empty if it is the folder of the app. */
  readonly sourceFolder: string
  readonly extension: 'ts' | 'js'
  /** Whether `@/` is the folder of the sources. */
  readonly hasAlias: boolean
  /** The module whose `getConnInfo` knows the client of a Hono app. Absent if its runtime is not known. */
  readonly honoAdapter?: string | undefined
}

/** Names of a module that an entry uses. The name `default` is the default export. */
export interface NeededImport {
  readonly module: string
  readonly names: readonly string[]
}

/** How code reads an environment variable, such as `process.env.NAME`. */
export type ReadVariable = (name: string) => string

/** How the sources of a framework read environment variables. */
export interface EnvironmentAccess {
  readonly read: ReadVariable
  /** Returns the import for code that reads these variables. */
  readonly createImport?: (names: readonly string[]) => NeededImport
}

/** A change of a file that the app has. */
export interface FileEdit {
  /** Matches the paths of the files that can need it. */
  readonly path: RegExp
  /** Returns the changed source, the same if it needs no change, or null if it has no place for the change. `authPath` is the path of the configuration. */
  readonly change: (file: { path: string; source: string }, authPath: string) => string | null
  /** What to change by hand otherwise. */
  readonly instruction: (authPath: string) => string
  /** Returns whether these versions need it. @default all */
  readonly isNeeded?: (packages: InstalledPackages) => boolean
}

/** What a new app has beside Latchkey. */
export interface NewApp {
  readonly createCommands: readonly string[]
  readonly packages: readonly string[]
  readonly startCommand: string
  readonly variables?: readonly (readonly [name: string, value: string])[]
  createFiles(): StartFile[]
}

/** How a framework uses Latchkey. */
export interface StartFramework {
  readonly name: string
  /** The dependency by which an app is recognized. */
  readonly dependency: string
  /** The path of the auth actions. */
  readonly basePath: string
  /** The port of the development server. */
  readonly port: number
  /** Path of the page in the documentation, without an extension. */
  readonly guide: string
  /** Returns how code reads an environment variable. @default `process.env.NAME` */
  getEnvironment?(layout: InstalledPackages): EnvironmentAccess
  /** Returns the path, without its extension, of the file that declares variables, if the framework reads no others. */
  getDeclarationPath?(layout: InstalledPackages): string | undefined
  readonly environmentFile: '.env' | '.env.local'
  /** What relative imports end in. @default '' for code that is bundled */
  readonly importSuffix?: '.js'
  readonly newApp?: NewApp
  /** Returns the path of the configuration. */
  getAuthPath(layout: AppLayout): string
  /** Returns the files of Latchkey, that of the configuration first. */
  createFiles(config: ConfigParts, layout: AppLayout): StartFile[]
  /** Returns files that an app can have already, such as hooks of all requests, with what to do then. */
  createSharedFiles?(
    layout: AppLayout,
    config: ConfigParts,
  ): readonly (StartFile & { readonly instruction: string })[]
  readonly edits?: readonly FileEdit[]
  /** Returns what to set for production, beside the files. */
  listNotes?(layout: AppLayout): readonly string[]
}
