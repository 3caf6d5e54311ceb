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

interface ConfigModule {
  /** The name of the type of the configuration. */
  readonly type: string
  /** The function that receives the configuration, which the module exports with the type. */
  readonly factory: string
  readonly module: string
  /** Whether the function is the default export of its module. */
  readonly isDefault?: true
  /** Names that the function returns. */
  readonly results: readonly string[]
  /** The names of a second argument, with the module that exports them. */
  readonly options?: NeededImport | undefined
  readonly extension: 'ts' | 'js'
}

/** Renders a module that exports the configuration, for tests, and what a function returns for it. */
export function renderConfigModule(config: ConfigParts, parts: ConfigModule): string {
  const { type, factory, module, isDefault, results, options, extension } = parts
  const types = extension === 'ts' ? [`type ${type}`] : []
  const imported = isDefault
    ? [factory, ...types.map(name => `{ ${name} }`)].join(', ')
    : `{ ${[factory, ...types].join(', ')} }`
  const settings = options ? `, { ${options.names.join(', ')} }` : ''
  const open = 'export const config = {'
  return renderModule(config, {
    imports: [`import ${imported} from '${module}'`, ...(options ? [formatNamedImport(options)] : [])],
    open: extension === 'ts' ? open : `/** @satisfies {import('${module}').${type}} */\n${open}`,
    close: `}${extension === 'ts' ? ` satisfies ${type}` : ''}\n\nexport const { ${results.join(', ')} } = ${factory}(config${settings})`,
    extension,
  })
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

/** Writes an import of names, or of a default export, with `require`. */
export function toRequire(line: string): string {
  return line
    .replace(
      /^import (\{.*\}) from ('.*')$/,
      (_, names: string, module: string) => `const ${names.replaceAll(' as ', ': ')} = require(${module})`,
    )
    .replace(/^import (\w+) from ('.*')$/, 'const $1 = require($2).default')
}
