/**
 * Detects type escapes: explicit ones (`any`, `!`, a cast through `unknown`, a suppressed check), and the implicit `any` that
 * `JSON.parse` and `response.json()` return.
 *
 * @module
 */
import { join } from 'node:path'
import ts from 'typescript'
import { getPackageName, listMissingPackages } from '../linked-packages.js'
import { createProgram } from '../shared/program.js'
import { collectRemarks, listImports } from '../shared/source-tree.js'

/** Comments that suppress a check. Format suppressions are allowed, to keep the layout of tables. */
const suppressionPattern = /@ts-(?:ignore|expect-error|nocheck)|biome-ignore(?! format:)/g

export function findSuppressions({ path, text }) {
  return [...text.matchAll(suppressionPattern)].map(match => {
    const line = text.slice(0, match.index).split('\n').length
    return `${path}:${line} suppresses a check with ${match[0]}.`
  })
}

/** Defines the one `any` that apps see where the contract has it. See docs/architecture.md#untyped-values. */
const untypedModule = 'src/types/untyped.ts'

/** Finds type escapes of a node. */
export function findTypeEscapes(node) {
  if (node.kind === ts.SyntaxKind.AnyKeyword && node.getSourceFile().fileName !== untypedModule)
    return ['uses any.']
  if (ts.isNonNullExpression(node)) return ['uses a non-null assertion (!).']
  if (isDefiniteAssignment(node)) return ['uses a definite assignment assertion (!).']
  if (isDoubleCast(node)) return ['casts through unknown.']
  return []
}

function isDefiniteAssignment(node) {
  return (
    (ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node)) && node.exclamationToken !== undefined
  )
}

function isDoubleCast(node) {
  if (!ts.isAsExpression(node)) return false
  const inner = ts.skipParentheses(node.expression)
  return ts.isAsExpression(inner) && inner.type.kind === ts.SyntaxKind.UnknownKeyword
}

/**
 * Finds values that are `any` by inference: assigned, accessed, or returned as a type other than `unknown`. Leaves out files that import
 * packages which are not installed, because each value of such a package is `any`.
 */
export function findInferredAny(root, sources) {
  const missing = new Set(listMissingPackages(root))
  const isMissing = ({ specifier }) => missing.has(getPackageName(specifier))
  const program = createProgram(root, { files: sources.map(({ path }) => path) })
  const checker = program.getTypeChecker()
  const checked = sources.filter(({ tree }) => !listImports(tree).some(isMissing))
  return checked.flatMap(({ path }) => {
    const tree = program.getSourceFile(join(root, path))
    return collectRemarks({ path, tree }, node => listValues(node).filter(isAnyFor(checker)).map(describeAny))
  })
}

/** Lists the expressions through which an `any` spreads. */
function listValues(node) {
  if (ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node)) return [node.name]
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) return [node.expression]
  return ts.isReturnStatement(node) && node.expression ? [node.expression] : []
}

function isAnyFor(checker) {
  return node => isAny(node, checker) && !isReceivedAsUnknown(node, checker)
}

/** Returns whether a node has the type `any`. Unresolved names do not count, because the compiler reports them. */
function isAny(node, checker) {
  const type = checker.getTypeAtLocation(node)
  return (type.flags & ts.TypeFlags.Any) !== 0 && type.intrinsicName !== 'error'
}

function isReceivedAsUnknown(node, checker) {
  const expected = ts.isReturnStatement(node.parent) && checker.getContextualType(node)
  return expected && (expected.flags & ts.TypeFlags.Unknown) !== 0
}

function describeAny(node) {
  return `leaves ${node.getText().split('\n')[0]} any by inference: add a type, or use unknown.`
}
