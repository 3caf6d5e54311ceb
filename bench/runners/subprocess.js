import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const childPath = fileURLToPath(new URL('child.js', import.meta.url))

/**
 * Creates a runner in a process of its own, because a package can slow down all code in its process. The process is idle between
 * requests, so that only one runner works at a time.
 *
 * @param {{ file: string, title: string, name: string }} selection file and title of the measure, name of the candidate
 */
export async function createSubprocessRunner(selection) {
  const subprocess = fork(childPath, [JSON.stringify(selection)])
  const exited = once(subprocess, 'exit').then(([code]) => {
    throw new Error(`The process of ${selection.name} exited with ${code}.`)
  })
  exited.catch(() => {})
  const receive = async () => {
    const [{ value, error }] = await Promise.race([once(subprocess, 'message'), exited])
    if (error) throw new Error(error)
    return value
  }
  const request = (verb, calls) => {
    subprocess.send({ verb, calls })
    return receive()
  }
  await receive()
  return {
    name: selection.name,
    verify: () => request('verify'),
    time: calls => request('time', calls),
    collectGarbage: () => request('collectGarbage'),
    disconnect: () => subprocess.disconnect(),
  }
}
