/**
 * Writes docs/conformance.md, which lists each rule of the contract with the test that covers it. Fails if a rule has no test.
 * Most rules also contain a break: a small change of `src/` that must make the test fail.
 *
 * Vitest has to load every test file to list the titles, which is too slow for `npm run check`. There, `check-conformance.js`
 * verifies everything else. `npm test` knows the titles and verifies them.
 *
 * - `node tools/conformance.js` writes docs/conformance.md; `--check` only reports whether it is outdated.
 * - `--break` breaks `--count` rules (30), selected by `--seed` (1), and expects their tests to fail. `--only <id>` breaks one
 *   rule. `--record <file.md>` writes the results to a file.
 *
 * @module
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { checkConformancePage } from './check-conformance.js'
import { isCaught, runMutations, selectRules } from './conformance/mutations.js'
import { pagePath, parsePage, renderPage } from './conformance/page.js'
import { checkRules, readParts } from './conformance/rules.js'
import { dedupeTests, excludedProjects, findTests, listTests } from './conformance/test-titles.js'
import { isMainModule, projectRoot } from './shared/gate.js'

/** Reads the rules below `root` with the test of each: `{ parts, rules, testsByRule, faults }`. `testsByRule` maps rule ids to tests. */
export async function readConformance(root, tests) {
  const parts = readParts(root)
  const rules = parts.flatMap(({ rules }) => rules)
  const { testsByRule, faults } = findTests(rules, tests ?? (await listTests(root)))
  return { parts, rules, testsByRule, faults: [...checkRules(root, parts), ...faults] }
}

/** Finds faults of the rules below `root`, and an outdated page. */
export async function checkConformance(root, tests) {
  const { parts, testsByRule, faults } = await readConformance(root, tests)
  if (faults.length > 0) return faults
  return isCurrent(root, renderPage(parts, testsByRule))
    ? []
    : [`${pagePath} is outdated: run npm run conformance.`]
}

/** Finds the same faults after a full run. `tests` have a `state`, and the test of a rule must not have been skipped. */
export async function checkRun(root, tests) {
  const counted = selectCounted(tests)
  const { testsByRule } = await readConformance(root, counted)
  return [...(await checkConformance(root, counted)), ...findSkipped(testsByRule, tests)]
}

/** Selects the tests of a run that count for a rule. */
export function selectCounted(tests) {
  return dedupeTests(tests.filter(({ project }) => !excludedProjects.includes(project)))
}

/** Finds a fault for each rule whose test was skipped in a run. */
export function findSkipped(testsByRule, tests) {
  const ran = new Set(tests.filter(({ state }) => state !== 'skipped').map(getTestKey))
  return [...testsByRule]
    .filter(([, test]) => !ran.has(getTestKey(test)))
    .map(([id, { name }]) => `${id}: its test was skipped: ${name}`)
}

function getTestKey({ file, name }) {
  return `${file}\n${name}`
}

function isCurrent(root, text) {
  const path = join(root, pagePath)
  return existsSync(path) && readFileSync(path, 'utf8') === text
}

async function writeConformancePage(root) {
  const { parts, rules, testsByRule, faults } = await readConformance(root)
  if (faults.length > 0) return faults
  writeFileSync(join(root, pagePath), renderPage(parts, testsByRule))
  console.log(`${pagePath}: ${rules.length} rules, ${testsByRule.size} with a test.`)
  return []
}

/** Breaks rules and prints the results. @returns a fault for each break that no test detected */
async function runSelectedMutations(root, { seed, count, only, record }) {
  const faults = checkConformancePage(root)
  if (faults.length > 0) return faults
  // Read from the page, because listing the tests with Vitest takes longer than breaking a rule.
  const testsByRule = parsePage(readFileSync(join(root, pagePath), 'utf8'))
  const rules = readParts(root).flatMap(({ rules }) => rules)
  const mutable = rules.filter(rule => rule.break)
  const selected = only ? mutable.filter(({ id }) => only.includes(id)) : selectRules(rules, seed, count)
  if (selected.length === 0) return [`No rule ${only ? `"${only.join('", "')}" ` : ''}has a break.`]
  const selection = only ? 'Selected by id' : `Seed ${seed}`
  const lines = [
    `${selection}: ${selected.length} of the ${mutable.length} rules with a break.`,
    '',
    '| rule | break | unbroken | broken |',
    '| --- | --- | --- | --- |',
  ]
  for (const line of lines) console.log(line)
  const report = outcome => console.log(lines[lines.push(describe(outcome)) - 1])
  const outcomes = await runMutations(root, { rules: selected, testsByRule, onOutcome: report })
  const survived = outcomes.filter(outcome => !isCaught(outcome))
  lines.push('', `${outcomes.length - survived.length} of ${outcomes.length} breaks were detected.`)
  console.log(`\n${lines.at(-1)}`)
  if (record) writeFileSync(record, `# Detected breaks\n\n${lines.join('\n')}\n`)
  return survived.map(
    ({ rule, unbroken, broken }) => `${rule.id}: "${rule.test}" ${unbroken}, then ${broken}.`,
  )
}

function describe({ rule: { id, rule, break: change }, unbroken, broken }) {
  const changed = `${change.file}: ${formatCode(change.find)} → ${formatCode(change.replace)}`
  return `| \`${id}\`: ${escapeCell(rule)} | ${escapeCell(changed)} | ${unbroken} | ${broken} |`
}

function formatCode(text) {
  const line = text.replace(/\s+/g, ' ').trim()
  return line ? `\`\` ${line} \`\`` : 'nothing'
}

function escapeCell(text) {
  return text.replaceAll('|', '\\|')
}

async function run() {
  const options = {
    check: { type: 'boolean' },
    break: { type: 'boolean' },
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '30' },
    only: { type: 'string', multiple: true },
    record: { type: 'string' },
  }
  const { values } = parseArgs({ options })
  const { only, record } = values
  const faults = values.break
    ? await runSelectedMutations(projectRoot, {
        seed: Number(values.seed),
        count: Number(values.count),
        only,
        record,
      })
    : await (values.check ? checkConformance : writeConformancePage)(projectRoot)
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
}

if (isMainModule(import.meta.url)) await run()
