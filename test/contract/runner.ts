import { describe, it } from 'vitest'

/** Vitest without the test context, so that checks that do not apply pass instead of being skipped. */
export const runner = {
  describe,
  it: (title: string, body: () => Promise<void>, timeout?: number) => it(title, () => body(), timeout),
}
