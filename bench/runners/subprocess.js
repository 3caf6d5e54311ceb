import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const childPath = fileURLToPath(new URL('child.js', import.meta.url))

/**
 * A seat in a process of its own, where nobody pays for what another package does to the whole of its process. It works
 * only when it is asked, so that one of all seats works at a time.
 *
 * @param {{ file: string, title: string, name: string }} selection Which contender of which measure sits there.
 */
export async function createSubprocessRunner(selection) {
  const subprocess = fork(childPath, [JSON.stringify(selection)])
  const exited = once(subprocess, 'exit').then(([code]) => {
    throw new Error(`The process of ${selection.name} ended with ${code}.`)
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
    leave: () => subprocess.disconnect(),
  }
}
