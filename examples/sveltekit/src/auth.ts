import { SqlAdapter } from 'latchkey/adapters/sql'
import Nodemailer from 'latchkey/providers/nodemailer'
import Passkey from 'latchkey/providers/passkey'
import { SvelteKitAuth, type SvelteKitAuthConfig } from 'latchkey/sveltekit'
import { env } from '$env/dynamic/private'
import { waitRandomly } from '$lib/server/test-settings'
import { authenticateUser } from '$lib/server/users'

/**
 * Everything Latchkey is told. AUTH_SECRET, AUTH_URL, AUTH_TRUST_HOST and AUTH_HARBOR_ID, _SECRET and _ISSUER are read
 * from the environment by themselves.
 */
function configure() {
  const adapter = SqlAdapter(env.DATABASE_URL ?? 'file:./app.db')
  return {
    adapter,
    session: {
      strategy: env.SESSION_STRATEGY === 'jwt' ? 'jwt' : 'database',
      maxAge: Number(env.SESSION_MAX_AGE ?? 2_592_000),
    },
    experimental: { enableWebAuthn: true },
    providers: [
      { id: 'harbor', name: 'Harbor', type: 'oidc' },
      Nodemailer({ server: env.EMAIL_SERVER, from: env.EMAIL_FROM }),
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
  } satisfies SvelteKitAuthConfig
}

/** A browser sent it, so it may be anything. */
function parseName(sent: unknown): { name?: string } {
  const given = typeof sent === 'object' && sent !== null && 'name' in sent ? sent.name : ''
  const name = typeof given === 'string' ? given.trim().slice(0, 50) : ''
  return name ? { name } : {}
}

/** SvelteKit runs this file while it builds, too, when there are no variables: so it is made when somebody comes. */
let config: ReturnType<typeof configure> | undefined

export const { handle, signIn, signOut } = SvelteKitAuth(() => (config ??= configure()))
