import { Auth, type AuthConfig } from 'latchkey'
import { account } from 'latchkey/account'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { passwords } from 'latchkey/passwords'
import GitHub from 'latchkey/providers/github'
import Google from 'latchkey/providers/google'
import Passkey from 'latchkey/providers/passkey'
import { signInAs } from 'latchkey/testing'
import { twoFactor } from 'latchkey/two-factor'
import type { Browser } from 'playwright-core'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startChromium } from '../../support/chromium.js'
import { compareWithCommitted } from './image-comparison.js'
import { openWindow, origin } from './page-window.js'

const client = { clientId: 'id', clientSecret: 'secret' }

const config: AuthConfig = {
  secret: 'a secret of the browser tests, 32+',
  trustHost: true,
  adapter: MemoryAdapter(),
  providers: [GitHub(client), Google(client), Passkey()],
  plugins: [passwords(), twoFactor({ issuer: 'Acme' }), account()],
  sendEmail: async () => {},
  theme: { name: 'Acme' },
}

let browser: Browser

beforeAll(async () => {
  browser = await startChromium()
})

afterAll(() => browser.close())

/** Pages of the README, and the number of pixels that it shows of them. */
const pictures = [
  { name: 'readme-sign-in', path: '/auth/signin', isSignedIn: false },
  { name: 'readme-account', path: '/auth/account', isSignedIn: true },
]

test.each(pictures.flatMap(picture => (['light', 'dark'] as const).map(scheme => ({ ...picture, scheme }))))(
  'the picture $name of the README shows the page, $scheme',
  async ({ name, path, isSignedIn, scheme }) => {
    const viewport = { width: 520, height: 620 }
    const window = await openWindow(browser, { colorScheme: scheme, viewport, deviceScaleFactor: 2 })
    const user = { name: 'Ada Lovelace', email: 'ada@acme.example', emailVerified: new Date(0) }
    const { headers } = isSignedIn ? await signInAs(config, { user, url: origin }) : { headers: {} }
    const page = await window.showAnswer(path, () => Auth(new Request(origin + path, { headers }), config))
    const taken = PNG.sync.read(await page.screenshot({ animations: 'disabled', caret: 'hide' }))
    expect(compareWithCommitted(`${name}-${scheme}`, taken)).toBeNull()
    await window.context.close()
  },
)
