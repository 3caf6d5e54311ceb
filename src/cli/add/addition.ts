import type { NeededImport, ReadVariable } from '../start/start-types.js'

/** An array of a configuration. */
export type ConfigArray = 'providers' | 'plugins'

/** Something that an entry needs elsewhere in the configuration. */
export type Requirement = 'adapter' | 'records' | 'sendEmail'

/** The names by which a source of the configuration meets a requirement. */
export const requirementSigns: Readonly<Record<Requirement, RegExp>> = {
  adapter: /^adapter$/,
  records:
    /^(?:records|SqlAdapter|RedisAdapter|MemoryAdapter|composeAdapters|withPrismaRecords|withDrizzleRecords)$/,
  sendEmail: /^sendEmail$/,
}

/** An entry of a configuration: a provider or a plugin. */
export interface Addition {
  /** The name on the command line, such as `google`. */
  readonly name: string
  readonly array: ConfigArray
  /** The name in messages, such as `Google`. */
  readonly title: string
  readonly module: string
  /** What the module exports: `default`, or the name of the factory. */
  readonly exported: string
  /** The usual name of the factory in a source. */
  readonly factory: string
  /** Imports of other modules. */
  readonly imports: readonly NeededImport[]
  /** Returns the entry. `local` is the name of the factory in the source. */
  readonly createEntry: (local: string, read: ReadVariable) => string
  /** Environment variables that it reads, by itself or in the entry. */
  readonly variables: readonly string[]
  /** The last part of the callback URL. Null if there is none to register. */
  readonly callbackId: string | null
  /** The page on which the app is registered. */
  readonly registration: string | null
  readonly packages: readonly string[]
  readonly requirements: readonly Requirement[]
  /** What to do or to know. */
  readonly notes: readonly string[]
}
