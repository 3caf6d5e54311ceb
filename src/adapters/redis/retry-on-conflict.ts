import { AdapterError } from '../../errors.js'

const maxAttempts = 20

/** Looks something up and acts on it; tries again as long as the act finds that it has changed meanwhile (`undefined`). */
export async function retryOnConflict<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  for (let attempts = 0; attempts < maxAttempts; attempts++) {
    const result = await attempt()
    if (result !== undefined) return result
  }
  throw new AdapterError(`A record in Redis changed ${maxAttempts} times while it was to be written.`)
}
