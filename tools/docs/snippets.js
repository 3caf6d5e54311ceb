/**
 * Compiles every `ts` or `tsx` block as a file of its own that imports the package by its public name. Modules of an app, such as
 * `./$types`, are declared in `ambient-modules.d.ts`. Scripts in other languages are compiled too, as excerpts: see `excerpts.js`.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { createProgram } from '../shared/program.js'
import { extractExcerpt, isErrorOfExcerpt } from './excerpts.js'

/** Page that may contain code that does not compile, because it shows Auth.js. */
const exempt = 'docs/differences.md'

const ambientModules = readFileSync(new URL('ambient-modules.d.ts', import.meta.url), 'utf8')

/** Options for excerpts, whose declarations may be unused. */
const lenientOptions = {
  noUnusedLocals: false,
  noUnusedParameters: false,
  noImplicitReturns: false,
  moduleDetection: ts.ModuleDetectionKind.Force,
  checkJs: true,
}

/** Compiles the `ts` blocks of `pages`, each `{ path, blocks }`. @returns one fault for each error, with its line in the page */
export function compileSnippets(root, pages) {
  const blocks = pages.flatMap(({ path, blocks }) => blocks.map(block => ({ path, ...block })))
  const unchecked = blocks.filter(({ info }) => /^ts\s+no-check\b/.test(info))
  const snippets = blocks.filter(({ info }) => /^(tsx?|typescript)$/.test(info)).map(toSnippet)
  const excerpts = blocks.flatMap(block => {
    const excerpt = extractExcerpt(block)
    return excerpt ? [{ ...block, ...excerpt, isExcerpt: true }] : []
  })
  return [
    ...unchecked.filter(({ path }) => path !== exempt).map(describeNoCheck),
    ...findUnknownInfos(blocks).map(
      ({ path, line, info }) => `${path}:${line} has the unknown info string "${info}".`,
    ),
    ...compile(root, [...snippets, ...excerpts]),
  ]
}

function describeNoCheck({ path, line }) {
  return `${path}:${line} uses "ts no-check", which is allowed only in ${exempt}.`
}

function findUnknownInfos(blocks) {
  return blocks.filter(
    ({ info }) => /^(tsx?|typescript)\b/.test(info) && !/^(tsx?|typescript|ts no-check)$/.test(info),
  )
}

function toSnippet(block) {
  return { ...block, extension: block.info === 'tsx' ? 'tsx' : 'ts', isExcerpt: false }
}

function compile(root, snippets) {
  const files = new Map(
    snippets.map((snippet, index) => [join(root, `snippet-${index}.${snippet.extension}`), snippet]),
  )
  const virtual = new Map([...files].map(([file, { code }]) => [file, code.join('\n')]))
  virtual.set(join(root, 'ambient-modules.d.ts'), ambientModules)
  const program = createProgram(root, { virtual, options: lenientOptions })
  return [...files].flatMap(([file, snippet]) => {
    const tree = program.getSourceFile(file)
    const complaints = [...program.getSyntacticDiagnostics(tree), ...program.getSemanticDiagnostics(tree)]
    return complaints
      .filter(complaint => !snippet.isExcerpt || isErrorOfExcerpt(complaint))
      .map(complaint => describe(tree, complaint, snippet))
  })
}

function describe(tree, { start = 0, messageText }, { path, line }) {
  const below = tree.getLineAndCharacterOfPosition(start).line + 1
  return `${path}:${line + below} ${ts.flattenDiagnosticMessageText(messageText, '\n  ')}`
}
