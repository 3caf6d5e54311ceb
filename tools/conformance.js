/**
 * Writes docs/project/conformance.md like `tools/registries.js`, or breaks rules in a copy of the tree and expects their tests to fail:
 *
 *     npm run conformance -- --break --seed 1 --count 30       # rules selected by a seed
 *     npm run conformance -- --break --only <id> --only <id>   # these rules
 *
 * `--record <file.md>` writes the results to a file.
 *
 * @module
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isCaught, runBreaks, selectRules } from './registries/break-rules.js'
import { conformance } from './registries/definitions/conformance.js'
import { escapeCell, parseTests, renderRow, renderTable } from './registries/page.js'
import { readSource } from './registries/registry.js'
import { checkRegistry } from './registries/verify.js'
import { writePage } from './registries.js'
import { isMainModule, projectRoot } from './shared/gate.js'

/** Breaks the rules and prints the results. @returns a fault for each break that no test detected */
async function breakRules(root, { seed, count, only, record }) {
  const faults = checkRegistry(root, conformance)
  if (faults.length > 0) return faults
  // Read from the page, because listing the tests with Vitest takes longer than breaking a rule.
  const testsById = parseTests(readFileSync(join(root, conformance.page), 'utf8'))
  const mutable = readSource(root, conformance).entries.filter(rule => rule.break)
  const selected = only ? mutable.filter(({ id }) => only.includes(id)) : selectRules(mutable, seed, count)
  if (selected.length === 0) return [`No rule ${only ? `"${only.join('", "')}" ` : ''}has a break.`]
  const lines = [
    `${only ? 'Selected by id' : `Seed ${seed}`}: ${selected.length} of the ${mutable.length} rules with a break.`,
    '',
    ...renderTable(['rule', 'break', 'unbroken', 'broken'], []),
  ]
  for (const line of lines) console.log(line)
  const report = outcome => console.log(lines[lines.push(describeOutcome(outcome)) - 1])
  const outcomes = await runBreaks(root, { rules: selected, testsById, onOutcome: report })
  const survived = outcomes.filter(outcome => !isCaught(outcome))
  lines.push('', `${outcomes.length - survived.length} of ${outcomes.length} breaks were detected.`)
  console.log(`\n${lines.at(-1)}`)
  if (record) writeFileSync(record, `# Detected breaks\n\n${lines.join('\n')}\n`)
  return survived.map(
    ({ rule, unbroken, broken }) => `${rule.id}: "${rule.test}" ${unbroken}, then ${broken}.`,
  )
}

function describeOutcome({ rule: { id, rule, break: change }, unbroken, broken }) {
  const changed = `${change.file}: ${formatChange(change.find)} → ${formatChange(change.replace)}`
  return renderRow([`\`${id}\`: ${escapeCell(rule)}`, escapeCell(changed), unbroken, broken])
}

function formatChange(text) {
  const line = text.replace(/\s+/g, ' ').trim()
  return line ? `\`\` ${line} \`\`` : 'nothing'
}

async function run() {
  const options = {
    check: { type: 'boolean', default: false },
    break: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '30' },
    only: { type: 'string', multiple: true },
    record: { type: 'string' },
  }
  const { values } = parseArgs({ options })
  if (!values.break) return writePage(conformance.name, values.check)
  const { seed, count, only, record } = values
  const faults = await breakRules(projectRoot, { seed: Number(seed), count: Number(count), only, record })
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
}

if (isMainModule(import.meta.url)) await run()
