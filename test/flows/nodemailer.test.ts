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
  readonly failures?: SmtpFailures
  readonly mail?: NodemailerUserConfig
  /** Options of the SMTP server. */
  readonly server?: object
  readonly config?: Partial<AuthConfig>
}

async function createEmailApp({ failures, mail, server, config }: Setup = {}) {
  const box = await startSmtpServer(failures)
  closing.push(box.close)
  const stored: unknown[] = []
  const store = MemoryAdapter()
  const { adapter } = createTappedAdapter(store, (method, [record]) => {
    if (method === 'createVerificationToken') stored.push(record)
  })
  const provider = Nodemailer({ server: { ...box.server, ...server }, ...mail })
  const app = createTestApp({ adapter, providers: [provider], ...config })
  /** The stored tokens that are still valid. */
  const usable = async () => {
    const found = await Promise.all(stored.map(record => store.getVerificationToken(record as never)))
    return found.filter(record => record !== null)
  }
  return { ...app, ...box, usable }
}

/** The link in the text and in the button of an email. */
function findLinks({ text = '', html = '' }: Pick<ReceivedEmail, 'text' | 'html'>): string[] {
  const [plain = ''] = text.match(/https:\S+/) ?? []
  const [, button = ''] = html.match(/<a href="([^"]+)"/) ?? []
  return [plain, button.replaceAll('&amp;', '&')]
}

