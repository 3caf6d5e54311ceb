import { createServer } from 'node:net'
import type { AuthConfig } from 'latchkey'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import Nodemailer, { type NodemailerUserConfig } from 'latchkey/providers/nodemailer'
import { afterEach, describe, expect, test } from 'vitest'
import { createTappedAdapter, createTestApp, getLocation, origin } from '../support/app.js'
import { type ReceivedEmail, type SmtpFailures, startSmtpServer } from '../support/smtp-server.js'

const address = 'ada@example.com'
const waiting = `${origin}/auth/verify-request?provider=nodemailer&type=email`
const notSent = `${origin}/auth/signin?error=EmailSignin`

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

interface Setup {
  readonly trouble?: SmtpFailures
  readonly mail?: NodemailerUserConfig
  /** Of the server's options. */
  readonly server?: object
  readonly config?: Partial<AuthConfig>
}

async function postApp({ trouble, mail, server, config }: Setup = {}) {
  const box = await startSmtpServer(trouble)
  closing.push(box.close)
  const stored: unknown[] = []
  const store = MemoryAdapter()
  const { adapter } = createTappedAdapter(store, (method, [record]) => {
    if (method === 'createVerificationToken') stored.push(record)
  })
  const provider = Nodemailer({ server: { ...box.server, ...server }, ...mail })
  const app = createTestApp({ adapter, providers: [provider], ...config })
  /** What of the records that were written can still be used. */
  const usable = async () => {
    const found = await Promise.all(stored.map(record => store.getVerificationToken(record as never)))
    return found.filter(record => record !== null)
  }
  return { ...app, ...box, usable }
}

/** The link in a mail, as text and as its button. */
function findLinks({ text = '', html = '' }: Pick<ReceivedEmail, 'text' | 'html'>): string[] {
  const [plain = ''] = text.match(/https:\S+/) ?? []
  const [, button = ''] = html.match(/<a href="([^"]+)"/) ?? []
  return [plain, button.replaceAll('&amp;', '&')]
}

