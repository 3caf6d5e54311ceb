import { MemoryAdapter } from 'latchkey/adapters/memory'
import { NodeAuth } from 'latchkey/node'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp } from '../support/app.js'
import { startChromium } from '../support/chromium.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'
import { type ServedApp, serve } from '../support/serve.js'

const webmail = 'https://mail.example/inbox'

describe.each(['lax', 'strict'] as const)('a session cookie with `SameSite=%s` in Chromium', sameSite => {
  const op = createMaliciousProvider()
  const links: string[] = []
  /** Whether each request of a page of the app had the session. */
  const hadSession: boolean[] = []
  let browser: Browser
  let served: ServedApp

  beforeAll(async () => {
    const { config } = createTestApp({
      op,
      adapter: MemoryAdapter(),
      session: { strategy: 'jwt' },
      cookies: { sessionToken: { options: { sameSite } } },
      providers: [
        op.provider(),
        {
          id: 'mail',
          name: 'Mail',
          type: 'email',
          from: 'a@b.example',
          sendVerificationRequest: ({ url }: { url: string }) => void links.push(url),
        },
      ],
    })
    const handle = NodeAuth(config)
    served = await serve((req, res) => {
      if (req.url?.startsWith('/auth/')) return void handle(req, res)
      if (req.url === '/in') hadSession.push(req.headers.cookie?.includes('session-token') === true)
      res.setHeader('content-type', 'text/html').end('<h1>Home</h1>')
    })
    browser = await startChromium()
  })

  afterAll(async () => {
    await browser?.close()
    await served?.close()
  })

  test.each(['mail'])('is sent with the first page after a sign-in, and after Back: %s', async provider => {
    const page = await (await browser.newContext()).newPage()
    await page.route(`${op.issuer}/**`, async route => {
      const href = op.authorize(new URL(route.request().url())).href.replaceAll('&', '&amp;')
      await route.fulfill({ contentType: 'text/html', body: `<a id="go" href="${href}">Allow</a>` })
    })
    await page.route(webmail, route =>
      route.fulfill({
        contentType: 'text/html',
        body: `<a id="go" href="${links.at(-1)?.replaceAll('&', '&amp;')}">Sign in</a>`,
      }),
    )
    await page.goto(`${served.origin}/auth/signin?callbackUrl=/in`)
    if (provider === 'mail') {
      await page.fill('input[name=email]', 'ada@example.com')
      await page.click('form[action$="/signin/mail"] button')
      await page.waitForURL(/verify-request/)
      await page.goto(webmail)
    } else {
      await page.goto(served.origin)
      await page.goto(await page.evaluate(startSignIn))
    }
    const callback = await page.getAttribute('#go', 'href')
    await page.click('#go')
    await page.waitForURL(`${served.origin}/in`)
    expect(hadSession.splice(0)).toEqual([true])

    await page.goto(provider === 'mail' ? webmail : `${op.issuer}/again`).catch(() => {})
    await page.setContent(`<a id="again" href="${callback?.replaceAll('&', '&amp;')}">Again</a>`)
    await page.click('#again')
    await page.waitForURL(`${served.origin}/in`)
    expect(hadSession.splice(0)).toEqual([true])
  })
})

/** Starts a sign-in in the page. Returns the URL of the provider, because routes of Playwright do not see redirects. */
async function startSignIn(): Promise<string> {
  const { csrfToken } = (await (await fetch('/auth/csrf')).json()) as { csrfToken: string }
  const body = new URLSearchParams({ csrfToken, callbackUrl: '/in' })
  const headers = { 'x-auth-return-redirect': '1' }
  const response = await fetch('/auth/signin/op', { method: 'POST', body, headers })
  return ((await response.json()) as { url: string }).url
}
