import { SqlAdapter } from 'latchkey/adapters/sql'
import GitHub from 'latchkey/providers/github'
import { twoFactor } from 'latchkey/two-factor'
import type { AuthConfig } from 'latchkey/types'

export const adapter = SqlAdapter(process.env['DATABASE_URL'] ?? 'file:app.db')

export const config: AuthConfig = {
  adapter,
  providers: [GitHub],
  plugins: [
    twoFactor({
      issuer: 'Acme',
      required: ({ id }) => isAdministrator(id ?? ''),
      notify: (user, { subject, text }) => sendEmail(user.email, subject, text),
    }),
  ],
}

export async function makeAdministrator(userId: string): Promise<void> {
  await adapter.records.putRecord({ kind: 'administrator', id: userId, userId, value: true, expires: null })
  await adapter.deleteSessionsByUserId(userId)
}

async function isAdministrator(userId: string): Promise<boolean> {
  return (await adapter.records.getRecord('administrator', userId)) !== null
}

const sendEmail = async (to: unknown, ...text: string[]) => console.info('An email', to, text)
