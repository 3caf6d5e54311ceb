import { describe, expect, test } from 'vitest'
import { openVisitor, type ServedExample } from './example-site.js'

/** Matches content of the protected page, as HTML or as data. */
const secret = /data-testid[^a-z]{1,6}protected\b|Only signed-in/

/** Registers tests of each guard of `/protected` while the other is disabled. */
export function testDefenseInDepth(served: ServedExample): void {
  describe.each(['middleware', 'page'])('with only the guard in the %s', guard => {
    test('a visitor cannot read the protected page', async () => {
      const { site, example } = served
      await site.start({ GUARDS: guard })
      const visitor = await openVisitor(served)
      const answer = await visitor.get('/protected')
      expect(await answer.text()).not.toMatch(secret)
      expect(answer.status).toBeGreaterThanOrEqual(302)
      const { pathname, searchParams } = visitor.getLocation(answer)
      expect(pathname).toBe(`${example.basePath}/signin`)
      const back = new URL(searchParams.get('callbackUrl') ?? '', site.origin)
      expect(back.href).toBe(`${site.origin}/protected`)

      const ada = await openVisitor(served, 'ada@example.com')
      expect(await (await ada.get('/protected')).text()).toMatch(secret)
    })
  })
}
