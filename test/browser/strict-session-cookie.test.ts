import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { NodeAuth } from 'latchkey/node'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp } from '../support/app.js'
import { startChromium } from '../support/chromium.js'
import { createMaliciousProvider, type MaliciousProvider } from '../support/malicious-provider.js'
import { type ServedApp, serve } from '../support/serve.js'

/** Hosts of the app. They are other sites than 127.0.0.1, where the provider is. */
const hosts = ['localhost', 'app.localhost'] as const
const sameSites = ['lax', 'strict'] as const
const providers = ['op', 'form-post', 'mail'] as const
const cases = sameSites.flatMap(sameSite => hosts.map(host => [sameSite, host] as const))

describe.each(cases)('a session cookie with `SameSite=%s`, at %s', (sameSite, host) => {
  const links: string[] = []
  /** Whether each request of a page of the app had the session. */
  const hadSession: boolean[] = []
  let browser: Browser
  let other: Server
  let otherOrigin: string
  let served: ServedApp
  let origin: string

  beforeAll(async () => {
    let op: MaliciousProvider | null = null
    other = createServer((req, res) => serveOtherSite(req, res, { op, link: links.at(-1) ?? '' }))
    other.listen(0, '127.0.0.1')
    await once(other, 'listening')
    otherOrigin = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    op = createMaliciousProvider({ issuer: otherOrigin })
    const handle = NodeAuth(createConfig(op, { sameSite, links }))
    served = await serve((req, res) => {
      if (req.url?.startsWith('/auth/')) return void handle(req, res)
      if (req.url === '/in') hadSession.push(req.headers.cookie?.includes('session-token') === true)
      res.setHeader('content-type', 'text/html').end('<h1>Home</h1>')
    })
    origin = served.origin.replace('localhost', host)
    browser = await startChromium()
  })

  afterAll(async () => {
    await browser?.close()
    await served?.close()
    other?.closeAllConnections()
    other?.close()
  })

  test.each(providers)('is sent with the first page after a sign-in, without scripts: %s', async provider => {
    const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
    await page.goto(`${origin}/auth/signin?callbackUrl=/in`)
    if (provider === 'mail') await page.fill('input[name=email]', 'ada@example.com')
    await page.click(`form[action$="/signin/${provider}"] button`)
    if (provider === 'mail') {
      await page.waitForURL(/verify-request/)
      await page.goto(`${otherOrigin}/inbox`)
    }
    const callback = await page.getAttribute('#go', 'href')
    await page.click('#go')
    await page.waitForURL(`${origin}/in`)
    expect(hadSession.splice(0)).toEqual([true])
    if (provider === 'form-post') return

    // The callback is opened again: from another site, and with the Back button.
    await page.goto(`${otherOrigin}/again?${new URLSearchParams({ url: callback ?? '' })}`)
    await page.click('#go')
    await page.waitForURL(`${origin}/in`)
    expect(hadSession.splice(0)).toEqual([true])
    await page.goBack()
    expect(page.url()).toContain(`${otherOrigin}/again`)
  })
})

function createConfig(
  op: MaliciousProvider,
  { sameSite, links }: { sameSite: (typeof sameSites)[number]; links: string[] },
) {
  return createTestApp({
    op,
    adapter: MemoryAdapter(),
    session: { strategy: 'jwt' },
    cookies: { sessionToken: { options: { sameSite } } },
    providers: [
      op.provider({ allowDangerousEmailAccountLinking: true }),
      op.provider({
        id: 'form-post',
        authorization: { params: { response_mode: 'form_post' } },
        allowDangerousEmailAccountLinking: true,
      }),
      {
        id: 'mail',
        name: 'Mail',
        type: 'email',
        from: 'a@b.example',
        sendVerificationRequest: ({ url }: { url: string }) => void links.push(url),
      },
    ],
  }).config
}

/** Serves the pages of the provider and of a webmail. The user opens the callback with a click. */
function serveOtherSite(
  { url = '/', headers }: IncomingMessage,
  res: ServerResponse,
  { op, link }: { readonly op: MaliciousProvider | null; readonly link: string },
): void {
  const target = new URL(url, `http://${headers.host}`)
  res.setHeader('content-type', 'text/html')
  if (target.pathname === '/inbox') return void res.end(renderLink(link))
  if (target.pathname === '/again') return void res.end(renderLink(target.searchParams.get('url') ?? ''))
  if (!op || !target.href.startsWith(op.endpoints.authorize)) return void res.writeHead(404).end()
  const back = op.authorize(target)
  if (target.searchParams.get('response_mode') !== 'form_post') return void res.end(renderLink(back.href))
  const fields = [...back.searchParams].map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeValue(value)}">`,
  )
  res.end(
    `<form method="post" action="${back.origin}${back.pathname}">${fields.join('')}<button id="go">Allow</button></form>`,
  )
}

function renderLink(href: string): string {
  return `<a id="go" href="${escapeValue(href)}">Go</a>`
}

function escapeValue(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
}
