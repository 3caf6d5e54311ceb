import { MemoryAdapter } from 'latchkey/adapters/memory'
import type { EmailConfig } from 'latchkey/providers'
import Email from 'latchkey/providers/email'
import Mailgun from 'latchkey/providers/mailgun'
import Nodemailer from 'latchkey/providers/nodemailer'
import Resend from 'latchkey/providers/resend'
import { createAuth } from 'latchkey/server'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createTestApp, getLocation, origin } from '../support/app.js'

afterEach(() => vi.unstubAllEnvs())

function createEmailApp(provider: EmailConfig) {
  return createTestApp({ adapter: MemoryAdapter(), providers: [provider] })
}

const server =
  'has no `server`, so it cannot send emails. Set `server` to the URL of an SMTP server, or to nodemailer options. If it comes from a variable such as EMAIL_SERVER, that is empty.'
const sendVerificationRequest = () => {}

describe.each<[string, () => EmailConfig, string]>([
  ['Nodemailer', () => Nodemailer({ server: undefined }), `The email provider "nodemailer" ${server}`],
  ['Email', () => Email({ server: undefined }), `The email provider "email" ${server}`],
  [
    'Resend',
    () => Resend({}),
    'The email provider "resend" has no `apiKey`, so it cannot send emails. Set `apiKey` (or AUTH_RESEND_KEY).',
  ],
])('%s without its option', (_, create, sentence) => {
  test('is created, so that an app builds without the variables of its deployment', () => {
    expect(create).not.toThrow()
  })

  test('is logged at the first request', async () => {
    const { open, log } = createEmailApp(create())
    await open().get('/auth/csrf')
    expect(log.warnings).toEqual(['email-not-configured'])
    expect(log.warningMessages[0]).toBe(`${sentence} Details: npx latchkey explain email-not-configured`)
  })

  test('fails at the first email, and logs the option', async () => {
    const app = createEmailApp(create())
    const response = await app.open().signIn(create().id, { email: 'ada@example.com' })
    expect(getLocation(response)).toBe(`${origin}/auth/error?error=Configuration`)
    expect(app.log.errors.map(String)).toEqual([`InvalidConfig: ${sentence}`])
  })
})

describe('no warning is logged', () => {
  test.each([
    ['Nodemailer with `sendVerificationRequest`', Nodemailer({ sendVerificationRequest })],
    ['Email with `sendVerificationRequest`', Email({ sendVerificationRequest })],
    ['Resend with `sendVerificationRequest`', Resend({ sendVerificationRequest })],
    ['Email with a server', Email({ server: 'smtp://localhost' })],
    ['Mailgun with a key and a sender', Mailgun({ apiKey: 'x', from: 'app@mail.example' })],
  ])('for %s', async (_, provider) => {
    const { open, log } = createEmailApp(provider)
    await open().get('/auth/csrf')
    expect(log.warnings).toEqual([])
  })

  test('for a key in the environment', async () => {
    vi.stubEnv('AUTH_RESEND_KEY', 're_0123456789')
    const { config, log } = createEmailApp(Resend({}))
    await createAuth(config).handler(new Request(`${origin}/auth/csrf`))
    expect(log.warnings).toEqual([])
  })
})
