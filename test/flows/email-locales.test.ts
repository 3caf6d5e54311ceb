import type { AuthConfig } from 'latchkey'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { composeEmail } from 'latchkey/providers/email'
import Nodemailer from 'latchkey/providers/nodemailer'
import { afterEach, describe, expect, test } from 'vitest'
import { createTestApp, getLocation, origin } from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'
import { startSmtpServer } from '../support/smtp-server.js'

const defaultEmail = 'ada@example.com'

interface Asking {
  readonly accept?: string
  readonly locales?: string
  readonly maxAge?: number
  readonly oneTimeCode?: boolean
  readonly config?: Partial<AuthConfig>
}

/** The email for a visitor with these language preferences. */
async function sendEmail({ accept = '', locales, maxAge, oneTimeCode, config }: Asking) {
  const mailbox = captureEmails()
  const provider = { ...mailbox.provider, ...(maxAge && { maxAge }), ...(oneTimeCode && { oneTimeCode }) }
  const { open } = createTestApp({ adapter: MemoryAdapter(), providers: [provider], ...config })
  const fields = { email: defaultEmail, ...(locales && { ui_locales: locales }) }
  const answer = await open().signIn('mail', fields, { headers: { 'accept-language': accept } })
  return { answer, ...composeEmail(mailbox.getLatestEmail()) }
}

describe('a sign-in email', () => {
  test.each([
    ['en', 'ltr', 'Sign in to app.example', '60 minutes'],
    ['de', 'ltr', 'Anmeldung bei app.example', '60 Minuten'],
    ['fr', 'ltr', 'Connexion à app.example', '60 minutes'],
    ['es', 'ltr', 'Iniciar sesión en app.example', '60 minutos'],
    ['pt', 'ltr', 'Iniciar sessão em app.example', '60 minutos'],
    ['ja', 'ltr', 'app.example へのサインイン', '60 分'],
    ['zh-Hans', 'ltr', '登录 app.example', '60分钟'],
    ['ar', 'rtl', 'تسجيل الدخول إلى app.example', 'دقيقة'],
  ])('is in the language of the browser that requested it: %s', async (lang, dir, subject, time) => {
    const mail = await sendEmail({ accept: lang })
    expect(mail.subject).toBe(subject)
    expect(mail.html).toContain(`<html lang="${lang}" dir="${dir}">`)
    expect(mail.html).toMatch(new RegExp(`<body[^>]*>\\s*<table[^>]* lang="${lang}" dir="${dir}"`))
    for (const part of [mail.text, mail.html]) expect(part).toContain(time)
  })

  test('is in the language of `ui_locales`, and so is the verify-request page', async () => {
    const { open } = createTestApp({ adapter: MemoryAdapter(), providers: [captureEmails().provider] })
    const form = await (await open().get('/auth/signin?ui_locales=fr')).text()
    expect(form).toContain('<input type="hidden" name="ui_locales" value="fr">')
    const { subject, answer } = await sendEmail({ accept: 'de', locales: 'fr' })
    expect(subject).toBe('Connexion à app.example')
    expect(getLocation(answer)).toBe(`${origin}/auth/verify-request?provider=mail&type=email&ui_locales=fr`)
  })

  test.each([
    [600, 'Expires in 10 minutes.'],
    [60, 'Expires in 1 minute.'],
    [5400, 'Expires in 90 minutes.'],
    [7200, 'Expires in 2 hours.'],
    [86_400, 'Expires in 24 hours.'],
    [604_800, 'Expires in 7 days.'],
  ])('that expires in %i seconds contains the duration in words', async (maxAge, words) => {
    expect((await sendEmail({ maxAge })).text).toContain(words)
  })

  test('with a code is translated', async () => {
    const { text } = await sendEmail({ accept: 'ja', oneTimeCode: true })
    expect(text).toMatch(/このコードを入力してください：\n\d{4} \d{4}\n/)
    expect(text).toContain('10 分')
  })

  test('uses the translations of the configuration, with the built-in ones as fallback', async () => {
    const texts: AuthConfig['translations'] = {
      de: { email: { subject: 'Ihr Link zu {host}' } },
      nl: { email: { subject: 'Inloggen bij {host}', expiry: 'Nog {minutes} minuten geldig.' } },
      xx: { email: { expiry: '{time}' } },
    }
    const german = await sendEmail({ accept: 'de', config: { translations: texts } })
    expect(german).toMatchObject({ subject: 'Ihr Link zu app.example' })
    expect(german.text).toContain('Bei app.example anmelden')
    const dutch = await sendEmail({ accept: 'nl', config: { translations: texts } })
    expect(dutch).toMatchObject({ subject: 'Inloggen bij app.example' })
    expect(dutch.text).toContain('Nog 60 minuten geldig.')
    expect(dutch.html).toContain('<html lang="nl" dir="ltr">')
    expect((await sendEmail({ accept: 'xx', config: { translations: texts } })).text).toContain('60 min')
  })

  test('renders the host from left to right in right-to-left languages', async () => {
    const { html } = await sendEmail({ accept: 'ar' })
    expect(html).toContain('<span dir="ltr" style="display:inline-block">app&#8203;.example</span>')
  })
})

describe('`translations` of the email provider', () => {
  const closing: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
  })

  test('override those of the language and the configuration', async () => {
    const box = await startSmtpServer()
    closing.push(box.close)
    const provider = Nodemailer({ server: box.server, translations: { subject: 'Acme: {host}' } })
    const texts: AuthConfig['translations'] = {
      de: { email: { subject: 'Nein', heading: 'Willkommen bei {host}' } },
    }
    const { open } = createTestApp({ adapter: MemoryAdapter(), providers: [provider], translations: texts })
    await open().signIn('nodemailer', { email: defaultEmail }, { headers: { 'accept-language': 'de' } })
    expect(box.getLatestEmail().subject).toBe('Acme: app.example')
    expect(box.getLatestEmail().text).toContain('Willkommen bei app.example')
    expect(box.getLatestEmail().text).toContain('ignorieren')
  })
})