describe('an email sent with STARTTLS and AUTH', () => {
  test('is received, and both of its links sign in', async () => {
    const { open, getLatestEmail } = await createEmailApp({ mail: { from: 'Acme <no-reply@acme.example>' } })
    const visit = open()
    expect(getLocation(await visit.signIn('nodemailer', { email: address, callbackUrl: '/in' }))).toBe(
      waiting,
    )
    const { recipients, isEncrypted, from, subject, text, html } = getLatestEmail()
    expect({ recipients, isEncrypted }).toEqual({ recipients: [address], isEncrypted: true })
    expect(from).toMatchObject({ name: 'Acme', address: 'no-reply@acme.example' })
    expect(subject).toBe('Sign in to app.example')
    expect(text).toContain('Sign in to app.example')
    expect(html).toContain('app&#8203;.example')
    const [plain, button] = findLinks(getLatestEmail())
    expect(button).toBe(plain)
    expect(getLocation(await visit.get(plain ?? ''))).toBe(`${origin}/in`)
    expect(await visit.getSession()).toMatchObject({ user: { email: address } })
  })

  test('loads nothing, supports dark mode and uses valid theme colors', async () => {
    const theme = { brandColor: '#013a63', buttonText: '"><script>' }
    const { open, getLatestEmail } = await createEmailApp({ config: { theme } })
    await open().signIn('nodemailer', { email: address })
    const { html = '' } = getLatestEmail()
    expect(html).not.toMatch(/<img|<link|<script|url\(|@import/)
    expect(html).toContain('prefers-color-scheme:dark')
    expect(html).toContain('bgcolor="#013a63"')
    expect(html).toContain('color:#ffffff')
  })

  test('uses the translations of the app for the request', async () => {
    const texts: NodemailerUserConfig['translations'] = ({ request }) =>
      request.headers.get('accept-language') === 'de' ? { lang: 'de', subject: 'Anmelden bei {host}' } : {}
    const { open, getLatestEmail } = await createEmailApp({ mail: { translations: texts } })
    await open().signIn('nodemailer', { email: address }, { headers: { 'accept-language': 'de' } })
    expect(getLatestEmail().subject).toBe('Anmelden bei app.example')
    expect(getLatestEmail().html).toContain('<html lang="de" dir="ltr">')
  })

  test('contains a code in two groups', async () => {
    const { open, getLatestEmail } = await createEmailApp({ mail: { oneTimeCode: true } })
    const visit = open()
    await visit.signIn('nodemailer', { email: address })
    const { text = '', html = '' } = getLatestEmail()
    const [code = ''] = text.match(/\d{4} \d{4}/) ?? []
    expect(html).toContain(code)
    expect(html).not.toContain('<a ')
    const csrfToken = await visit.getCsrfToken()
    const answer = await visit.post('/auth/callback/nodemailer', { csrfToken, token: code })
    expect(getLocation(answer)).toBe(origin)
  })

  test('is sent from the host of the link by default', async () => {
    const { open, getLatestEmail } = await createEmailApp()
    await open().signIn('nodemailer', { email: address })
    expect(getLatestEmail().from).toMatchObject({ address: 'no-reply@app.example' })
  })
})

describe('an email that cannot be sent', () => {
  const failureCases: readonly (readonly [string, Setup])[] = [
    ['the recipient is rejected', { failures: { rejects: () => true } }],
    ['the recipient is temporarily rejected', { failures: { rejects: () => true, rejectsWith: 450 } }],
    ['the server is full', { failures: { isFull: true } }],
    ['the connection is lost after DATA', { failures: { dropsAfterData: 'lost' } }],
    ['the server is slow', { failures: { delay: 2_000 }, server: { socketTimeout: 300 } }],
    ['the password is wrong', { server: { auth: { user: 'app', pass: 'wrong' } } }],
    ['the certificate is not trusted', { server: { tls: {} } }],
    ['the server is down', { server: { port: 1 } }],
  ]

  describe.each([
    ['a magic link', {}],
    ['a one-time code', { oneTimeCode: true }],
  ])('%s', (_, mail) => {
    test.each(failureCases)(
      'because %s: the visitor sees an error, and no token is valid',
      async (_, setup) => {
        const { open, log, usable } = await createEmailApp({ ...setup, mail })
        const visit = open()
        const answer = await visit.signIn('nodemailer', { email: address })
        expect(getLocation(answer)).toBe(notSent)
        expect(await (await visit.follow(answer)).text()).toContain('role="alert"')
        expect(log.types()).toEqual(['EmailSignInError'])
        expect(await usable()).toEqual([])
      },
    )
  })

  test('because the server has no encryption: neither password nor email is sent unencrypted', async () => {
    const { open, plaintextPasswords, emails, usable } = await createEmailApp({ failures: { isPlain: true } })
    expect(getLocation(await open().signIn('nodemailer', { email: address }))).toBe(notSent)
    expect({ plaintextPasswords, emails, usable: await usable() }).toEqual({
      plaintextPasswords: [],
      emails: [],
      usable: [],
    })
  })

  test('according to the server but is delivered: its link is invalid', async () => {
    const failures: SmtpFailures = { dropsAfterData: 'kept' }
    const { open, getLatestEmail, usable } = await createEmailApp({ failures })
    const visit = open()
    expect(getLocation(await visit.signIn('nodemailer', { email: address }))).toBe(notSent)
    expect(await usable()).toEqual([])
    const [stray = ''] = findLinks(getLatestEmail())
    const csrfToken = await visit.getCsrfToken()
    const fields = Object.fromEntries(new URL(stray).searchParams)
    const refused = await visit.post('/auth/callback/nodemailer', { csrfToken, ...fields })
    expect(getLocation(refused)).toBe(`${origin}/auth/error?error=Verification`)
    failures.dropsAfterData = undefined
    expect(getLocation(await visit.signIn('nodemailer', { email: address }))).toBe(waiting)
    const [link = ''] = findLinks(getLatestEmail())
    expect(getLocation(await visit.get(link))).toBe(origin)
  })

  test('because the server does not respond', async () => {
    const mute = createServer(() => {})
    await new Promise<void>(resolve => mute.listen(0, '127.0.0.1', resolve))
    closing.push(() => new Promise(resolve => mute.close(() => resolve())))
    const port = (mute.address() as { port: number }).port
    const { open, usable } = await createEmailApp({ server: { port, greetingTimeout: 300 } })
    expect(getLocation(await open().signIn('nodemailer', { email: address }))).toBe(notSent)
    expect(await usable()).toEqual([])
  })

  test('does not prevent later emails', async () => {
    const failures: SmtpFailures = { rejects: () => true }
    const { open, emails } = await createEmailApp({ failures })
    const visit = open()
    await visit.signIn('nodemailer', { email: address })
    failures.rejects = () => false
    expect(getLocation(await visit.signIn('nodemailer', { email: address }))).toBe(waiting)
    expect(emails).toHaveLength(1)
  })
})
