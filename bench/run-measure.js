import { runRounds } from './rounds.js'
import { createFreshProcessRunner } from './runners/fresh-process.js'
import { createServerRunner } from './runners/server.js'
import { createSubprocessRunner } from './runners/subprocess.js'

/** How the candidates of a measure run, by `measure.kind`. Without a kind, each is called in a process of its own. */
const runnerFactories = { server: createServerRunner, 'fresh-process': createFreshProcessRunner }

/**
 * Runs a measure.
 *
 * @param {string} file the file URL of the measure
 * @param {object} measure
 * @param {import('./rounds.js').Schedule} schedule
 * @returns the values of each candidate, by round: `{ [name]: number[] }`
 */
export async function runMeasure(file, measure, schedule) {
  if (measure.kind === 'values') return computeValues(measure)
  const createRunner = runnerFactories[measure.kind] ?? createSubprocessRunner
  const runners = []
  try {
    // One after the other, because the first candidate that needs a table creates it.
    for (const name of Object.keys(measure.candidates))
      runners.push(await createRunner({ file, title: measure.title, name }))
    return await runRounds(runners, schedule)
  } finally {
    for (const runner of runners) runner.disconnect()
  }
}

/** Sizes and counts are the same in each round. */
async function computeValues({ candidates }) {
  const values = {}
  for (const [name, compute] of Object.entries(candidates)) values[name] = [await compute()]
  return values
}
