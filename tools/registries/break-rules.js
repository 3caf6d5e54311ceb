/**
 * Verifies that the tests of rules can fail: breaks one rule at a time, in a copy of the tree, and runs its test.
 *
 * @module
 */
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { runPackage } from '../shared/run.js'
import { excludedProjects, toExcludeArguments } from './test-titles.js'

/**
 * Selects `count` rules with a break. The same seed selects the same rules: the ids in alphabetical order are shuffled
 * (Fisher-Yates, from the end) with mulberry32 seeded by it, and the first ones are taken.
 */
export function selectRules(rules, seed, count) {
  const order = rules.filter(rule => rule.break).sort((a, b) => (a.id < b.id ? -1 : 1))
  const random = createMulberry32(seed)
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    ;[order[last], order[other]] = [order[other], order[last]]
  }
  return order.slice(0, count)
}

/** Creates a generator of numbers from 0 to 1 that depend only on the seed. */
function createMulberry32(seed) {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * Breaks each rule in turn and runs its test. Calls `onOutcome` after each.
 *
 * @param testsById tests by rule id, each with its full title and its file
 * @returns outcomes `{ rule, unbroken, broken }` with the state of the test in Vitest, or `absent`
 */
export async function runBreaks(root, { rules, testsById, onOutcome = () => {} }) {
  const copy = copyTree(root)
  try {
    const getUnbrokenState = await runTests(
      copy,
      rules.map(({ id }) => testsById.get(id)),
    )
    const outcomes = []
    for (const rule of rules) {
      const test = testsById.get(rule.id)
      const outcome = { rule, unbroken: getUnbrokenState(test), broken: await runBreak(copy, rule, test) }
      onOutcome(outcome)
      outcomes.push(outcome)
    }
    return outcomes
  } finally {
    rmSync(copy, { recursive: true })
  }
}

/** Returns whether the test passed before the break and failed with it. */
export function isCaught({ unbroken, broken }) {
  return unbroken === 'passed' && broken === 'failed'
}

const excludedFolders = new Set(['node_modules', '.git', 'dist', '.next'])

function copyTree(root) {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'latchkey-break-')))
  cpSync(root, copy, {
    recursive: true,
    filter: path => path === root || !excludedFolders.has(basename(path)),
  })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

async function runBreak(copy, { break: { file, find, replace } }, test) {
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    text.replace(find, () => replace),
  )
  try {
    const state = await runTests(copy, [test])
    return state(test)
  } finally {
    writeFileSync(path, text)
  }
}

/** Runs only these tests. @returns function that returns the state of one of them */
async function runTests(root, tests) {
  const file = join(root, '.outcome.json')
  const files = [...new Set(tests.map(test => test.file))]
  const pattern = tests.map(({ name }) => `^${name.split(' > ').map(escapeRegExp).join(' (> )?')}$`).join('|')
  const reporter = ['--reporter=json', `--outputFile=${file}`]
  await runPackage(
    [
      'vitest/vitest.mjs',
      'run',
      ...toExcludeArguments(excludedProjects),
      ...reporter,
      '-t',
      pattern,
      ...files,
    ],
    root,
  )
  const states = readStates(root, file)
  return ({ file, name }) => states.get(`${file}\n${name}`) ?? 'absent'
}

function escapeRegExp(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

function readStates(root, file) {
  try {
    const { testResults } = JSON.parse(readFileSync(file, 'utf8'))
    return new Map(testResults.flatMap(result => listStates(root, result)))
  } catch {
    // Without a readable report, no test ran.
    return new Map()
  } finally {
    rmSync(file, { force: true })
  }
}

function listStates(root, { name: path, assertionResults }) {
  const file = path.slice(root.length + 1).replaceAll('\\', '/')
  return assertionResults
    .filter(({ status }) => status === 'passed' || status === 'failed')
    .map(({ ancestorTitles, title, status }) => [
      `${file}\n${[...ancestorTitles, title].join(' > ')}`,
      status,
    ])
}
