import { SqlAdapter } from 'latchkey/adapters/sql'
import Nodemailer from 'latchkey/providers/nodemailer'
import type { AuthConfig } from 'latchkey/types'

export const adapter = SqlAdapter(process.env['DATABASE_URL'] ?? 'file:app.db')

/** Password hashes by user id. Replace this by your table. */
export const passwordHashes = new Map<string, string>()

export const config: AuthConfig = {
  adapter,
  providers: [Nodemailer({ server: process.env['EMAIL_SERVER'], from: 'sign-in@example.com' })],
  callbacks: {
    async signIn({ account, email, existingUser }) {
      const isLinkOpened = account?.type === 'email' && !email?.verificationRequest
      if (isLinkOpened && existingUser && !existingUser.emailVerified) await removeClaims(existingUser.id)
      return true
    },
  },
}

/** Removes what was set before the email was verified: its owner did not set it. */
async function removeClaims(userId: string): Promise<void> {
  passwordHashes.delete(userId)
  await adapter.deleteSessionsByUserId(userId)
}
