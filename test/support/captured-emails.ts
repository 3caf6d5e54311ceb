import type { EmailConfig } from 'latchkey/providers'

/** An email with the arguments of `sendVerificationRequest`. */
export type CapturedEmail = Parameters<EmailConfig['sendVerificationRequest']>[0]

/** Creates an email provider "mail" that stores emails instead of sending them. */
export function captureEmails(options: Partial<EmailConfig> = {}) {
  const emails: CapturedEmail[] = []
  const provider: EmailConfig = {
    id: 'mail',
    name: 'Mail',
    type: 'email',
    sendVerificationRequest: email => void emails.push(email),
    ...options,
  }
  const getLatestEmail = (): CapturedEmail => {
    const latest = emails.at(-1)
    if (latest) return latest
    throw new Error('No email was sent.')
  }
  return { provider, emails, getLatestEmail }
}
