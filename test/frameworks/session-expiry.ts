import { expect, test } from 'vitest'
import { sessionEnds, somebody, tab } from './browser.js'
import type { Settings, Trial } from './site.js'

const day = 86_400_000

/** Goes on with an example a month later. */
export function overTime(trial: Trial): void {
  test('keeps who comes signed in, also over restarts, and ends a session that nobody uses', async () => {
    const { site, example } = trial
    const [own, others] = [await somebody(site.origin), await somebody(site.origin)]
    const [regular, absent] = [await tab(own), await tab(others)]
    await Promise.all([regular.open('/'), absent.open('/')])
    await regular.comeIn('regular@example.com')
    await absent.comeIn('absent@example.com')
    const lasts = await sessionEnds(own)

    await site.start(later(29 * day))
    await regular.open('/account')
    expect(await regular.user()).toBe('regular@example.com')
    expect((await sessionEnds(own)) - lasts).toBeGreaterThan((28 * day) / 1000)

    await site.start(later(31 * day))
    await regular.open('/account')
    expect(await regular.user()).toBe('regular@example.com')
    // The browser would still hold it for a month.
    expect(await sessionEnds(others)).toBeGreaterThan((Date.now() + 28 * day) / 1000)
    await absent.open('/')
    expect(await absent.user()).toBe('nobody')
    await absent.open('/protected')
    expect(new URL(absent.page.url()).pathname).toBe(`${example.basePath}/signin`)
  })
}

/** By the clock of the server. */
function later(milliseconds: number): Settings {
  const clock = new URL('clock-ahead.js', import.meta.url)
  return { NODE_OPTIONS: `--import ${clock.href}`, CLOCK_AHEAD: String(milliseconds) }
}
