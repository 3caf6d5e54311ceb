import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { extractTable, type Outcome, type Trial, writeTable } from './compatibility-table.js'
import { type Example, examples, getExampleFolder, resolvePath, strategies } from './examples.js'

const page = resolvePath('../../README.md')

/** A Vitest reporter that prints the compatibility table, and with `LATCHKEY_FRAMEWORKS_TABLE=write` updates README.md. */
export default class TableReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap(module => [...module.children.allTests()])
    const trials = examples.flatMap(example => toTrials(example, tests))
    if (trials.length === 0) return
    const before = readFileSync(page, 'utf8')
    const after = writeTable(before, trials)
    const isChanged = after !== before
    const shouldWrite = process.env['LATCHKEY_FRAMEWORKS_TABLE'] === 'write'
    if (isChanged && shouldWrite) writeFileSync(page, after)
    const note =
      isChanged && !shouldWrite
        ? 'README.md is outdated. Run npm run test:frameworks -- --write.'
        : 'README.md is up to date.'
    console.log(`\n${extractTable(after)}\n\n${note}`)
  }
}

/** Returns an empty list if the example was not tested. */
function toTrials(example: Example, all: readonly TestCase[]): Trial[] {
  const own = all.filter(test => listNames(test)[0] === example.name && test.options.mode !== 'skip')
  const outcomes = own.map(toOutcome)
  return outcomes.length > 0 ? [{ example, ...readVersions(example), outcomes }] : []
}

/** Returns the names of the enclosing suites, outermost first. */
function listNames({ parent }: TestCase): string[] {
  const names: string[] = []
  for (let around = parent; around.type === 'suite'; around = around.parent) names.unshift(around.name)
  return names
}

/** A test that did not run because of a failed hook counts as failed. */
function toOutcome(test: TestCase): Outcome {
  const suites = listNames(test).join(' ')
  return {
    title: test.name,
    hasPassed: test.result().state === 'passed',
    strategy: strategies.find(strategy => suites.includes(`the ${strategy} strategy`)),
    connection: /\b(https|tls)\b/i.test(`${suites} ${test.name}`) ? 'tls' : 'plain',
  }
}

function readVersions(example: Example): Pick<Trial, 'version' | 'node'> {
  const packages = join(getExampleFolder(example), 'node_modules')
  const own = join(packages, '.bin/node')
  const manifest = join(packages, example.module, 'package.json')
  const { version } = JSON.parse(existsSync(manifest) ? readFileSync(manifest, 'utf8') : '{}')
  const node = existsSync(own)
    ? execFileSync(own, ['--version'], { encoding: 'utf8' }).trim()
    : process.version
  return { version: version ?? `${example.major}.?`, node: node.slice(1) }
}
