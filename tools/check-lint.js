/**
 * Verifies format and lint rules with Biome, configured in biome.json. `npm run format` applies the format. The other rules
 * detect mistakes that compile: an undeclared name, an unused variable, an assignment to a parameter.
 *
 * @module
 */
import { runAsGate } from './shared/gate.js'
import { collectFaults, listCodeClimate } from './shared/report.js'
import { runPackage } from './shared/run.js'

const command = ['@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '--max-diagnostics=none']

/** Runs Biome below `root` and returns all findings, including warnings. */
export async function checkLint(root) {
  const result = await runPackage([...command, '--colors=off', '--reporter=gitlab', '.'], root)
  return collectFaults(result, issues => listCodeClimate(issues).map(describe))
}

function describe({ path, line, check, text }) {
  const isFixable = check === 'format' || check.startsWith('assist/')
  return `${path}:${line} ${check}: ${text}${isFixable ? ' (fix with npm run format)' : ''}`
}

await runAsGate(import.meta.url, checkLint)
