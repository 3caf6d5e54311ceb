import type { NeededImport, ReadVariable } from '../start/start-types.js'
import type { Addition, Requirement } from './addition.js'

interface PluginFacts {
  readonly factory: string
  readonly title: string
  readonly requirements: readonly Requirement[]
  readonly imports?: readonly NeededImport[]
  /** The options of the entry. @default none are required */
  readonly options?: string
  readonly packages?: readonly string[]
  readonly notes?: readonly string[]
}

const storeAndEmail: readonly Requirement[] = ['adapter', 'records', 'sendEmail']

/** The plugins of this package, by their subpaths. */
const plugins: Readonly<Record<string, PluginFacts>> = {
  account: { factory: 'account', title: 'Account page', requirements: storeAndEmail },
  admin: {
    factory: 'admin',
    title: 'Pages for staff',
    requirements: storeAndEmail,
    options: '{ isAdministrator: () => false }',
    notes: [
      'No user is an administrator yet. Write `isAdministrator`, which decides it.',
      'Administrators need a second factor: npx latchkey add two-factor',
    ],
  },
  'audit-log': { factory: 'auditLog', title: 'Audit log', requirements: ['adapter', 'records'] },
  passwords: { factory: 'passwords', title: 'Passwords', requirements: storeAndEmail },
  telemetry: {
    factory: 'telemetry',
    title: 'Telemetry',
    requirements: [],
    imports: [{ module: '@opentelemetry/api', names: ['metrics', 'trace'] }],
    options: "{ tracer: trace.getTracer('latchkey'), meter: metrics.getMeter('latchkey') }",
    packages: ['@opentelemetry/api'],
    notes: ['Your app sets up the SDK and the exporter of OpenTelemetry.'],
  },
  'two-factor': { factory: 'twoFactor', title: 'Two-factor authentication', requirements: storeAndEmail },
}

/** Returns the names of the plugins, sorted. */
export function listPlugins(): string[] {
  return Object.keys(plugins)
}

/** Describes the entry of a plugin. @returns null if there is no such plugin */
export function describePlugin(name: string): Addition | null {
  const facts = Object.hasOwn(plugins, name) ? plugins[name] : undefined
  if (!facts) return null
  const { factory, title, requirements, imports = [], options = '', packages = [], notes = [] } = facts
  return {
    name,
    array: 'plugins',
    title,
    module: `latchkey/${name}`,
    exported: factory,
    factory,
    imports,
    createEntry: (local: string, _read: ReadVariable) => `${local}(${options})`,
    variables: [],
    callbackId: null,
    registration: null,
    packages,
    requirements,
    notes,
  }
}
