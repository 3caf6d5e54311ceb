import { AdapterError } from '../../errors.js'

const maxAttempts = 20

/** Retries a read followed by a write while the write finds that the record changed in between (`undefined`). */
export async function retryOnConflict<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  for (let attempts = 0; attempts < maxAttempts; attempts++) {
    const result = await attempt()
    if (result !== undefined) return result
  }
  throw new AdapterError(
    `A write to Redis failed: the record changed during each of ${maxAttempts} attempts.`,
  )
}
