import { AdapterError } from '../../errors.js'

const tries = 20

/** Looks something up and acts on it; tries again as long as the act finds that it has changed meanwhile (`undefined`). */
export async function unlessChanged<T>(act: () => Promise<T | undefined>): Promise<T> {
  for (let tried = 0; tried < tries; tried++) {
    const outcome = await act()
    if (outcome !== undefined) return outcome
  }
  throw new AdapterError(`A record in Redis changed ${tries} times while it was to be written.`)
}
