/**
 * The map from source files to the test files that execute them.
 *
 * @module
 */
import ts from 'typescript'

/**
 * Builds the map. A function that runs while a module is loaded does not count for a test, because only the first test file of a
 * process loads it. It still counts as executed.
 *
 * @param sources `{ path, tree }` of every file of `src`
 * @param records `{ test, imported, called }` of every test file, with the calls of each function by source file
 */
export function buildMap(sources, records) {
  const functions = collectFunctions(records)
  const loaded = new Set(records.flatMap(({ imported }) => listExecuted(imported)))
  return {
    createdAt: new Date().toISOString(),
    tests: Object.fromEntries(
      records.map(({ test, called }) => [test, { files: listExecuted(called).length }]),
    ),
    sources: Object.fromEntries(
      sources.map(({ path, tree }) => [
        path,
        {
          declaresFunctions: declaresFunctions(tree),
          functions: functions.get(path)?.size ?? 0,
          runsWhileLoaded: loaded.has(path),
          tests: Object.fromEntries(
            records
              .map(({ test, called }) => [test, countExecuted(called[path])])
              .filter(([, count]) => count > 0),
          ),
        },
      ]),
    ),
  }
}

/** Collects the names of the functions of each source file. V8 lists nested functions only once the outer one has run. */
function collectFunctions(records) {
  const functions = new Map()
  for (const { imported, called } of records)
    for (const [path, counts] of [...Object.entries(imported), ...Object.entries(called)])
      functions.set(path, new Set([...(functions.get(path) ?? []), ...Object.keys(counts)]))
  return functions
}

function listExecuted(functionsByPath) {
  return Object.keys(functionsByPath).filter(path => countExecuted(functionsByPath[path]) > 0)
}

function countExecuted(counts = {}) {
  return Object.values(counts).filter(count => count > 0).length
}

/** Returns whether a file contains a function with a name and a body. Types and tables of data cannot be executed. */
function declaresFunctions(tree) {
  const visit = node => isNamedFunction(node) || ts.forEachChild(node, visit) === true
  return visit(tree)
}

function isNamedFunction(node) {
  if (!ts.isFunctionLike(node) || !node.body || isLazyImport(node.body)) return false
  return node.name !== undefined || isNamingParent(node.parent)
}

/** Returns whether a function only loads a module, such as `icon: () => import('./icons/google.js')`. */
function isLazyImport(body) {
  return ts.isCallExpression(body) && body.expression.kind === ts.SyntaxKind.ImportKeyword
}

function isNamingParent(parent) {
  return (
    ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent)
  )
}

/**
 * Ranks the tests of a source file, the most specific first: a test that executes many of its functions, and few other files.
 *
 * @returns `{ test, functions, files }`: how many functions of the file the test executes, and how many source files
 */
export function rankTests(map, path) {
  const { tests } = map.sources[path]
  const ranked = Object.entries(tests).map(([test, functions]) => ({
    test,
    functions,
    files: map.tests[test].files,
  }))
  return ranked.sort((a, b) => getSpecificity(b) - getSpecificity(a) || (a.test < b.test ? -1 : 1))
}

/** The root lets a test of the whole file win over a test that happens to call one function of it and little else. */
function getSpecificity({ functions, files }) {
  return functions / Math.sqrt(files)
}

/** Lists the source files whose functions no test executes. */
export function listUnexecuted({ sources }) {
  return Object.keys(sources).filter(path => {
    const { declaresFunctions, runsWhileLoaded, tests } = sources[path]
    return declaresFunctions && !runsWhileLoaded && Object.keys(tests).length === 0
  })
}
