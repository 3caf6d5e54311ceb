import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** The space for new objects keeps the size that it has on a busy server. While other candidates run, V8 would shrink it in some processes. */
const flags = ['--min-semi-space-size=16']

/**
 * Starts the process of a candidate.
 *
 * @param {string} script a file of this folder
 * @param {{ file: string, title: string, name: string }} selection file and title of the measure, name of the candidate
 * @returns `ready` is the first message, `request` sends a message and receives the response
 */
export async function connect(script, selection) {
  const file = fileURLToPath(new URL(script, import.meta.url))
  const subprocess = fork(file, [JSON.stringify(selection)], { execArgv: [...process.execArgv, ...flags] })
  const exited = once(subprocess, 'exit').then(([code]) => {
    throw new Error(`The process of ${selection.name} exited with ${code}.`)
  })
  exited.catch(() => {})
  const receive = async () => {
    const [{ value, error }] = await Promise.race([once(subprocess, 'message'), exited])
    if (error) throw new Error(error)
    return value
  }
  const request = (verb, argument) => {
    subprocess.send({ verb, argument })
    return receive()
  }
  return { ready: await receive(), request, disconnect: () => subprocess.disconnect() }
}
