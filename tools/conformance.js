/**
 * A specification is kept only where a test would fail without it, and nobody can see that from a list of green tests. So
 * each rule is written down beside the test that holds it and, where that can be done in a line or two, beside a change of
 * `src/` that breaks it. This writes the page that shows it all, and refuses to when a rule has no test.
 *
 * It asks Vitest for every title, which means loading every test file: too slow for `npm run check`, whose
 * `check-conformance.js` looks at what can be seen without; `npm test` knows the titles anyway and checks the rest.
 *
 * - `node tools/conformance.js` writes docs/conformance.md; `--check` only says whether it is stale.
 * - `--break` breaks thirty rules (`--count`) chosen by `--seed` (1) and expects their tests to fail; `--only <id>` breaks
 *   that one, `--record <file.md>` writes down what came of it.
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

/** The rules below `root` with the tests that hold them: `{ parts, rules, held, faults }`. */
export async function readConformance(root, tests) {
  const parts = readParts(root)
  const rules = parts.flatMap(({ rules }) => rules)
  const { held, faults } = findTests(rules, tests ?? (await listTests(root)))
  return { parts, rules, held, faults: [...checkRules(root, parts), ...faults] }
}

/** Faults of the rules below `root`, and of the page when it does not say what they say. */
export async function checkConformance(root, tests) {
  const { parts, held, faults } = await readConformance(root, tests)
  if (faults.length > 0) return faults
  return isCurrent(root, renderPage(parts, held)) ? [] : [`${pagePath} is stale: run npm run conformance.`]
}

/** The same after a whole run: `tests` have their `state`, and what holds a rule must not have been skipped. */
export async function checkRun(root, tests) {
  const ran = new Set(tests.filter(({ state }) => state !== 'skipped').map(getTestKey))
  const known = dedupeTests(tests.filter(({ project }) => !excludedProjects.includes(project)))
  const { held } = await readConformance(root, known)
  const skipped = [...held].filter(([, test]) => !ran.has(getTestKey(test)))
  return [
    ...(await checkConformance(root, known)),
    ...skipped.map(([id, { name }]) => `${id}: its test was skipped: ${name}`),
  ]
}

function getTestKey({ file, name }) {
  return `${file}\n${name}`
}

function isCurrent(root, text) {
  const path = join(root, pagePath)
  return existsSync(path) && readFileSync(path, 'utf8') === text
}

async function writeConformancePage(root) {
  const { parts, rules, held, faults } = await readConformance(root)
  if (faults.length > 0) return faults
  writeFileSync(join(root, pagePath), renderPage(parts, held))
  console.log(`${pagePath}: ${rules.length} rules, ${held.size} with a test.`)
  return []
}

/** Breaks rules and prints the table; the faults are the breaks that nobody noticed. */
async function runSelectedMutations(root, { seed, count, only, record }) {
  const faults = checkConformancePage(root)
  if (faults.length > 0) return faults
  // The page names the tests, and asking Vitest for them would take longer than breaking a rule.
  const held = parsePage(readFileSync(join(root, pagePath), 'utf8'))
  const rules = readParts(root).flatMap(({ rules }) => rules)
  const mutable = rules.filter(rule => rule.break)
  const selected = only ? mutable.filter(({ id }) => only.includes(id)) : selectRules(rules, seed, count)
  if (selected.length === 0) return ['There is no such rule with a break.']
  const selection = only ? 'Chosen by hand' : `Seed ${seed}`
  const lines = [
    `${selection}: ${selected.length} of the ${mutable.length} rules that have a break.`,
    '',
    '| rule | break | unbroken | broken |',
    '| --- | --- | --- | --- |',
  ]
  for (const line of lines) console.log(line)
  const report = outcome => console.log(lines[lines.push(describe(outcome)) - 1])
  const outcomes = await runMutations(root, { rules: selected, held, tell: report })
  const survived = outcomes.filter(outcome => !isCaught(outcome))
  lines.push('', `${outcomes.length - survived.length} of ${outcomes.length} breaks were noticed.`)
  console.log(`\n${lines.at(-1)}`)
  if (record) writeFileSync(record, `# Rules broken on purpose\n\n${lines.join('\n')}\n`)
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
