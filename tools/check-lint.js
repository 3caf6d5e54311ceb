/**
 * Two ways of writing the same thing make every change larger than it is and every review an argument about taste. So
 * the form is decided once, in biome.json, and a tool applies it (`npm run format`); what is left to read in a change
 * is what it does. The few rules beside the form are about mistakes that compile: a name that nobody declared, a
 * variable that nobody reads, an assignment to a parameter.
 *
 * @module
 */
import { runAsGate } from './shared/gate.js'
import { collectFaults, listCodeClimate } from './shared/report.js'
import { runPackage } from './shared/run.js'

const command = ['@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '--max-diagnostics=none']

/** What Biome finds below `root`, its mildest remarks included. */
export async function checkLint(root) {
  const result = await runPackage([...command, '--colors=off', '--reporter=gitlab', '.'], root)
  return collectFaults(result, issues => listCodeClimate(issues).map(describe))
}

function describe({ path, line, check, text }) {
  const isFixable = check === 'format' || check.startsWith('assist/')
  return `${path}:${line} ${check}: ${text}${isFixable ? ' (npm run format mends it)' : ''}`
}

await runAsGate(import.meta.url, checkLint)
