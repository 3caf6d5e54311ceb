import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { networkInterfaces } from 'node:os'
import { createTransport } from 'nodemailer'
import { describe, expect, test } from 'vitest'
import type { DevServer } from '../../../../src/cli/dev/dev-server.js'
import type { DevEmail } from '../../../../src/cli/dev/mail/mailbox.js'
import { startTestServer } from './dev-server.js'

/** Sends a request with any headers, which `fetch` does not allow. */
async function send(url: string, method: string, headers: Record<string, string>): Promise<number> {
  const sent = request(url, { method, headers }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode ?? 0
}

async function readEmails({ issuer }: DevServer, query = ''): Promise<DevEmail[]> {
  return (await (await fetch(`${issuer}/mail.json${query}`)).json()) as DevEmail[]
}

function sendEmail({ smtp }: DevServer, email: Record<string, unknown>): Promise<unknown> {
  return createTransport(smtp).sendMail({
    from: 'app@app.example',
    to: 'ada@example.com',
    text: 'Hello',
    ...email,
  })
}

describe('requests that another site may have caused', () => {
  test.each([
    'mallory.example',
    'mallory.example:PORT',
    'localhost',
    'localhost:1',
    '127.0.0.1.mallory.example:PORT',
  ])('the host "%s" is not served', async name => {
    const { issuer } = await startTestServer()
    const host = name.replace('PORT', new URL(issuer).port)
    for (const path of ['/', '/mail.json', '/token'])
      expect(await send(issuer + path, 'GET', { host })).toBe(421)
  })

  test.each(['127.0.0.1', 'localhost'])('the host %s is served', async name => {
    const { issuer } = await startTestServer()
    const host = `${name}:${new URL(issuer).port}`
    expect(await send(issuer, 'GET', { host })).toBe(200)
    expect(await send(`${issuer}/mail/delete`, 'POST', { host, origin: `http://${host}` })).toBe(303)
  })

  test.each([
    ['another site', { origin: 'https://mallory.example' }],
    ['another port', { origin: 'http://127.0.0.1:1' }],
    ['a page without an origin', { origin: 'null' }],
    ['another site, without its origin', { 'sec-fetch-site': 'cross-site' }],
    ['the app', { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site' }],
  ])('a form of %s changes nothing', async (_, headers) => {
    const server = await startTestServer()
    await sendEmail(server, {})
    const query = 'response_type=code&client_id=app&redirect_uri=http://localhost:3000/'
    for (const path of ['/mail/delete', '/clock', '/clock.json', `/authorize?${query}`])
      expect(await send(server.issuer + path, 'POST', headers)).toBe(403)
    expect(await send(`${server.issuer}/mail.json`, 'DELETE', headers)).toBe(403)
    expect(await readEmails(server)).toHaveLength(1)
  })

  test('it listens on 127.0.0.1 only', async () => {
    const { issuer, smtp } = await startTestServer()
    const addresses = Object.values(networkInterfaces()).flatMap(list => list ?? [])
    const others = addresses.filter(({ internal, family }) => !internal && family === 'IPv4')
    // Linux routes all of 127.0.0.0/8 to this machine.
    for (const address of ['127.0.0.2', ...others.map(each => each.address)])
      for (const url of [issuer, smtp])
        await expect(fetch(`http://${address}:${new URL(url).port}`)).rejects.toThrow('fetch failed')
  })

  test.each(['/', '/mail', '/clock', '/mail/message?id=x', '/authorize'])(
    '%s cannot be embedded and loads nothing of others',
    async path => {
      const { issuer } = await startTestServer()
      const { headers } = await fetch(issuer + path)
      const policy = headers.get('content-security-policy')
      expect(policy).toMatch(/^default-src 'none'; style-src 'self'; script-src 'self';/)
      expect(policy).toContain("frame-ancestors 'none'")
    },
  )

  test('a request that cannot be parsed gets an error, and the server goes on', async () => {
    const { issuer } = await startTestServer()
    expect(await send(issuer, 'TRACE', {})).toBe(500)
    expect((await fetch(`${issuer}/nowhere`)).status).toBe(404)
    expect((await fetch(issuer)).status).toBe(200)
  })
})

describe('the mailbox', () => {
  test('lists emails, the newest first, by recipient, with links and codes', async () => {
    const server = await startTestServer()
    await sendEmail(server, { subject: 'First', text: 'Your code:\n\n1234 5678\n\nCall 555 0100.' })
    const to = ['ada@example.com', 'Grace@example.com']
    await sendEmail(server, {
      subject: 'Second',
      to,
      text: 'Open https://app.example/a?b=1&c=2.\nhttps://app.example/d',
    })
    await sendEmail(server, {
      subject: 'Third',
      text: undefined,
      html: '<a href="https://app.example/?a=1&amp;b=2">x</a>',
    })
    const emails = await readEmails(server)
    expect(emails.map(({ subject }) => subject)).toEqual(['Third', 'Second', 'First'])
    expect(emails.map(({ codes }) => codes)).toEqual([[], [], ['12345678']])
    expect(emails.map(({ links }) => links)).toEqual([
      ['https://app.example/?a=1&b=2'],
      ['https://app.example/a?b=1&c=2', 'https://app.example/d'],
      [],
    ])
    expect(await readEmails(server, '?to=grace@example.com')).toMatchObject([{ subject: 'Second', to }])
    expect(await readEmails(server, '?limit=1')).toMatchObject([
      { subject: 'Third', from: 'app@app.example' },
    ])
  })

  test('deletes all emails', async () => {
    const server = await startTestServer()
    await sendEmail(server, {})
    const [email] = await readEmails(server)
    expect((await fetch(`${server.issuer}/mail.json`, { method: 'DELETE' })).status).toBe(204)
    expect(await readEmails(server)).toEqual([])
    expect((await fetch(`${server.issuer}/mail/message?id=${email?.id}`)).status).toBe(404)
  })

  test('accepts any user and password, and the date of an email is by the moved clock', async () => {
    const server = await startTestServer()
    await fetch(`${server.issuer}/clock.json`, { method: 'POST', body: '{"add": 86400}' })
    await sendEmail({ ...server, smtp: server.smtp.replace('//', '//user:any@') }, {})
    const [email] = await readEmails(server)
    expect(Date.parse(email?.date ?? '') - Date.now()).toBeGreaterThan(86_000_000)
  })

  test('escapes what the sender wrote, and the HTML runs no script', async () => {
    const server = await startTestServer()
    const attack = '"><script>alert(1)</script>'
    await sendEmail(server, { subject: attack, text: attack, html: `<script>alert(2)</script>${attack}` })
    const [email] = await readEmails(server)
    for (const path of ['/mail', `/mail/message?id=${email?.id}`]) {
      const page = await (await fetch(server.issuer + path)).text()
      expect(page).toContain('&lt;script&gt;alert(1)')
      expect(page).not.toContain('<script>alert')
    }
    const { headers } = await fetch(`${server.issuer}/mail/html?id=${email?.id}`)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'/,
    )
    expect(policy).toMatch(/sandbox allow-popups allow-popups-to-escape-sandbox$/)
  })

  test('rejects an email that is too large, and accepts the next one', async () => {
    const server = await startTestServer()
    await expect(sendEmail(server, { text: 'x'.repeat(11_000_000) })).rejects.toThrow(/552|maximum/i)
    await sendEmail(server, { subject: 'Small' })
    expect(await readEmails(server)).toMatchObject([{ subject: 'Small' }])
  })
})

describe('the clock', () => {
  test.each(['{"add": -1}', '{"offset": "x"}', '{"offset": 1e12}', '{}', 'x'])(
    '%s is not a move',
    async body => {
      const { issuer } = await startTestServer()
      expect((await fetch(`${issuer}/clock.json`, { method: 'POST', body })).status).toBe(400)
      expect(await (await fetch(`${issuer}/clock.json`)).json()).toMatchObject({ offset: 0 })
    },
  )

  test('the page adds and resets', async () => {
    const { issuer } = await startTestServer()
    const press = async (fields: Record<string, string>) =>
      (await fetch(`${issuer}/clock`, { method: 'POST', body: new URLSearchParams(fields) })).text()
    await press({ add: '86400' })
    expect(await press({ add: '60' })).toContain('The clock is 1 day, 1 minute ahead.')
    expect(await press({ offset: '0' })).toContain('This is the real time.')
  })
})
