import { connect } from './connect.js'

/**
 * Creates a runner whose calls are the first in their process. A turn is one call.
 *
 * @param {{ file: string, title: string, name: string }} selection file and title of the measure, name of the candidate
 */
export function createFreshProcessRunner(selection) {
  const time = async () => {
    const { ready, disconnect } = await connect('fresh-child.js', selection)
    disconnect()
    return ready
  }
  return {
    name: selection.name,
    verify: time,
    async warmUp() {},
    time,
    async collectGarbage() {},
    disconnect() {},
  }
}
