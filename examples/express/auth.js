import { SqlAdapter } from 'latchkey/adapters/sql'
import Nodemailer from 'latchkey/providers/nodemailer'
import Passkey from 'latchkey/providers/passkey'
import { waitRandomly } from './test-settings.js'
import { authenticateUser } from './users.js'

const adapter = SqlAdapter(process.env.DATABASE_URL ?? 'file:./app.db')

/**
 * Everything Latchkey is told. AUTH_SECRET, AUTH_URL, AUTH_TRUST_HOST and AUTH_HARBOR_ID, _SECRET and _ISSUER are read
 * from the environment by themselves.
 *
 * @type {import('latchkey/express').ExpressAuthConfig}
 */
export const authConfig = {
  adapter,
  session: {
    strategy: process.env.SESSION_STRATEGY === 'jwt' ? 'jwt' : 'database',
    maxAge: Number(process.env.SESSION_MAX_AGE ?? 2_592_000),
  },
  experimental: { enableWebAuthn: true },
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
    /** Session in a cookie: what an update changes is kept in the token. */
    async jwt({ token, trigger, session }) {
      await waitRandomly()
      return trigger === 'update' ? { ...token, ...parseName(session) } : token
    },
    /** Session in the database: what an update changes is kept with the user. */
    async session({ session, user, trigger, newSession }) {
      await waitRandomly()
      if (!user) return session
      const news = trigger === 'update' ? parseName(newSession) : {}
      if (news.name) await adapter.updateUser({ id: user.id, ...news })
      const { name, email, image } = { ...user, ...news }
      return { expires: session.expires, user: { name, email, image } }
    },
  },
}

/** A browser sent it, so it may be anything. */
function parseName(sent) {
  const name = typeof sent?.name === 'string' ? sent.name.trim().slice(0, 50) : ''
  return name ? { name } : {}
}
