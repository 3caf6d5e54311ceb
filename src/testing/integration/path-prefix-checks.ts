import { assertEqual, assertTrue } from '../contract/assert.js'
import { type AppBrowser, appOrigin, email, getLocation } from './app-browser.js'
import type { IntegrationCheck } from './integration-check.js'

const behindProxy = { publicBasePath: '/shop/auth' } as const
const shop = `${appOrigin}/shop`

/** Behind a proxy that passes `/shop/*` on as `/*`, each URL in a response is the one that browsers see. */
export const pathPrefixChecks: readonly IntegrationCheck[] = [
  {
    title: 'serves the actions with public URLs behind a proxy that removes the front of the path',
    async run({ open }) {
      const browser = await open(behindProxy)
      const providers: { op: object } = await (await browser.get('/auth/providers')).json()
      assertEqual(JSON.stringify(providers.op).match(/https:[^"]*/g), [
        `${shop}/auth/signin/op`,
        `${shop}/auth/callback/op`,
      ])
      const page = await browser.readText('/auth/signin')
      assertTrue(page.includes(`${shop}/auth/signin/op`), 'the form of the sign-in page has another action')
      const away = getLocation(await browser.post('/auth/signin/op', {}))
      assertEqual(away.searchParams.get('redirect_uri'), `${shop}/auth/callback/op`)
    },
  },
  {
    title: 'redirects below the public path behind a proxy that removes the front of the path',
    async run({ open }) {
      const browser = await open(behindProxy)
      assertEqual(readLocation(await browser.signIn()), `${shop}/`)
      await browser.assertEmail(email)
      assertEqual(readLocation(await browser.signOut()), `${shop}/`)
      await assertGuardRedirect(browser)
    },
  },
]

async function assertGuardRedirect(browser: AppBrowser): Promise<void> {
  const location = getLocation(await browser.get('/account', { accept: 'text/html' }))
  assertEqual(
    [location.origin + location.pathname, location.searchParams.get('callbackUrl')],
    [`${shop}/auth/signin`, `${shop}/account`],
  )
}

/** Returns the location with one slash at its end. */
function readLocation(response: Response): string {
  return getLocation(response).href.replace(/\/?$/, '/')
}
