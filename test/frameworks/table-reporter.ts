import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { extractTable, type Outcome, type Trial, writeTable } from './compatibility-table.js'
import { type Example, examples, getExampleFolder, resolvePath, strategies } from './examples.js'

const page = resolvePath('../../README.md')

/** A Vitest reporter: says at the end which versions passed how, and with `LATCHKEY_FRAMEWORKS_TABLE=write` in README.md. */
export default class TableReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap(module => [...module.children.allTests()])
    const trials = examples.flatMap(example => toTrials(example, tests))
    if (trials.length === 0) return
    const before = readFileSync(page, 'utf8')
    const after = writeTable(before, trials)
    const isNews = after !== before
    const isToWrite = process.env['LATCHKEY_FRAMEWORKS_TABLE'] === 'write'
    if (isNews && isToWrite) writeFileSync(page, after)
    const say = isNews && !isToWrite ? 'otherwise: npm run test:frameworks -- --write' : 'so'
    console.log(`\n${extractTable(after)}\n\nREADME.md says ${say}.`)
  }
}

/** Nothing, where the example was not among what was run. */
function toTrials(example: Example, all: readonly TestCase[]): Trial[] {
  const own = all.filter(test => listNames(test)[0] === example.name && test.options.mode !== 'skip')
  const outcomes = own.map(toOutcome)
  return outcomes.length > 0 ? [{ example, ...readVersions(example), outcomes }] : []
}

/** The names of the suites around a test, from the outside. */
function listNames({ parent }: TestCase): string[] {
  const names: string[] = []
  for (let around = parent; around.type === 'suite'; around = around.parent) names.unshift(around.name)
  return names
}

/** A test that did not run, because what stands before it failed, has failed. */
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
