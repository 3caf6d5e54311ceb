/**
 * Vitest reporter for the summary of `npm test`. Writes the number of passed and failed tests, failures outside of tests, the
 * skipped tests with their reasons, and the titles of all tests for the conformance rules. Vitest's own JSON report does not
 * contain the reasons.
 *
 * @module
 */
import { writeFileSync } from 'node:fs'

/** Environment variable with the file to write. Vitest passes no custom arguments to a reporter. */
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

/** Returns whether a file did not load or a hook failed, without a failed test. */
function isBroken(module) {
  return !module.ok() && ![...module.children.allTests('failed')].length
}

/** Returns the name of a test file with its project. */
export function getModuleName(module) {
  return `${module.relativeModuleId} (${module.project.name})`
}
