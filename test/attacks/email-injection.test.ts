import { once } from 'node:events'
import { type IncomingMessage, request as send } from 'node:http'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { NodeAuth, type NodeAuthConfig } from 'latchkey/node'
import { composeEmail } from 'latchkey/providers/email'
import Nodemailer from 'latchkey/providers/nodemailer'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createTestApp, getLocation, origin, secret } from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'
import { serve } from '../support/serve.js'
import { startSmtpServer } from '../support/smtp-server.js'
import { createVisitor } from '../support/visitor.js'
import { awayAddresses } from './open-redirect-payloads.js'

/** The attacker requests an email to the victim with injected content. */
const victim = 'ada@example.com'
const refused = `${origin}/auth/signin?error=EmailSignin`

function createApp() {
  const mailbox = captureEmails()
  return { ...createTestApp({ adapter: MemoryAdapter(), providers: [mailbox.provider] }), ...mailbox }
}

describe('an email to several recipients', () => {
  const two = [victim, 'eve@evil.example']
  const bodies: readonly (readonly [string, unknown])[] = [
    ['an array', two],
    ['a comma-separated list', two.join(',')],
    ['a semicolon-separated list', two.join(';')],
    ['a space-separated list', two.join(' ')],
    ['a line-separated list', two.join('\r\n')],
    ['a group', `friends:${two.join(',')};`],
    ['a name and an email', `"${two[0]}" <${two[1]}>`],
    ['an email in a comment', `${two[0]}(${two[1]})`],
    ['an object', { address: victim, cc: two[1] }],
    ['an object with toString', { toString: victim }],
    ['a number', 1],
    ['true', true],
    ['null', null],
    ['a source route', `@evil.example:${victim}`],
    ['a percent route', 'eve%evil.example@[127.0.0.1]'],
    ['a bang path', `evil.example!eve"@${victim}`],
  ]

  test.each(bodies)('is not sent: %s', async (_, email) => {
    const { open, emails } = createApp()
    const visit = open()
    const csrfToken = await visit.getCsrfToken()
    const answer = await visit.post('/auth/signin/mail', { csrfToken, email }, { json: true })
    expect(getLocation(answer)).toBe(refused)
    expect(emails.length).toBe(0)
  })

  test.each([
    ['the field twice', `email=${two[0]}&email=${two[1]}`],
    ['the field as an array', `email[]=${two[0]}&email[]=${two[1]}`],
    ['the field with an index', `email[0]=${two[0]}&email[1]=${two[1]}`],
  ])('is not sent: %s in a form', async (_, fields) => {
    const { open, emails } = createApp()
    const visit = open()
    await visit.post('/auth/signin/mail', `csrfToken=${await visit.getCsrfToken()}&${fields}`)
    expect(emails.map(({ identifier }) => identifier)).not.toContain(victim)
    expect(emails.length).toBeLessThan(2)
  })
})

describe('an email header of the attacker', () => {
  const lines = [
    `${victim}\r\nBcc: eve@evil.example`,
    `${victim}\nSubject: You have won`,
    `${victim}%0d%0aBcc:eve@evil.example`,
    `${victim}\r\n.\r\nMAIL FROM:<eve@evil.example>`,
    `eve@evil.example>\r\nRCPT TO:<${victim}`,
    `${victim}\u2028Bcc: eve@evil.example`,
    `${victim}\u0085Bcc: eve@evil.example`,
  ]

  test('cannot be injected through the email', async () => {
    const box = await startSmtpServer()
    onTestFinished(box.close)
    const { open } = createTestApp({
      adapter: MemoryAdapter(),
      providers: [Nodemailer({ server: box.server })],
    })
    for (const email of lines)
      expect(getLocation(await open().signIn('nodemailer', { email })), email).toBe(refused)
    expect(box.emails).toEqual([])
  })

  test('cannot be injected through the callback URL, the language or the user agent', async () => {
    const box = await startSmtpServer()
    onTestFinished(box.close)
    const { open } = createTestApp({
      adapter: MemoryAdapter(),
      providers: [Nodemailer({ server: box.server })],
    })
    const headers = {
      'accept-language': 'x-evil, de;q=%0d%0aBcc: evil',
      'user-agent': 'evil',
      referer: 'https://evil.example/',
    }
    const callbackUrl = '/a"><b>evil</b>\r\nBcc: evil@evil.example'
    await open().signIn('nodemailer', { email: victim, callbackUrl }, { headers })
    const { headers: lines, html = '', recipients, bcc, cc, to } = box.getLatestEmail()
    expect(recipients).toEqual([victim])
    expect({ bcc, cc, to: to?.map(({ address }) => address) }).toEqual({
      bcc: undefined,
      cc: undefined,
      to: [victim],
    })
    expect(lines.map(({ key, value }) => key + value).join()).not.toContain('evil')
    expect(html).not.toContain('<b>evil')
  })
})

