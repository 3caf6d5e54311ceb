import { SqlAdapter } from 'latchkey/adapters/sql'
import Nodemailer from 'latchkey/providers/nodemailer'
import Passkey from 'latchkey/providers/passkey'
import { waitRandomly } from './utils/test-settings'
import { authenticateUser } from './utils/users'

const adapter = SqlAdapter(process.env.DATABASE_URL ?? 'file:./app.db')

/**
 * The Latchkey configuration. AUTH_SECRET, AUTH_URL, AUTH_TRUST_HOST and AUTH_HARBOR_ID, _SECRET and _ISSUER are read from
 * the environment.
 */
export default defineAuthConfig({
  adapter,
  session: {
    strategy: process.env.SESSION_STRATEGY === 'jwt' ? 'jwt' : 'database',
    maxAge: Number(process.env.SESSION_MAX_AGE ?? 2_592_000),
    updateAge: Number(process.env.SESSION_UPDATE_AGE ?? 86_400),
  },
  providers: [
    { id: 'harbor', name: 'Harbor', type: 'oidc' },
    Nodemailer({ server: process.env.EMAIL_SERVER, from: process.env.EMAIL_FROM }),
    Passkey(),
    {
      id: 'credentials',
      name: 'a password',
      type: 'credentials',
      credentials: {
        email: { label: 'Email address', type: 'email', autocomplete: 'username' },
        password: { label: 'Password', type: 'password', autocomplete: 'current-password' },
      },
      async authorize({ email, password }) {
        await waitRandomly()
        return authenticateUser(adapter, String(email), String(password))
      },
    },
  ],
  callbacks: {
    /** With the `jwt` strategy, session updates are stored in the token. */
    async jwt({ token, trigger, session }) {
      await waitRandomly()
      return trigger === 'update' ? { ...token, ...parseName(session) } : token
    },
    /** With the `database` strategy, session updates are stored in the user record. */
    async session({ session, user, trigger, newSession }) {
      await waitRandomly()
      if (!user) return session
      const changes = trigger === 'update' ? parseName(newSession) : {}
      if (changes.name) await adapter.updateUser({ id: user.id, ...changes })
      const { name, email, image } = { ...user, ...changes }
      return { expires: session.expires, user: { name, email, image } }
    },
  },
})

/** Validates the name, because the browser can send any value. */
function parseName(data: unknown): { name?: string } {
  if (typeof data !== 'object' || data === null || !('name' in data)) return {}
  const name = typeof data.name === 'string' ? data.name.trim().slice(0, 50) : ''
  return name ? { name } : {}
}
