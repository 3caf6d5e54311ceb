/**
 * Runner for Vitest. Runs each test once as it is, and then again for each mutant that it executes and that no test has killed yet.
 * A mutant is killed if the test fails with it, and passes again without it. The environment variable `LATCHKEY_MUTATION` names a
 * JSON file with the plan of the run, which `plan-run.js` writes:
 *
 * - `alive`: the numbers of the mutants to try. `slowMs`: tests that take longer are not repeated.
 * - `msPerFile`: the tests of a file try a mutant for so long.
 * - `forced`: the numbers of mutants for code that runs while it is loaded. Each one is active from the start in a process of its own,
 *   whose environment variable `LATCHKEY_MUTANT` has its number. No test is repeated then.
 * - `log`: the file that receives a JSON line per finding. `current`: the file with the mutant that is active, for the process that
 *   watches over endless loops.
 *
 * @module
 */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { TestRunner } from 'vitest'

/** Test files share a process, and each one loads this file again. */
const stateKey = Symbol.for('latchkey.mutation')
globalThis[stateKey] ??= createState()
const state = globalThis[stateKey]

globalThis.__latchkeyIsMutant = number => {
  state.executed.add(number)
  return state.active === number
}

function createState() {
  const plan = JSON.parse(readFileSync(process.env.LATCHKEY_MUTATION, 'utf8'))
  const { alive } = plan
  const forced = process.env.LATCHKEY_MUTANT === undefined ? null : Number(process.env.LATCHKEY_MUTANT)
  return { plan, alive: new Set(alive), active: forced, executed: new Set(), msInFile: new Map() }
}

function log(finding) {
  appendFileSync(state.plan.log, `${JSON.stringify(finding)}\n`)
}

/** Tells the watching process what runs now. */
function announce(file, mutant) {
  writeFileSync(state.plan.current, JSON.stringify({ file, mutant }))
}

/** The tries of one test. */
class Tries {
  queue = []
  tried = new Set()
  mutant = null
  /** Failed the last time, so that the next try is one without a mutant. */
  doubtful = null
  startedAt = 0

  /** @returns a mutant, `null` for a try without one, or `undefined` if nothing is left to do */
  choose(repeat) {
    if (repeat === 0 || this.doubtful !== null) return null
    return this.queue.find(number => state.alive.has(number) && !this.tried.has(number))
  }

  start(mutant) {
    this.mutant = mutant
    this.startedAt = performance.now()
    state.executed = new Set()
    state.active = mutant
  }

  finish(test, { repeat, failed }) {
    state.active = null
    if (this.mutant !== null) return this.finishMutant(failed)
    if (repeat === 0) return this.finishFirst(test, failed)
    log({
      type: failed ? 'doubtful' : 'killed',
      mutant: this.doubtful,
      test: describe(test),
      file: test.file.name,
    })
    if (failed) this.queue = []
    else state.alive.delete(this.doubtful)
    this.doubtful = null
  }

  finishFirst(test, failed) {
    const mutants = [...state.executed]
    log({ type: 'executed', file: test.file.name, mutants })
    if (failed) return log({ type: 'failed', test: describe(test), file: test.file.name })
    const isFast = performance.now() - this.startedAt <= state.plan.slowMs
    if (isFast) this.queue = mutants.filter(number => state.alive.has(number) && mayTry(number))
  }

  finishMutant(failed) {
    this.tried.add(this.mutant)
    const ms = performance.now() - this.startedAt
    state.msInFile.set(this.mutant, (state.msInFile.get(this.mutant) ?? 0) + ms)
    if (failed) this.doubtful = this.mutant
  }
}

function mayTry(mutant) {
  return (state.msInFile.get(mutant) ?? 0) < state.plan.msPerFile
}

export default class MutationRunner extends TestRunner {
  tries = null

  onCollected(files) {
    log({ type: 'loaded', mutants: [...state.executed] })
    return super.onCollected?.(files)
  }

  onBeforeRunFiles(files) {
    announce(files[0]?.name, state.active)
    state.msInFile = new Map()
    return super.onBeforeRunFiles?.(files)
  }

  async onBeforeRunTask(test) {
    await super.onBeforeRunTask(test)
    this.tries = state.active === null && !test.fails ? new Tries() : null
    // More than needed: when no mutant is left, the test is skipped.
    if (this.tries) test.repeats = 2 * state.alive.size + 2
  }

  onBeforeTryTask(test, tries) {
    super.onBeforeTryTask(test)
    if (!this.tries) return announce(test.file.name, state.active)
    const mutant = this.tries.choose(tries.repeats)
    if (mutant === undefined) return test.context.skip('no mutant is left')
    test.result.state = 'run'
    test.result.errors = undefined
    announce(test.file.name, mutant)
    this.tries.start(mutant)
  }

  onAfterRetryTask(test, { repeats: repeat }) {
    this.tries?.finish(test, { repeat, failed: test.result.state === 'fail' })
  }

  async onAfterRunFiles(files) {
    await super.onAfterRunFiles(files)
    for (const { name, result } of files) {
      if (state.active !== null && result?.state === 'fail')
        log({ type: 'killed', mutant: state.active, test: name, file: name })
      log({ type: 'done', file: name })
    }
  }
}

function describe(test) {
  const titles = []
  for (let task = test; task && task !== test.file; task = task.suite) titles.unshift(task.name)
  return titles.join(' > ')
}
