import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createVisitor } from '../support/visitor.js'
import { type ExampleSite, openSite } from './example-site.js'
import { type Example, getExampleFolder } from './examples.js'
import { findLeaks, methods, readBuildId } from './page-leaks.js'

/** Matches content of the protected pages, as HTML or as data. */
const secret = /data-testid[^a-z]{1,6}(protected|account)\b/

/** Registers tests that request the protected pages with bypass attempts. */
export function testAuthBypass(example: Example): void {
  describe('bypass attempts', () => {
    let site: ExampleSite

    beforeAll(async () => {
      site = await openSite(example, 'jwt')
    })

    afterAll(() => site?.dispose())

    test('a signed-in user can see the protected content', async () => {
      const ada = createVisitor(fetch, site.origin, { basePath: example.basePath })
      const details = { email: 'ada@example.com', password: 'latchkey-demo', callbackUrl: '/' }
      await ada.signInWithCredentials(details)
      for (const page of ['/protected', '/account']) {
        expect(await (await ada.get(page)).text()).toMatch(secret)
        expect(await (await ada.get(page, { headers: { rsc: '1' }, follow: true })).text()).toMatch(secret)
      }
    })

    test.each(methods)('a visitor cannot read protected content with %s requests', async method => {
      const target = { origin: site.origin, pages: ['/protected', '/account'], secret }
      expect(await findLeaks({ ...target, buildId: readBuildId(getExampleFolder(example)) }, method)).toEqual(
        [],
      )
    })
  })
}
