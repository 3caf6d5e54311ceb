/**
 * A Vitest reporter that writes down what the last lines of `npm test` need: how many tests passed and failed, what
 * broke outside a test, which tests were skipped for what reason, and the title of each, by which rules name the test that
 * holds them. Vitest's own JSON report leaves the reasons out.
 *
 * @module
 */
import { writeFileSync } from 'node:fs'

/** Names the file to write, for Vitest hands a reporter no arguments of ours. */
export const tallyVariable = 'LATCHKEY_TEST_TALLY'

export default class Tally {
  onTestRunEnd(modules, unhandled) {
    const tests = modules.flatMap(module => [...module.children.allTests()])
    const tally = {
      passed: tests.filter(hasState('passed')).length,
      failed: tests.filter(hasState('failed')).length,
      skipped: tests.filter(test => !hasState('passed')(test) && !hasState('failed')(test)).map(describeSkip),
      broken: [...modules.filter(isBroken).map(getModuleName), ...unhandled.map(({ message }) => message)],
      tests: tests.map(describeTest),
    }
    writeFileSync(process.env[tallyVariable], JSON.stringify(tally))
  }
}

function hasState(state) {
  return test => test.result().state === state
}

function describeSkip(test) {
  return { file: getModuleName(test.module), reason: test.result().note ?? 'no reason given' }
}

function describeTest(test) {
  const { relativeModuleId: file, project } = test.module
  return { name: test.fullName, file, project: project.name, state: test.result().state }
}

/** A file that did not load, or a hook that failed: no test tells of it. */
function isBroken(module) {
  return !module.ok() && ![...module.children.allTests('failed')].length
}

function getModuleName(module) {
  return `${module.relativeModuleId} (${module.project.name})`
}
