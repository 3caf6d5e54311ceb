import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import type { Outcome, Trial } from './compatibility-table.js'
import { type Example, examples, getExampleFolder, strategies } from './examples.js'

/** A Vitest reporter that writes the result of the tested example as JSON, into the file that `LATCHKEY_TRIAL` names. */
export default class TrialReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const file = process.env['LATCHKEY_TRIAL']
    const tests = modules.flatMap(module => [...module.children.allTests()])
    const [trial = null] = examples.flatMap(example => toTrials(example, tests))
    if (file) writeFileSync(file, JSON.stringify(trial))
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
  const { version = `${example.major}.?` } = JSON.parse(
    existsSync(manifest) ? readFileSync(manifest, 'utf8') : '{}',
  )
  if (example.runtime) return { version, node: '–' }
  const node = existsSync(own)
    ? execFileSync(own, ['--version'], { encoding: 'utf8' }).trim()
    : process.version
  return { version, node: node.slice(1) }
}
