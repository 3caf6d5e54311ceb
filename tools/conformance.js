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
import { breakRules, choose, isCaught } from './conformance/breaks.js'
import { pagePath, readPage, writePage } from './conformance/page.js'
import { checkRules, readParts } from './conformance/rules.js'
import { elsewhere, findTests, listTests, once } from './conformance/titles.js'
import { isEntry, projectRoot } from './shared/gate.js'

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
  return isCurrent(root, writePage(parts, held)) ? [] : [`${pagePath} is stale: run npm run conformance.`]
}

/** The same after a whole run: `tests` have their `state`, and what holds a rule must not have been skipped. */
export async function checkRun(root, tests) {
  const ran = new Set(tests.filter(({ state }) => state !== 'skipped').map(keyOf))
  const known = once(tests.filter(({ project }) => !elsewhere.includes(project)))
  const { held } = await readConformance(root, known)
  const idle = [...held].filter(([, test]) => !ran.has(keyOf(test)))
  return [
    ...(await checkConformance(root, known)),
    ...idle.map(([id, { name }]) => `${id}: its test was skipped: ${name}`),
  ]
}

function keyOf({ file, name }) {
  return `${file}\n${name}`
}

function isCurrent(root, text) {
  const path = join(root, pagePath)
  return existsSync(path) && readFileSync(path, 'utf8') === text
}

async function write(root) {
  const { parts, rules, held, faults } = await readConformance(root)
  if (faults.length > 0) return faults
  writeFileSync(join(root, pagePath), writePage(parts, held))
  console.log(`${pagePath}: ${rules.length} rules, ${held.size} with a test.`)
  return []
}

/** Breaks rules and prints the table; the faults are the breaks that nobody noticed. */
async function breakSome(root, { seed, count, only, record }) {
  const faults = checkConformancePage(root)
  if (faults.length > 0) return faults
  // The page names the tests, and asking Vitest for them would take longer than breaking a rule.
  const held = readPage(readFileSync(join(root, pagePath), 'utf8'))
  const rules = readParts(root).flatMap(({ rules }) => rules)
  const breakable = rules.filter(rule => rule.break)
  const chosen = only ? breakable.filter(({ id }) => only.includes(id)) : choose(rules, seed, count)
  if (chosen.length === 0) return ['There is no such rule with a break.']
  const begun = only ? 'Chosen by hand' : `Seed ${seed}`
  const lines = [
    `${begun}: ${chosen.length} of the ${breakable.length} rules that have a break.`,
    '',
    '| rule | break | unbroken | broken |',
    '| --- | --- | --- | --- |',
  ]
  for (const line of lines) console.log(line)
  const tell = outcome => console.log(lines[lines.push(describe(outcome)) - 1])
  const outcomes = await breakRules(root, { rules: chosen, held, tell })
  const survived = outcomes.filter(outcome => !isCaught(outcome))
  lines.push('', `${outcomes.length - survived.length} of ${outcomes.length} breaks were noticed.`)
  console.log(`\n${lines.at(-1)}`)
  if (record) writeFileSync(record, `# Rules broken on purpose\n\n${lines.join('\n')}\n`)
  return survived.map(
    ({ rule, unbroken, broken }) => `${rule.id}: "${rule.test}" ${unbroken}, then ${broken}.`,
  )
}

function describe({ rule: { id, rule, break: change }, unbroken, broken }) {
  const changed = `${change.file}: ${code(change.find)} → ${code(change.replace)}`
  return `| \`${id}\`: ${cell(rule)} | ${cell(changed)} | ${unbroken} | ${broken} |`
}

function code(text) {
  const line = text.replace(/\s+/g, ' ').trim()
  return line ? `\`\` ${line} \`\`` : 'nothing'
}

function cell(text) {
  return text.replaceAll('|', '\\|')
}

async function main() {
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
    ? await breakSome(projectRoot, { seed: Number(values.seed), count: Number(values.count), only, record })
    : await (values.check ? checkConformance : write)(projectRoot)
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
}

if (isEntry(import.meta.url)) await main()
