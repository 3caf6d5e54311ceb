import { describe, inject, it } from 'vitest'
import type { Family } from './global-setup.js'

const names = { postgres: 'PostgreSQL', mysql: 'MariaDB' }

/**
 * Defines a suite that requires a server. Without one it is skipped with the reason, and fails on CI.
 */
export function withServer(family: Family, suite: (url: string) => void): void {
  const { url, reason } = inject('databases')[family]
  if (url) suite(url)
  else if (process.env.CI)
    it(`${names[family]} is available`, () => {
      throw new Error(reason)
    })
  else describe.skip(`${names[family]} is not available: ${reason}`, () => it('is required', () => {}))
}
