import { describe, it } from 'vitest'

/** Vitest without its context, so that what does not apply passes: a run in CI skips nothing. */
export const runner = {
  describe,
  it: (title: string, body: () => Promise<void>, timeout?: number) => it(title, () => body(), timeout),
}
