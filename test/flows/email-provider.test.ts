import { MemoryAdapter } from 'latchkey/adapters/memory'
import Email, { type EmailOptions } from 'latchkey/providers/email'
import { describe, expect, onTestFinished, test } from 'vitest'
import { sendWithNodemailer } from '../../src/email/nodemailer.fallback.js'
import { createTestApp, getLocation, origin } from '../support/app.js'
import { type SmtpFailures, startSmtpServer } from '../support/smtp-server.js'

const email = 'ada@example.com'

async function startSmtp(failures?: SmtpFailures) {
  const smtp = await startSmtpServer(failures)
  onTestFinished(smtp.close)
  return smtp
}

function createEmailApp(options: EmailOptions) {
  return createTestApp({ adapter: MemoryAdapter(), providers: [Email(options)] })
}

function findLink(text = ''): string {
  return text.match(/https:\S+/)?.[0] ?? ''
}

describe('Email with `server`', () => {
  test.each(['url', 'server'] as const)(
    'sends a magic link through the SMTP server, under the id "email" (%s)',
    async form => {
      const smtp = await startSmtp()
      const visit = createEmailApp({ server: smtp[form], from: 'Acme <no-reply@acme.example>' }).open()
      expect(getLocation(await visit.signIn('email', { email, callbackUrl: '/in' }))).toBe(
        `${origin}/auth/verify-request?provider=email&type=email`,
      )
      const { recipients, isEncrypted, from, subject, text } = smtp.getLatestEmail()
      expect({ recipients, isEncrypted, subject }).toEqual({
        recipients: [email],
        isEncrypted: true,
        subject: 'Sign in to app.example',
      })
      expect(from).toMatchObject({ name: 'Acme', address: 'no-reply@acme.example' })
      expect(new URL(findLink(text)).pathname).toBe('/auth/callback/email')
      expect(getLocation(await visit.get(findLink(text)))).toBe(`${origin}/in`)
      expect(await visit.getSession()).toMatchObject({ user: { email } })
    },
  )

  test('uses `maxAge`, `generateVerificationToken` and `normalizeIdentifier`', async () => {
    const smtp = await startSmtp()
    const visit = createEmailApp({
      server: smtp.url,
      maxAge: 7200,
      generateVerificationToken: () => 'token-of-the-app',
      normalizeIdentifier: identifier => identifier.replace(/\+[^@]*/, ''),
    }).open()
    await visit.signIn('email', { email: 'ada+news@example.com' })
    const { recipients, text } = smtp.getLatestEmail()
    expect(recipients).toEqual([email])
    expect(text).toContain('2 hours')
    expect(new URL(findLink(text)).searchParams.get('token')).toBe('token-of-the-app')
    await visit.get(findLink(text))
    expect(await visit.getSession()).toMatchObject({ user: { email } })
  })

  test('redirects to error=EmailSignin if the server rejects the recipient', async () => {
    const smtp = await startSmtp({ rejects: () => true })
    const { open, log } = createEmailApp({ server: smtp.url })
    expect(getLocation(await open().signIn('email', { email }))).toBe(
      `${origin}/auth/signin?error=EmailSignin`,
    )
    expect(log.types()).toEqual(['EmailSignInError'])
  })

  test('sends nothing through the server if `sendVerificationRequest` is set', async () => {
    const smtp = await startSmtp()
    const recipients: string[] = []
    const visit = createEmailApp({
      server: smtp.url,
      sendVerificationRequest: ({ identifier }) => void recipients.push(identifier),
    }).open()
    await visit.signIn('email', { email })
    expect({ recipients, emails: smtp.emails }).toEqual({ recipients: [email], emails: [] })
  })
})

test('outside of Node, Bun and Deno, the error of `server` names the alternatives', async () => {
  await expect(sendWithNodemailer()).rejects.toThrow(
    /Node, Bun and Deno.*`sendVerificationRequest`.*"latchkey\/providers\/nodemailer"/,
  )
})
