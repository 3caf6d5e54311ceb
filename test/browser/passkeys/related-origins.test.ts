import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { NodeAuth } from 'latchkey/node'
import Passkey, { getRelatedOrigins } from 'latchkey/providers/passkey'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCertificate } from '../../support/certificate.js'
import { startChromium } from '../../support/chromium.js'
import { listen, type ServedApp } from '../../support/serve.js'
import { addVirtualAuthenticator } from '../../support/virtual-authenticator.js'

const hosts = ['example.com', 'shop.example', 'other.example'] as const

const passkey = Passkey({
  relayingParty: {
    id: 'example.com',
    name: 'Example',
    origin: ['https://example.com', 'https://shop.example'],
  },
})

const handleAuth = NodeAuth({
  secret: 'a secret of more than 32 characters!',
  trustHost: true,
  adapter: MemoryAdapter(),
  providers: [passkey],
  logger: { error() {}, warn() {}, debug() {} },
})

let server: ServedApp
let browser: Browser

beforeAll(async () => {
  const { key, cert } = createCertificate()
  server = await listen(
    createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (req, res) => {
      if (req.url?.startsWith('/auth/')) return void handleAuth(req, res)
      if (req.url !== '/.well-known/webauthn') return void res.end('home')
      res.setHeader('content-type', 'application/json')
      res.end(JSON.stringify(getRelatedOrigins(passkey)))
    }),
    'https',
  )
  const { port } = new URL(server.origin)
  const rules = hosts.map(host => `MAP ${host}:443 localhost:${port}`).join(', ')
  browser = await startChromium([`--host-resolver-rules=${rules}`, '--ignore-certificate-errors'])
})

afterAll(async () => {
  await browser.close()
  await server.close()
})

test('a passkey of one domain signs in on a related domain, and not on another', async () => {
  const page = await browser.newPage()
  await addVirtualAuthenticator(page)
  await page.goto('https://example.com/auth/signin?callbackUrl=/home')
  await page.fill('#input-email-for-passkey-provider', 'grace@example.com')
  await page.click('[data-register]')
  await page.waitForURL('https://example.com/home')

  // By autofill.
  await page.goto('https://shop.example/auth/signin?callbackUrl=/home')
  await page.waitForURL('https://shop.example/home')
  const session = await (await page.goto('https://shop.example/auth/session'))?.json()
  expect(session.user.email).toBe('grace@example.com')

  await page.goto('https://other.example/auth/signin?callbackUrl=/home')
  await page.click('#submitButton-passkey')
  await page.waitForSelector('[data-failed]:not([hidden])')
})
