import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createVisitor } from '../support/visitor.js'
import { buildCacheComponentsSite, type Serving, serveSite } from './next-versions.js'

/** Registers tests of a site with `cacheComponents` and `partialPrefetching`, which `create-next-app` sets. */
export function testCacheComponents(buildTimeoutMs: number): void {
  describe('Next 16 with Cache Components', { timeout: 30_000 }, () => {
    let site: Serving

    beforeAll(async () => {
      const folder = await buildCacheComponentsSite()
      site = await serveSite(folder, { AUTH_SECRET: 'of-thirty-two-characters-or-more' })
    }, buildTimeoutMs)

    afterAll(() => site?.stop())

    test.each(['/', '/private'])(
      '%s is built with `auth()` in Suspense, and shows the session without an error in the log',
      async path => {
        const visit = createVisitor(fetch, site.origin, { basePath: '/api/auth' })
        const readPage = async () => (await visit.get(path)).text()
        expect(await readPage()).toContain('nobody')
        await visit.signInWithCredentials({ name: 'ada' })
        expect(await readPage()).toContain('ada')
        await sleep(500) // Next renders what it prefetches after the response.
        expect(site.getOutput()).not.toContain(`Route "${path}"`)
      },
    )

    test('a route handler reads the session', async () => {
      const visit = createVisitor(fetch, site.origin, { basePath: '/api/auth' })
      await visit.signInWithCredentials({ name: 'ada' })
      expect(await (await visit.get('/api/name')).json()).toBe('ada')
    })
  })
}
