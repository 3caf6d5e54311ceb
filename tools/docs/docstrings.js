/**
 * A public name without a sentence of its own is one that a user can only learn by reading the implementation.
 *
 * @module
 */
import { join, relative } from 'node:path'
import ts from 'typescript'
import { createProgram } from '../shared/program.js'
import { getLine } from '../shared/source-tree.js'
import { readSubpaths } from '../shared/subpaths.js'

/** The public exports that have no doc comment, each at its declaration. */
export function findUndocumented(root) {
  const files = [...new Set(readSubpaths(root).map(({ source }) => source))]
  const program = createProgram(root, { files })
  const checker = program.getTypeChecker()
  const symbols = new Set(
    files.flatMap(file => listExports(program.getSourceFile(join(root, file)), checker)),
  )
  return [...symbols].filter(symbol => !isDocumented(symbol, checker)).map(symbol => describe(root, symbol))
}

function listExports(tree, checker) {
  const module = tree && checker.getSymbolAtLocation(tree)
  return module ? checker.getExportsOfModule(module).map(symbol => resolveAlias(symbol, checker)) : []
}

function resolveAlias(symbol, checker) {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
}

/** A tag alone will do: a provider's `@see` says where its rules are written. */
function isDocumented(symbol, checker) {
  const isOwn = symbol.declarations?.some(({ kind }) => kind !== ts.SyntaxKind.SourceFile)
  return (
    !isOwn || symbol.getDocumentationComment(checker).length > 0 || symbol.getJsDocTags(checker).length > 0
  )
}

function describe(root, symbol) {
  const [declaration] = symbol.declarations
  const path = relative(root, declaration.getSourceFile().fileName)
  return `${path}:${getLine(declaration)} exports ${symbol.name} without a doc comment.`
}
