/**
 * Verifies the names of functions. An engineer who knows OAuth, cookies and SQL, but not this project, should know what a
 * function does before opening it. An exported or top-level function begins with a verb of `tools/names/verbs.js`. No name ends
 * in a preposition, and some words that replaced terms of the field are banned.
 *
 * @module
 */
import { bannedWords } from './names/banned-words.js'
import { endsInPreposition, isExempt, listFunctions, startsWithVerb } from './names/functions.js'
import { runAsGate } from './shared/gate.js'
import { getLine, readSources } from './shared/source-tree.js'

/** Finds faulty names and banned words in `src` below `root`. */
export function checkNames(root) {
  return readSources(root)
    .filter(({ path }) => !path.endsWith('.d.ts'))
    .flatMap(source => [...checkFunctions(source), ...checkWords(source)])
}

function checkFunctions({ path, tree }) {
  return listFunctions(tree)
    .filter(({ name }) => !isExempt(name))
    .flatMap(({ name, node, isTopLevel }) =>
      checkFunction(name, isTopLevel).map(fault => `${path}:${getLine(node)} ${fault}`),
    )
}

function checkFunction(name, isTopLevel) {
  if (endsInPreposition(name))
    return [`${name} ends in a preposition: say what it does (get, read, parse, find, to).`]
  if (isTopLevel && !startsWithVerb(name))
    return [`${name} does not begin with a verb of tools/names/verbs.js.`]
  return []
}

/** Finds banned words in names, comments and strings. */
function checkWords({ path, text }) {
  return text
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(bannedWords.pattern)].map(
        ([word]) => `${path}:${index + 1} says "${word}": write ${bannedWords.instead(word)}.`,
      ),
    )
}

await runAsGate(import.meta.url, checkNames)
