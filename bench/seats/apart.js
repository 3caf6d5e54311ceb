import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const child = fileURLToPath(new URL('child.js', import.meta.url))

/**
 * A seat in a process of its own, where nobody pays for what another package does to the whole of its process. It works
 * only when it is asked, so that one of all seats works at a time.
 *
 * @param {{ file: string, title: string, name: string }} place Which contender of which measure sits there.
 */
export async function seatApart(place) {
  const seated = fork(child, [JSON.stringify(place)])
  const left = once(seated, 'exit').then(([code]) => {
    throw new Error(`The process of ${place.name} ended with ${code}.`)
  })
  left.catch(() => {})
  const answer = async () => {
    const [{ value, error }] = await Promise.race([once(seated, 'message'), left])
    if (error) throw new Error(error)
    return value
  }
  const ask = (verb, calls) => {
    seated.send({ verb, calls })
    return answer()
  }
  await answer()
  return {
    name: place.name,
    verify: () => ask('verify'),
    time: calls => ask('time', calls),
    collectGarbage: () => ask('collectGarbage'),
    leave: () => seated.disconnect(),
  }
}
