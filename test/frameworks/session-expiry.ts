import { expect, test } from 'vitest'
import { getSessionExpiry, openContext, openTab } from './browser-contexts.js'
import type { ServedExample, Settings } from './example-site.js'
import { type Example, type Runtime, resolvePath } from './examples.js'

const day = 86_400_000

/** Registers a test that moves the clock of the server ahead by a month. */
export function testSessionExpiry(served: ServedExample): void {
  test('extends sessions that are used, also across restarts, and ends unused sessions', async () => {
    const { site, example } = served
    const [own, others] = [await openContext(site.origin), await openContext(site.origin)]
    const [regular, absent] = [await openTab(own), await openTab(others)]
    await Promise.all([regular.open('/'), absent.open('/')])
    await regular.signIn('regular@example.com')
    await absent.signIn('absent@example.com')
    const lasts = await getSessionExpiry(own)
    // An open page could repeat a prefetch after the restart, which would extend the session.
    await absent.open('about:blank')

    await site.start(createClockSettings(example, 29 * day))
    await regular.open('/account')
    expect(await regular.user()).toBe('regular@example.com')
    expect((await getSessionExpiry(own)) - lasts).toBeGreaterThan((28 * day) / 1000)

    await site.start(createClockSettings(example, 31 * day))
    await regular.open('/account')
    expect(await regular.user()).toBe('regular@example.com')
    // The browser still has the cookie, because its clock has not changed.
    expect(await getSessionExpiry(others)).toBeGreaterThan((Date.now() + 28 * day) / 1000)
    await absent.open('/')
    expect(await absent.user()).toBe('Not signed in')
    await absent.open('/protected')
    expect(new URL(absent.page.url()).pathname).toBe(`${example.basePath}/signin`)
  })
}

/** Moves the clock of the server ahead. */
function createClockSettings({ runtime = 'node' }: Example, milliseconds: number): Settings {
  return { ...preload[runtime](resolvePath('clock-ahead.cjs')), CLOCK_AHEAD: String(milliseconds) }
}

/** Loads the module at a path before the app. */
const preload: Readonly<Record<Runtime, (path: string) => Settings>> = {
  node: path => ({ NODE_OPTIONS: `--require ${path}` }),
  bun: path => ({ BUN_OPTIONS: `--preload ${path}` }),
  deno: path => ({ NODE_OPTIONS: `--require ${path}` }),
  // serve-workerd.js loads it.
  workerd: () => ({}),
}