describe("a link to the attacker's host", () => {
  const forged: Record<string, string> = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'http',
    'x-forwarded-server': 'evil.example',
    'x-original-host': 'evil.example',
    'x-host': 'evil.example',
    'x-original-url': 'https://evil.example/',
    'x-rewrite-url': 'https://evil.example/',
    forwarded: 'host=evil.example;proto=http',
    referer: 'https://evil.example/',
  }

  test.each(Object.entries(forged))('is not sent for the header %s', async (name, value) => {
    const { open, getLatestEmail } = createApp()
    await open().signIn('mail', { email: victim }, { headers: { [name]: value } })
    expect(new URL(getLatestEmail().url).origin).toBe(origin)
    const { subject, text, html } = composeEmail(getLatestEmail())
    expect(subject + text + html).not.toContain('evil')
  })

  test('is not sent for a callback URL, and a changed callback URL is not followed', {
    timeout: 30_000,
  }, async () => {
    const { open, emails, getLatestEmail } = createApp()
    const visit = open()
    const csrfToken = await visit.getCsrfToken()
    for (const callbackUrl of awayAddresses.filter((_, at) => at % 5 === 0)) {
      await visit.post('/auth/signin/mail', { csrfToken, email: victim, callbackUrl })
      const link = new URL(getLatestEmail().url)
      expect(link.origin).toBe(origin)
      expect(new URL(link.searchParams.get('callbackUrl') ?? '').origin, callbackUrl).toBe(origin)
      link.searchParams.set('callbackUrl', callbackUrl)
      const answer = await visit.get(link)
      expect(new URL(getLocation(answer) ?? '', origin).origin, callbackUrl).toBe(origin)
    }
    expect(emails.length).toBeGreaterThan(100)
  })

  /** A server that accepts requests for any host. */
  async function server(config: Partial<NodeAuthConfig>) {
    const mailbox = captureEmails()
    const logger = { error: () => {}, warn: () => {} }
    const auth = NodeAuth({
      adapter: MemoryAdapter(),
      providers: [mailbox.provider],
      secret,
      logger,
      ...config,
    })
    const served = await serve(auth)
    onTestFinished(served.close)
    return { ...mailbox, address: served.origin }
  }

  async function askAs(host: string, address: string, forwardedHost = host): Promise<number | undefined> {
    const visit = createVisitor(fetch, address)
    const csrfToken = await visit.getCsrfToken().catch(() => '')
    const headers = {
      host,
      'x-forwarded-host': forwardedHost,
      'content-type': 'application/x-www-form-urlencoded',
      cookie: visit.jar.header(address, { method: 'POST', crossSite: false }),
    }
    const asked = send(`${address}/auth/signin/mail`, { method: 'POST', headers })
    asked.end(new URLSearchParams({ csrfToken, email: victim }).toString())
    const [answer]: IncomingMessage[] = await once(asked, 'response')
    answer?.resume()
    return answer?.statusCode
  }

  test('is not sent by a server with AUTH_URL, whatever the Host header is', async () => {
    vi.stubEnv('AUTH_URL', 'http://shop.example/auth')
    onTestFinished(() => void vi.unstubAllEnvs())
    const { address, getLatestEmail } = await server({})
    await askAs('evil.example', address)
    expect(new URL(getLatestEmail().url).host).toBe('shop.example')
  })

  test('is not sent by a server that does not trust the host', async () => {
    for (const name of ['AUTH_URL', 'NEXTAUTH_URL', 'AUTH_TRUST_HOST']) vi.stubEnv(name, undefined)
    vi.stubEnv('NODE_ENV', 'production')
    onTestFinished(() => void vi.unstubAllEnvs())
    const { address, emails } = await server({})
    expect(await askAs('evil.example', address)).toBe(500)
    expect(emails.length).toBe(0)
  })

  test('is not sent if a proxy adds its host behind that of the attacker', async () => {
    for (const name of ['AUTH_URL', 'NEXTAUTH_URL']) vi.stubEnv(name, undefined)
    onTestFinished(() => void vi.unstubAllEnvs())
    const { address, emails } = await server({ trustHost: true })
    expect(await askAs('shop.example', address, 'evil.example, shop.example')).toBe(400)
    expect(emails.length).toBe(0)
    const behindOne = await server({ trustHost: true, trustedProxies: 1 })
    await askAs('inner.example', behindOne.address, 'evil.example, shop.example')
    expect(new URL(behindOne.getLatestEmail().url).host).toBe('shop.example')
  })
})
