import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createVisitor } from '../support/visitor.js'
import { type ExampleSite, openSite } from './example-site.js'
import { type Example, getExampleFolder } from './examples.js'
import { findLeaks, methods, readBuildId } from './page-leaks.js'

/** What only members get to see, as HTML or as data. */
const secret = /data-testid[^a-z]{1,6}(protected|account)\b/

/** Asks an example for its guarded pages as no browser would. */
export function testAuthBypass(example: Example): void {
  describe('under attack', () => {
    let site: ExampleSite

    beforeAll(async () => {
      site = await openSite(example, 'jwt')
    })

    afterAll(() => site?.dispose())

    test('shows a member what this test looks for', async () => {
      const ada = createVisitor(fetch, site.origin, { basePath: example.basePath })
      const details = { email: 'ada@example.com', password: 'latchkey-demo', callbackUrl: '/' }
      await ada.signInWithCredentials(details)
      for (const page of ['/protected', '/account']) {
        expect(await (await ada.get(page)).text()).toMatch(secret)
        expect(await (await ada.get(page, { headers: { rsc: '1' }, follow: true })).text()).toMatch(secret)
      }
    })

    test.each(methods)('gives a stranger no byte of a guarded page, whatever %s says', async method => {
      const siege = { origin: site.origin, pages: ['/protected', '/account'], secret }
      expect(await findLeaks({ ...siege, buildId: readBuildId(getExampleFolder(example)) }, method)).toEqual(
        [],
      )
    })
  })
}
