import { expect, test } from 'vitest'
import { getSessionExpiry, openContext, openTab } from './browser-contexts.js'
import type { ServedExample, Settings } from './example-site.js'

const day = 86_400_000

/** Goes on with an example a month later. */
export function testSessionExpiry(trial: ServedExample): void {
  test('keeps who comes signed in, also over restarts, and ends a session that nobody uses', async () => {
    const { site, example } = trial
    const [own, others] = [await openContext(site.origin), await openContext(site.origin)]
    const [regular, absent] = [await openTab(own), await openTab(others)]
    await Promise.all([regular.open('/'), absent.open('/')])
    await regular.signIn('regular@example.com')
    await absent.signIn('absent@example.com')
    const lasts = await getSessionExpiry(own)

    await site.start(createClockSettings(29 * day))
    await regular.open('/account')
    expect(await regular.user()).toBe('regular@example.com')
    expect((await getSessionExpiry(own)) - lasts).toBeGreaterThan((28 * day) / 1000)

    await site.start(createClockSettings(31 * day))
    await regular.open('/account')
    expect(await regular.user()).toBe('regular@example.com')
    // The browser would still hold it for a month.
    expect(await getSessionExpiry(others)).toBeGreaterThan((Date.now() + 28 * day) / 1000)
    await absent.open('/')
    expect(await absent.user()).toBe('nobody')
    await absent.open('/protected')
    expect(new URL(absent.page.url()).pathname).toBe(`${example.basePath}/signin`)
  })
}

/** By the clock of the server. */
function createClockSettings(milliseconds: number): Settings {
  const clock = new URL('clock-ahead.js', import.meta.url)
  return { NODE_OPTIONS: `--import ${clock.href}`, CLOCK_AHEAD: String(milliseconds) }
}
