import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { visitor } from '../support/visitor.js'
import { type Example, folderOf } from './examples.js'
import { buildIdOf, leaksOf, methods } from './hostile.js'
import { openSite, type Site } from './site.js'

/** What only members get to see, as HTML or as data. */
const secret = /data-testid[^a-z]{1,6}(protected|account)\b/

/** Asks an example for its guarded pages as no browser would. */
export function underAttack(example: Example): void {
  describe('under attack', () => {
    let site: Site

    beforeAll(async () => {
      site = await openSite(example, 'jwt')
    })

    afterAll(() => site?.dispose())

    test('shows a member what this test looks for', async () => {
      const ada = visitor(fetch, site.origin, { basePath: example.basePath })
      const details = { email: 'ada@example.com', password: 'latchkey-demo', callbackUrl: '/' }
      await ada.signInWithCredentials(details)
      for (const page of ['/protected', '/account']) {
        expect(await (await ada.get(page)).text()).toMatch(secret)
        expect(await (await ada.get(page, { headers: { rsc: '1' }, follow: true })).text()).toMatch(secret)
      }
    })

    test.each(methods)('gives a stranger no byte of a guarded page, whatever %s says', async method => {
      const siege = { origin: site.origin, pages: ['/protected', '/account'], secret }
      expect(await leaksOf({ ...siege, buildId: buildIdOf(folderOf(example)) }, method)).toEqual([])
    })
  })
}
