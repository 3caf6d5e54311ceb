import { readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import { NodeAuth, type NodeAuthConfig } from 'latchkey/node'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createCertificate } from '../support/certificate.js'
import { startChromium } from '../support/chromium.js'
import { createMaliciousProvider, grace } from '../support/malicious-provider.js'
import { listen, type ServedApp, serve } from '../support/serve.js'

let browser: Browser
const servers: ServedApp[] = []

beforeAll(async () => {
  browser = await startChromium()
})

afterEach(async () => {
  await Promise.all(servers.splice(0).map(server => server.close()))
})

afterAll(() => browser?.close())

async function start(listener: RequestListener): Promise<string> {
  const server = await serve(listener)
  servers.push(server)
  return server.origin
}

const secret = 'a secret of more than 32 characters!'

test('a provider that redirects through a second host works with the content security policy of the sign-in page', async () => {
  const op = createMaliciousProvider()
  const second = await start((req, res) => {
    const requested = new URL(req.url ?? '/', 'http://localhost')
    res.writeHead(302, { location: op.authorize(`${op.issuer}/authorize${requested.search}`).href }).end()
  })
  const first = await start((req, res) => {
    const { search } = new URL(req.url ?? '/', 'http://localhost')
    res.writeHead(302, { location: `${second.replace('localhost', '127.0.0.1')}/${search}` }).end()
  })
  const authorization = { url: `${first}/authorize` }
  const auth = NodeAuth({ providers: [op.provider({ authorization })], secret, trustHost: true })
  const app = await start((req, res) => {
    if (req.url?.startsWith('/auth/')) void auth(req, res)
    else res.end('home')
  })

  const page = await browser.newPage()
  await page.goto(`${app}/auth/signin?callbackUrl=/`)
  await page.getByRole('button', { name: 'OP' }).click()
  await page.waitForURL(`${app}/`)
  const session = await page.evaluate(async () => (await fetch('/auth/session')).json())
  expect(session.user.email).toBe(grace.email)
  await page.close()
})

test('over https every cookie has the Secure attribute and its name prefix', async () => {
  const config: NodeAuthConfig = {
    secret,
    trustHost: true,
    providers: [
      {
        id: 'credentials',
        name: 'a passphrase',
        type: 'credentials',
        credentials: { passphrase: { label: 'Passphrase' } },
        authorize: ({ passphrase }) => (passphrase === 'sesame' ? { id: '1', name: 'Ali' } : null),
      },
    ],
  }
  const auth = NodeAuth(config)
  const { key, cert } = createCertificate()
  const identity = { key: readFileSync(key), cert: readFileSync(cert) }
  const server = createServer(identity, (req, res) => {
    if (req.url?.startsWith('/auth/')) void auth(req, res)
    else res.end('home')
  })
  const app = await listen(server, 'https')
  servers.push(app)

  const context = await browser.newContext({ ignoreHTTPSErrors: true })
  const page = await context.newPage()
  await page.goto(`${app.origin}/auth/signin?callbackUrl=/`)
  await page.fill('[name=passphrase]', 'sesame')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${app.origin}/`)
  const cookies = await context.cookies()
  expect(cookies.map(({ name }) => name).sort()).toEqual([
    '__Host-authjs.csrf-token',
    '__Secure-authjs.callback-url',
    '__Secure-authjs.session-token',
  ])
  for (const cookie of cookies) {
    expect(cookie).toMatchObject({ secure: true, httpOnly: true, sameSite: 'Lax', path: '/' })
  }
  await context.close()
})
