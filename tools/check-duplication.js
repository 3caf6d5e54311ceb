/**
 * Finds copied code, where a security fix in one place misses the other. Six significant lines in a row that occur twice are a
 * copy. The gate fails if more than 1 % of the lines are copies.
 *
 * @module
 */
import { runAsGate } from './shared/gate.js'
import { readSources } from './shared/source-tree.js'

const runLength = 6
const maxCopiedShare = 0.01

/** Providers are checked separately, because copies in 200 similar files would be a small share of all lines. */
const providersPrefix = 'src/providers/'

/** Finds copies in `src` below `root`, and in its providers, if their share of the significant lines is above the limit. */
export function checkDuplication(root) {
  const sources = readSources(root)
  const faults = [sources, sources.filter(({ path }) => path.startsWith(providersPrefix))].map(checkSources)
  return faults.find(copies => copies.length > 0) ?? []
}

function checkSources(sources) {
  const files = sources.map(({ path, text }) => listSignificantLines(path, text))
  const copies = findCopies(files)
  const copied = new Set(copies.flatMap(({ places }) => places))
  const total = files.flat().length
  return copied.size > total * maxCopiedShare
    ? [formatSummary(copied.size, total), ...copies.map(describe)]
    : []
}

/** Lists the lines of a file without imports, comments and lines that contain only brackets. */
function listSignificantLines(path, text) {
  return text
    .split('\n')
    .map((line, index) => ({ code: line.trim(), place: `${path}:${index + 1}` }))
    .filter(({ code }) => /\w/.test(code) && !/^(import\b|export .* from\b|\/[/*]|\*)/.test(code))
}

/** Finds every run that repeats an earlier one, with the lines and the start of both. */
function findCopies(files) {
  const runsByText = new Map()
  return files.flatMap(listRuns).flatMap(run => {
    const text = run.map(({ code }) => code).join('\n')
    const first = runsByText.get(text)
    if (!first) runsByText.set(text, run)
    return first ? [{ first, run, places: [...first, ...run].map(({ place }) => place) }] : []
  })
}

function listRuns(lines) {
  return lines.slice(runLength - 1).map((_, start) => lines.slice(start, start + runLength))
}

function formatSummary(copied, total) {
  const share = ((copied / total) * 100).toFixed(1)
  return `${copied} of ${total} significant lines are copies (${share} %, at most ${maxCopiedShare * 100} %).`
}

function describe({ first, run }) {
  return `${run[0].place} repeats ${first[0].place}: ${run[0].code}`
}

await runAsGate(import.meta.url, checkDuplication)
