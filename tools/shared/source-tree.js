/**
 * How the gates see source code: a list of files with forward slashes, and syntax trees rather than text, so that a
 * rule about imports or types is never fooled by a string or a comment.
 *
 * @module
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

const ignoredFolders = new Set(['node_modules', 'dist', 'fixtures'])

/** The files below `folder` whose path matches `pattern`, relative to `root`, sorted. */
export function listFiles(root, folder, pattern) {
  if (!existsSync(join(root, folder))) return []
  const entries = readdirSync(join(root, folder), { withFileTypes: true })
  return entries
    .filter(entry => !ignoredFolders.has(entry.name) && !entry.name.startsWith('.'))
    .flatMap(entry => {
      const path = folder === '.' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) return listFiles(root, path, pattern)
      return pattern.test(path) ? [path] : []
    })
    .sort()
}

/** Every TypeScript file of `src`, parsed: `{ path, text, tree }`. */
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

/** What `judge` says about each node of a file, with the place in front. */
export function collectRemarks({ path, tree }, inspect) {
  const remarks = []
  walk(tree, node => {
    for (const text of inspect(node)) remarks.push(`${path}:${getLine(node)} ${text}`)
  })
  return remarks
}

/** The line, counted from 1, on which `node` begins (its comments not included). */
export function getLine(node) {
  const tree = node.getSourceFile()
  return tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1
}

/** What `tree` imports, in any way TypeScript knows (types too): `{ specifier, line, reexportsTypes }`. */
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

/** `import()`, or a `require` that Node made for the file. */
function isLoadCall(callee) {
  return callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === 'require')
}
