/**
 * Figures about how readable the source is, to compare two states of the tree: the share of functions that begin with a verb,
 * sizes, import cycles, casts, and how many files a request crosses.
 *
 * `node tools/measure-code.js [root]` prints a table. The source is compiled file by file to count the files that a request crosses.
 *
 * @module
 */
import { resolve } from 'node:path'
import ts from 'typescript'
import { traceFiles } from './check-crossed-files.js'
import { checkLayers } from './check-layers.js'
import { endsInPreposition, isExempt, listFunctions, startsWithVerb } from './names/functions.js'
import { isMainModule, projectRoot } from './shared/gate.js'
import { readSources } from './shared/source-tree.js'

/** Returns the figures of `src` below `root`, by name. */
export function measureSource(root) {
  const sources = readSources(root).filter(({ path }) => !/\/(?:icons|marks)\//.test(path))
  const functions = sources.flatMap(({ tree }) => listFunctions(tree))
  const named = functions.filter(({ name }) => !isExempt(name))
  const withVerb = named.filter(({ name }) => startsWithVerb(name))
  const functionLines = functions.map(({ node }) => countNodeLines(node))
  const fileLines = sources.map(({ text }) => text.trimEnd().split('\n').length)
  return {
    files: sources.length,
    functions: functions.length,
    'begin with a verb': `${Math.round((withVerb.length / named.length) * 100)} %`,
    'end in Of or In': functions.filter(({ name }) => endsInPreposition(name)).length,
    'lines of a function (median, longest)': `${getMedian(functionLines)}, ${Math.max(...functionLines)}`,
    'lines of a file (median, longest)': `${getMedian(fileLines)}, ${Math.max(...fileLines)}`,
    'import cycles': checkLayers(root).filter(fault => fault.startsWith('Import cycle')).length,
    'casts (as)': countNodes(sources, isCast),
    any: countNodes(sources, node => node.kind === ts.SyntaxKind.AnyKeyword),
  }
}

function countNodeLines(node) {
  const tree = node.getSourceFile()
  const [start, end] = [node.getStart(tree), node.end].map(at => tree.getLineAndCharacterOfPosition(at).line)
  return end - start + 1
}

function getMedian(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]
}

function countNodes(sources, matches) {
  let count = 0
  const visit = node => {
    if (matches(node)) count += 1
    ts.forEachChild(node, visit)
  }
  for (const { tree } of sources) visit(tree)
  return count
}

/** `as const` is no cast. */
function isCast(node) {
  return ts.isAsExpression(node) && node.type.getText() !== 'const'
}

function countCrossedFiles(root) {
  const entries = Object.entries(traceFiles(root))
  return Object.fromEntries(entries.map(([request, files]) => [`files crossed by ${request}`, files.length]))
}

if (isMainModule(import.meta.url)) {
  const root = resolve(process.argv[2] ?? projectRoot)
  const figures = { ...measureSource(root), ...countCrossedFiles(root) }
  for (const [name, value] of Object.entries(figures)) console.log(`${name.padEnd(40)}${value}`)
}
