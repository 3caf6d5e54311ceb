import { describe, inject, it } from 'vitest'
import type { Family } from './global-setup.js'

const names = { postgres: 'PostgreSQL', mysql: 'MariaDB' }

/**
 * A suite that needs a server. Where there is none it is skipped, which the report tells; on CI it fails.
 */
export function withServer(family: Family, suite: (url: string) => void): void {
  const { url, reason } = inject('databases')[family]
  if (url) suite(url)
  else if (process.env.CI)
    it(`${names[family]} is there`, () => {
      throw new Error(reason)
    })
  else describe.skip(`${names[family]} is not there: ${reason}`, () => it('is needed', () => {}))
}
