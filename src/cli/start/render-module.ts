import type { ConfigParts, NeededImport } from './start-types.js'

interface ModuleParts {
  /** Imports beside those of the configuration. */
  readonly imports: readonly string[]
  /** The line before the properties of the configuration. */
  readonly open: string
  /** The line after them. */
  readonly close: string
  readonly extension: 'ts' | 'js'
}

/** Renders a module: sorted imports, statements, and a call or an object with the properties of the configuration. */
export function renderModule(config: ConfigParts, { imports, open, close, extension }: ModuleParts): string {
  const sorted = [...config.imports, ...imports]
    .map(line => (extension === 'js' ? line.replace(/,? type \w+/g, '').replace('{ type ', '{ ') : line))
    .filter(line => !line.startsWith('import {}') && !line.startsWith('import { }'))
    .sort((one, other) => (toSortKey(one) < toSortKey(other) ? -1 : 1))
  const statements = config.statements.flatMap(statement => [statement, ''])
  const properties = config.properties.map(line => `  ${line}`)
  return `${[...sorted, '', ...statements, open, ...properties, close].join('\n')}\n`
}

/** Relative imports come last. */
function toSortKey(line: string): string {
  const specifier = /from '(.+)'/.exec(line)?.[1] ?? ''
  return specifier.startsWith('.') ? `~${specifier}` : specifier
}

interface TypedConstant {
  readonly name: string
  readonly type: string
  /** The module that exports the type. */
  readonly module: string
}

/** Renders the line before the properties of an exported constant with a type. JavaScript gets the type in a comment. */
export function renderConstant({ name, type, module }: TypedConstant, extension: 'ts' | 'js'): string {
  return extension === 'ts'
    ? `export const ${name}: ${type} = {`
    : `/** @type {import('${module}').${type}} */\nexport const ${name} = {`
}

/** Formats an import of names. */
export function formatNamedImport({ module, names }: NeededImport): string {
  return `import { ${names.join(', ')} } from '${module}'`
}
