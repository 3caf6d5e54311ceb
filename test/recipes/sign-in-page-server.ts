import { SqlAdapter } from 'latchkey/adapters/sql'
import { passwords } from 'latchkey/passwords'
import GitHub from 'latchkey/providers/github'
import Passkey from 'latchkey/providers/passkey'
import type { AuthConfig } from 'latchkey/types'
import { createTransport } from 'nodemailer'

export const adapter = SqlAdapter(process.env['DATABASE_URL'] ?? 'file:app.db')

export const config: AuthConfig = {
  adapter,
  providers: [GitHub, Passkey],
  plugins: [passwords()],
  sendEmail: createTransport(process.env['EMAIL_SERVER'], { from: 'Acme <no-reply@acme.example>' }),
  pages: { signIn: '/sign-in' },
}
