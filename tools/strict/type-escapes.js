/**
 * The ways out of the type system: what is written (`any`, `!`, a cast by way of `unknown`, a silenced check), and what
 * nobody wrote, the `any` that `JSON.parse` and `response.json()` hand out.
 *
 * @module
 */
import { join } from 'node:path'
import ts from 'typescript'
import { createProgram } from '../shared/program.js'
import { collectRemarks } from '../shared/source-tree.js'

/** The layout of a table is no check. */
const suppressionPattern = /@ts-(?:ignore|expect-error|nocheck)|biome-ignore(?! format:)/g

export function findSuppressions({ path, text }) {
  return [...text.matchAll(suppressionPattern)].map(match => {
    const line = text.slice(0, match.index).split('\n').length
    return `${path}:${line} silences a check with ${match[0]}.`
  })
}

/** What a node does to get around the compiler. */
export function findTypeEscapes(node) {
  if (node.kind === ts.SyntaxKind.AnyKeyword) return ['says any.']
  if (ts.isNonNullExpression(node)) return ['asserts with ! what the compiler cannot see.']
  if (isDefiniteAssignment(node)) return ['promises with ! a value that is assigned later.']
  if (isDoubleCast(node)) return ['casts by way of unknown.']
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

/** Values that are `any` by inference: named, looked into, or returned as something better than `unknown`. */
export function findInferredAny(root, sources) {
  const program = createProgram(root, { files: sources.map(({ path }) => path) })
  const checker = program.getTypeChecker()
  return sources.flatMap(({ path }) => {
    const tree = program.getSourceFile(join(root, path))
    return collectRemarks({ path, tree }, node => listValues(node).filter(isAnyFor(checker)).map(describeAny))
  })
}

/** The places where an `any` begins to spread. */
function listValues(node) {
  if (ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node)) return [node.name]
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) return [node.expression]
  return ts.isReturnStatement(node) && node.expression ? [node.expression] : []
}

function isAnyFor(checker) {
  return node => isAny(node, checker) && !isReceivedAsUnknown(node, checker)
}

/** A name that could not be resolved is any too, but that is for the compiler to report. */
function isAny(node, checker) {
  const type = checker.getTypeAtLocation(node)
  return (type.flags & ts.TypeFlags.Any) !== 0 && type.intrinsicName !== 'error'
}

function isReceivedAsUnknown(node, checker) {
  const expected = ts.isReturnStatement(node.parent) && checker.getContextualType(node)
  return expected && (expected.flags & ts.TypeFlags.Unknown) !== 0
}

function describeAny(node) {
  return `leaves ${node.getText().split('\n')[0]} any by inference: say what it is, or that it is unknown.`
}
