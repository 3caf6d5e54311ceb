/**
 * Builds a source file that contains all its mutants. Each one is chosen while the code runs, so that a test file is loaded once
 * for all of them: `a === b` becomes `(isMutant(1)?(true):isMutant(2)?(a !== b):(a === b))`.
 *
 * @module
 */
import ts from 'typescript'
import { listMutations } from './mutators.js'

/** The global function that decides. `record-mutants.js` defines it. */
const decide = 'globalThis.__latchkeyIsMutant'

/** Parses a source file and lists its mutants: `{ name, operator, line }` and where the change is. */
export function listMutants(path, text) {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  return listMutations(tree).map(({ host, ...mutation }) => ({
    ...mutation,
    line: tree.getLineAndCharacterOfPosition(mutation.start).line + 1,
    host: describeHost(host, tree),
  }))
}

function describeHost(host, tree) {
  return {
    start: host.getStart(tree),
    end: host.end,
    isBlock: ts.isBlock(host),
    prefix: needsSemicolon(host, tree) ? ';' : '',
  }
}

/** Without semicolons, a line that begins with a parenthesis would call the line before. */
function needsSemicolon(host, tree) {
  for (let node = host; node && node.getStart(tree) === host.getStart(tree); node = node.parent)
    if (ts.isExpressionStatement(node)) return ts.isBlock(node.parent) || ts.isSourceFile(node.parent)
  return false
}

/** Returns `text` with all `mutants`, of which the first has the number `first`. */
export function instrument(text, mutants, first) {
  const hosts = groupByHost(mutants.map((mutant, index) => ({ ...mutant, number: first + index })))
  return renderRange(text, { start: 0, end: text.length }, hosts)
}

function groupByHost(mutants) {
  const hosts = new Map()
  for (const mutant of mutants) {
    const key = `${mutant.host.start}-${mutant.host.end}`
    const known = hosts.get(key)
    if (known) known.mutants.push(mutant)
    else hosts.set(key, { ...mutant.host, mutants: [mutant] })
  }
  return [...hosts.values()].sort((a, b) => a.start - b.start || b.end - a.end)
}

/** Renders a part of the text. `hosts` are those inside it, sorted, the outer ones first. */
function renderRange(text, { start, end }, hosts) {
  let [result, at] = ['', start]
  for (let index = 0; index < hosts.length; ) {
    const host = hosts[index]
    let next = index + 1
    while (next < hosts.length && hosts[next].start < host.end) next++
    result += text.slice(at, host.start) + renderHost(text, host, hosts.slice(index + 1, next))
    at = host.end
    index = next
  }
  return result + text.slice(at, end)
}

function renderHost(text, host, inner) {
  const original = renderRange(text, host, inner)
  if (host.isBlock) return `{if(${decide}(${host.mutants[0].number})){}else${original}}`
  const choices = host.mutants.map(({ number, start, end, text: change }) => {
    const mutated = text.slice(host.start, start) + change + text.slice(end, host.end)
    return `${decide}(${number})?(${mutated}):`
  })
  return `${host.prefix}(${choices.join('')}(${original}))`
}
