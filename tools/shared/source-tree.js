/**
 * Reads source code for the gates, as paths with forward slashes and syntax trees. With syntax trees, strings and comments do
 * not look like imports or types.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { listFiles } from './list-files.js'

export { listFiles }

/** Reads and parses every TypeScript file of `src`: `{ path, text, tree }`. */
export function readSources(root) {
  return listFiles(root, 'src', /\.tsx?$/).map(path => readSource(root, path))
}

function readSource(root, path) {
  const text = readFileSync(join(root, path), 'utf8')
  return { path, text, tree: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true) }
}

/** Calls `visit` for `node` and everything below it. */
function walk(node, visit) {
  visit(node)
  ts.forEachChild(node, child => walk(child, visit))
}

/** Collects the remarks of `inspect` about each node of a file, prefixed with path and line. */
export function collectRemarks({ path, tree }, inspect) {
  const remarks = []
  walk(tree, node => {
    for (const text of inspect(node)) remarks.push(`${path}:${getLine(node)} ${text}`)
  })
  return remarks
}

/** Returns the line on which `node` begins without its comments, starting at 1. */
export function getLine(node) {
  const tree = node.getSourceFile()
  return tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1
}

/** Lists the imports of `tree`, including types, re-exports and `import()`: `{ specifier, line, reexportsTypes }`. */
export function listImports(tree) {
  const imports = []
  walk(tree, node => {
    const specifier = findSpecifier(node)
    const reexportsTypes = ts.isExportDeclaration(node) && node.isTypeOnly
    if (specifier) imports.push({ specifier: specifier.text, line: getLine(node), reexportsTypes })
  })
  return imports
}

function findSpecifier(node) {
  const name = findModuleName(node)
  return name && ts.isStringLiteralLike(name) ? name : undefined
}

function findModuleName(node) {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return node.argument.literal
  if (ts.isExternalModuleReference(node)) return node.expression
  return ts.isCallExpression(node) && isLoadCall(node.expression) ? node.arguments[0] : undefined
}

/** Returns whether a callee is `import` or `require`. */
function isLoadCall(callee) {
  return callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === 'require')
}
