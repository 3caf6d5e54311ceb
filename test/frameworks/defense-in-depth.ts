import { describe, expect, test } from 'vitest'
import { openVisitor, type ServedExample } from './example-site.js'

/** What only members get to see, as HTML or as data. */
const secret = /data-testid[^a-z]{1,6}protected\b|Only signed-in/

/** Switches one of the two guards of `/protected` off, so that the other stands alone. */
export function testDefenseInDepth(trial: ServedExample): void {
  describe.each(['before', 'page'])('the guard `%s` alone', guard => {
    test('gives a stranger no byte of a protected page', async () => {
      const { site, example } = trial
      await site.start({ GUARDS: guard })
      const stranger = await openVisitor(trial)
      const answer = await stranger.get('/protected')
      expect(await answer.text()).not.toMatch(secret)
      expect(answer.status).toBeGreaterThanOrEqual(302)
      const { pathname, searchParams } = stranger.getLocation(answer)
      expect(pathname).toBe(`${example.basePath}/signin`)
      const back = new URL(searchParams.get('callbackUrl') ?? '', site.origin)
      expect(back.href).toBe(`${site.origin}/protected`)

      const ada = await openVisitor(trial, 'ada@example.com')
      expect(await (await ada.get('/protected')).text()).toMatch(secret)
    })
  })
}
