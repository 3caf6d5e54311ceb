import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createVisitor, type Visitor } from '../support/visitor.js'
import { buildNextIntlSite, hasManyVersions, type Serving, serveSite } from './next-versions.js'

// `npm test` has no time for another build of Next.
if (hasManyVersions) describe('a proxy that combines `auth` with the middleware of next-intl', testProxy)

test('the guide has the proxy of the site that is tested', async () => {
  const [page, proxy] = await Promise.all(
    ['../../docs/frameworks/next.md', 'next-intl-site/proxy.js'].map(path =>
      readFile(new URL(path, import.meta.url), 'utf8'),
    ),
  )
  const [handler = ''] = /^export const proxy = .*$/m.exec(proxy ?? '') ?? []
  expect(handler).toContain('handleLocale')
  expect(page).toContain(handler)
})

function testProxy(): void {
  let site: Serving

  beforeAll(async () => {
    site = await serveSite(await buildNextIntlSite(), {
      AUTH_SECRET: 'of-thirty-two-characters-or-more',
      NODE_ENV: 'production',
    })
  }, 300_000)

  afterAll(() => site?.stop())

  const openVisitor = () => createVisitor(fetch, site.origin, { basePath: '/api/auth' })

  async function readText(visitor: Visitor, path: string): Promise<string> {
    const page = await (await visitor.get(path)).text()
    return page.replace(/<!--.*?-->/g, '').match(/<p>(.*?)<\/p>/)?.[1] ?? page
  }

  test('redirects to the locale of the visitor', async () => {
    const visitor = openVisitor()
    expect(visitor.getLocation(await visitor.get('/')).pathname).toBe('/en')
    expect(await readText(visitor, '/de')).toBe('de: visitor')
  })

  test('guards a page in each locale, and returns to it', async () => {
    const visitor = openVisitor()
    for (const path of ['/account', '/de/account', '/en/account']) {
      const target = visitor.getLocation(await visitor.get(path))
      expect([target.pathname, target.searchParams.get('callbackUrl')]).toEqual([
        '/api/auth/signin',
        site.origin + path,
      ])
    }
  })

  test('extends the session beside the cookie of the locale', async () => {
    const visitor = openVisitor()
    await visitor.signInWithCredentials({ name: 'ada' })
    const response = await visitor.get('/de/account')
    const names = response.headers.getSetCookie().map(line => line.replace(/=.*/s, ''))
    expect(names).toEqual(expect.arrayContaining(['NEXT_LOCALE', 'authjs.session-token']))
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(await readText(visitor, '/de/account')).toBe('de: ada')
  })
}
