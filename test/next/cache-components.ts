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

    async function openUsers() {
      const open = async (name?: string) => {
        const visit = createVisitor(fetch, site.origin, { basePath: '/api/auth' })
        if (name) await visit.signInWithCredentials({ name })
        return visit
      }
      return { ada: await open('ada-in-paris'), eve: await open('eve-in-rome'), visitor: await open() }
    }

    test.each(['/', '/private'])('%s shows each user only their own session', async path => {
      const { ada, eve, visitor } = await openUsers()
      for (let round = 0; round < 2; round++)
        for (const [visit, own, others] of [
          [ada, 'ada-in-paris', /eve-in-rome/],
          [eve, 'eve-in-rome', /ada-in-paris/],
          [visitor, 'nobody', /in-paris|in-rome/],
        ] as const) {
          const response = await visit.get(path)
          const text = await response.text()
          expect(text).toContain(own)
          expect(text).not.toMatch(others)
          expect(response.headers.get('cache-control')).not.toMatch(/public|s-maxage/)
        }
    })

    test.each(['use-cache', 'unstable-cache'])('%s never keeps the session of a user', async kind => {
      const { ada, eve, visitor } = await openUsers()
      for (const visit of [ada, eve, visitor, ada]) {
        const value: unknown = await (await visit.get(`/api/cached/${kind}`)).json()
        // Next refuses functions that read the request in its caches.
        expect(value).toEqual({ refused: expect.any(String) })
      }
    })

    test('a cached function gets the user as a parameter, and keeps one result for each', async () => {
      const { ada, eve, visitor } = await openUsers()
      const read = async (visit: typeof ada) => (await visit.get('/api/cached/by-user')).json()
      for (let round = 0; round < 2; round++)
        expect([await read(ada), await read(eve), await read(visitor)]).toEqual([
          'orders of ada-in-paris',
          'orders of eve-in-rome',
          'orders of nobody',
        ])
    })

    test('a route handler reads the session', async () => {
      const visit = createVisitor(fetch, site.origin, { basePath: '/api/auth' })
      await visit.signInWithCredentials({ name: 'ada' })
      expect(await (await visit.get('/api/name')).json()).toBe('ada')
    })
  })
}
