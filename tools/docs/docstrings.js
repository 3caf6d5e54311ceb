/**
 * Verifies that every public name has a doc comment.
 *
 * @module
 */
import { join, relative } from 'node:path'
import ts from 'typescript'
import { createProgram } from '../shared/program.js'
import { getLine } from '../shared/source-tree.js'
import { readSubpaths } from '../shared/subpaths.js'

/** Finds public exports without a doc comment. */
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

/** Returns whether a symbol has a doc comment. A tag is enough: the `@see` of a provider links to its documentation. */
function isDocumented(symbol, checker) {
  const isDeclaredInFile = symbol.declarations?.some(({ kind }) => kind !== ts.SyntaxKind.SourceFile)
  return (
    !isDeclaredInFile ||
    symbol.getDocumentationComment(checker).length > 0 ||
    symbol.getJsDocTags(checker).length > 0
  )
}

function describe(root, symbol) {
  const [declaration] = symbol.declarations
  const path = relative(root, declaration.getSourceFile().fileName)
  return `${path}:${getLine(declaration)} exports ${symbol.name} without a doc comment.`
}
