import type { EmailConfig } from 'latchkey/providers'

/** A letter, as `sendVerificationRequest` is told of it. */
export type Letter = Parameters<EmailConfig['sendVerificationRequest']>[0]

/** An e-mail provider that keeps its letters. */
export function postOffice(options: Partial<EmailConfig> = {}) {
  const letters: Letter[] = []
  const provider: EmailConfig = {
    id: 'mail',
    name: 'Mail',
    type: 'email',
    sendVerificationRequest: letter => void letters.push(letter),
    ...options,
  }
  /** The newest letter. */
  const letter = (): Letter => {
    const newest = letters.at(-1)
    if (newest) return newest
    throw new Error('No letter was sent.')
  }
  return { provider, letters, letter }
}
