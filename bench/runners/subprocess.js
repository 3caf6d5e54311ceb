import { connect } from './connect.js'

/**
 * Creates a runner in a process of its own, because a package can slow down all code in its process. The process is idle between
 * requests, so that only one runner works at a time.
 *
 * @param {{ file: string, title: string, name: string }} selection file and title of the measure, name of the candidate
 */
export async function createSubprocessRunner(selection) {
  const { request, disconnect } = await connect('child.js', selection)
  return {
    name: selection.name,
    verify: () => request('verify'),
    warmUp: limits => request('warmUp', limits),
    time: milliseconds => request('time', milliseconds),
    collectGarbage: () => request('collectGarbage'),
    disconnect,
  }
}
