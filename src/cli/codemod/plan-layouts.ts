import { findBindings } from './bindings.js'
import { type ConfigNames, findConfigs } from './config-literals.js'
import { insertMembers, type ParsedSource } from './insert-members.js'
import type { ModuleReference } from './module-references.js'
import { planLayout } from './plan-layout.js'
import type { RewritePlan } from './rewrite-plan.js'
import { supportsJsx } from './script-blocks.js'
import { tokenize } from './tokenizer.js'

const configTypes = new Set([
  'AuthConfig',
  'ExpressAuthConfig',
  'NextAuthConfig',
  'SolidAuthConfig',
  'SvelteKitAuthConfig',
])
const configFunctions = new Set(['Auth', 'ExpressAuth', 'SolidAuth', 'SvelteKitAuth'])

/**
 * Keeps the sign-in page of Auth.js in the configurations of a source.
 *
 * @param references those of modules that are replaced. A configuration that was migrated before is not changed again
 */
export function planLayouts(
  path: string,
  source: string,
  references: readonly ModuleReference[],
): RewritePlan {
  const imported = references.filter(({ kind }) => kind === 'import')
  if (!imported.some(({ specifier, names }) => names.some(name => isConfigName(specifier, name))))
    return { edits: [], diagnostics: [] }
  const code = tokenize(source, { jsx: supportsJsx(path) }).filter(
    ({ kind }) => kind !== 'comment' && kind !== 'text',
  )
  const parsed = { source, code }
  const documented = imported.flatMap(reference => findDocumentedLiteral(parsed, reference))
  const configs = findConfigs(
    code,
    findConfigNames(parsed, imported),
    documented.map(open => ({ open, isTyped: true })),
  )
  const plans = configs.map(config => ({ literal: config.literal, ...planLayout(parsed, path, config) }))
  return {
    edits: plans.flatMap(({ literal, members, edits }) => [
      ...edits,
      ...(literal ? insertMembers(parsed, literal, members) : []),
    ]),
    diagnostics: [],
    layouts: plans.map(({ outcome }) => outcome),
  }
}

function isConfigName(specifier: string, name: string): boolean {
  return (
    configTypes.has(name) || configFunctions.has(name) || (specifier === 'next-auth' && name === 'default')
  )
}

/** Finds the names in the source. `require` and `import()` keep the names of the module. */
function findConfigNames({ code }: ParsedSource, references: readonly ModuleReference[]): ConfigNames {
  const specifiers = new Set(references.map(({ specifier }) => specifier))
  const bindings = findBindings(code, specifier => specifiers.has(specifier))
  const required = references.flatMap(({ specifier, names }) =>
    names.filter(name => name !== 'default').map(name => ({ specifier, imported: name, local: name })),
  )
  const named = [...bindings, ...required].filter(({ specifier, imported }) =>
    isConfigName(specifier, imported),
  )
  const isType = ({ imported }: { imported: string }) => configTypes.has(imported)
  return {
    types: new Set(named.filter(isType).map(({ local }) => local)),
    functions: new Set(named.filter(name => !isType(name)).map(({ local }) => local)),
  }
}

/** Finds the object after a comment with `@type` and an imported type. */
function findDocumentedLiteral({ source, code }: ParsedSource, { start, end }: ModuleReference): number[] {
  const [, type = ''] = /^['"]\s*\)\s*\.(\w+)\s*\}\s*\*\//.exec(source.slice(end, end + 200)) ?? []
  const isTypeTag = /\*\s*@type\s*\{\s*import\(\s*['"]$/.test(source.slice(Math.max(0, start - 200), start))
  if (!isTypeTag || !configTypes.has(type)) return []
  const next = code.findIndex(token => token.start > end)
  const declaration = code[next]?.text === 'export' ? next + 1 : next
  const isObject =
    ['const', 'let', 'var'].includes(code[declaration]?.text ?? '') &&
    code[declaration + 2]?.text === '=' &&
    code[declaration + 3]?.text === '{'
  return next >= 0 && isObject ? [declaration + 3] : []
}