describe('a mail through a real server, with STARTTLS and AUTH', () => {
  test('arrives, and both of its links are the one that signs in', async () => {
    const { open, mail } = await postApp({ mail: { from: 'Acme <no-reply@acme.example>' } })
    const visit = open()
    expect(getLocation(await visit.signIn('nodemailer', { email: address, callbackUrl: '/in' }))).toBe(
      waiting,
    )
    const { recipients, isEncrypted, from, subject, text, html } = mail()
    expect({ recipients, isEncrypted }).toEqual({ recipients: [address], isEncrypted: true })
    expect(from).toMatchObject({ name: 'Acme', address: 'no-reply@acme.example' })
    expect(subject).toBe('Sign in to app.example')
    expect(text).toContain('Sign in to app.example')
    expect(html).toContain('app&#8203;.example')
    const [plain, button] = findLinks(mail())
    expect(button).toBe(plain)
    expect(getLocation(await visit.get(plain ?? ''))).toBe(`${origin}/in`)
    expect(await visit.getSession()).toMatchObject({ user: { email: address } })
  })

  test('loads nothing, has a dark scheme and takes the colours of the theme, if they are colours', async () => {
    const theme = { brandColor: '#013a63', buttonText: '"><script>' }
    const { open, mail } = await postApp({ config: { theme } })
    await open().signIn('nodemailer', { email: address })
    const { html = '' } = mail()
    expect(html).not.toMatch(/<img|<link|<script|url\(|@import/)
    expect(html).toContain('prefers-color-scheme:dark')
    expect(html).toContain('bgcolor="#013a63"')
    expect(html).toContain('color:#ffffff')
  })

  test('speaks with the words of the app, chosen by the request', async () => {
    const texts: NodemailerUserConfig['translations'] = ({ request }) =>
      request.headers.get('accept-language') === 'de' ? { lang: 'de', subject: 'Anmelden bei {host}' } : {}
    const { open, mail } = await postApp({ mail: { translations: texts } })
    await open().signIn('nodemailer', { email: address }, { headers: { 'accept-language': 'de' } })
    expect(mail().subject).toBe('Anmelden bei app.example')
    expect(mail().html).toContain('<html lang="de" dir="ltr">')
  })

  test('brings a code in two groups', async () => {
    const { open, mail } = await postApp({ mail: { code: true } })
    const visit = open()
    await visit.signIn('nodemailer', { email: address })
    const { text = '', html = '' } = mail()
    const [code = ''] = text.match(/\d{4} \d{4}/) ?? []
    expect(html).toContain(code)
    expect(html).not.toContain('<a ')
    const csrfToken = await visit.getCsrfToken()
    const answer = await visit.post('/auth/callback/nodemailer', { csrfToken, token: code })
    expect(getLocation(answer)).toBe(origin)
  })

  test('comes from the host of the link where no sender is named', async () => {
    const { open, mail } = await postApp()
    await open().signIn('nodemailer', { email: address })
    expect(mail().from).toMatchObject({ address: 'no-reply@app.example' })
  })
})

describe('a mail that cannot be sent', () => {
  const troubles: readonly (readonly [string, Setup])[] = [
    ['the recipient is rejected', { trouble: { rejects: () => true } }],
    ['the recipient is put off', { trouble: { rejects: () => true, rejectsWith: 450 } }],
    ['the server has no room', { trouble: { isFull: true } }],
    ['the server drops after DATA', { trouble: { dropsAfterData: 'lost' } }],
    ['the server is slow', { trouble: { delay: 2_000 }, server: { socketTimeout: 300 } }],
    ['the password is wrong', { server: { auth: { user: 'app', pass: 'wrong' } } }],
    ['the certificate is of nobody known', { server: { tls: {} } }],
    ['the server is down', { server: { port: 1 } }],
  ]

  describe.each([
    ['a link', {}],
    ['a code', { code: true }],
  ])('%s', (_, mail) => {
    test.each(troubles)('because %s: the visitor is told, and no record can be used', async (_, setup) => {
      const { open, log, usable } = await postApp({ ...setup, mail })
      const visit = open()
      const answer = await visit.signIn('nodemailer', { email: address })
      expect(getLocation(answer)).toBe(notSent)
      expect(await (await visit.follow(answer)).text()).toContain('role="alert"')
      expect(log.types()).toEqual(['EmailSignInError'])
      expect(await usable()).toEqual([])
    })
  })

  test('because the server offers no encryption: neither the password nor the mail is said in clear', async () => {
    const { open, overheard, mails, usable } = await postApp({ trouble: { isPlain: true } })
    expect(getLocation(await open().signIn('nodemailer', { email: address }))).toBe(notSent)
    expect({ overheard, mails, usable: await usable() }).toEqual({ overheard: [], mails: [], usable: [] })
  })

  test('as far as the server said, but arrives: its link is the one that was taken back', async () => {
    const trouble: SmtpFailures = { dropsAfterData: 'kept' }
    const { open, mail, usable } = await postApp({ trouble })
    const visit = open()
    expect(getLocation(await visit.signIn('nodemailer', { email: address }))).toBe(notSent)
    expect(await usable()).toEqual([])
    const [stray = ''] = findLinks(mail())
    const csrfToken = await visit.getCsrfToken()
    const fields = Object.fromEntries(new URL(stray).searchParams)
    const refused = await visit.post('/auth/callback/nodemailer', { csrfToken, ...fields })
    expect(getLocation(refused)).toBe(`${origin}/auth/error?error=Verification`)
    trouble.dropsAfterData = undefined
    expect(getLocation(await visit.signIn('nodemailer', { email: address }))).toBe(waiting)
    const [link = ''] = findLinks(mail())
    expect(getLocation(await visit.get(link))).toBe(origin)
  })

  test('because the server says nothing at all', async () => {
    const mute = createServer(() => {})
    await new Promise<void>(resolve => mute.listen(0, '127.0.0.1', resolve))
    closing.push(() => new Promise(resolve => mute.close(() => resolve())))
    const port = (mute.address() as { port: number }).port
    const { open, usable } = await postApp({ server: { port, greetingTimeout: 300 } })
    expect(getLocation(await open().signIn('nodemailer', { email: address }))).toBe(notSent)
    expect(await usable()).toEqual([])
  })

  test('later ones are sent all the same', async () => {
    const trouble: SmtpFailures = { rejects: () => true }
    const { open, mails } = await postApp({ trouble })
    const visit = open()
    await visit.signIn('nodemailer', { email: address })
    trouble.rejects = () => false
    expect(getLocation(await visit.signIn('nodemailer', { email: address }))).toBe(waiting)
    expect(mails).toHaveLength(1)
  })
})

test('a provider without a server says so', () => {
  expect(() => Nodemailer({})).toThrow(/`server`/)
})
