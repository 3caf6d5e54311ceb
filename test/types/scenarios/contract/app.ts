import type { AuthConfig } from 'latchkey'
import NextAuth, { type NextAuthConfig } from 'latchkey/next'
import type { Provider } from 'latchkey/providers'
import Bungie from 'latchkey/providers/bungie'
import GitHub from 'latchkey/providers/github'

declare function mailer(options: { from: string; apiKey: string }): ReturnType<typeof GitHub>

const providers: Provider[] = [
  GitHub,
  mailer,
  Bungie({ apiKey: process.env['BUNGIE_API_KEY'] }),
  {
    id: 'harbor',
    name: 'Harbor',
    type: 'oidc',
    issuer: 'https://harbor.example',
    profile: profile => ({ id: profile.sub, name: profile.nick.toUpperCase() }),
  },
  {
    id: 'quay',
    name: 'Quay',
    type: 'oauth',
    profile(profile) {
      return { id: profile.data.id, email: profile.data.emails[0].value }
    },
  },
]

/** What a custom sign-in page lists. */
export const buttons = providers
  .map(provider => (typeof provider === 'function' ? provider() : provider))
  .map(({ id, name }) => ({ id, name }))

export const config: AuthConfig = {
  providers,
  callbacks: {
    signIn({ user, credentials }) {
      return user.email?.endsWith('@harbor.example') ?? credentials?.['email'].endsWith('.example')
    },
    jwt({ token, user, trigger, session }) {
      token['id'] = user.id
      token['email'] = user.email ?? null
      if (trigger === 'update') token.name = session.user.name
      return token
    },
    session({ session, token, user, trigger, newSession }) {
      session.user.id = token.sub as string
      session.user.email.toLowerCase()
      session.user.id = user.id
      if (trigger === 'update') session.user.name = newSession.name
      if (session.userId !== user.id) throw new Error(session.sessionToken)
      return session
    },
  },
}

export const { auth } = NextAuth({
  providers,
  callbacks: {
    jwt: ({ token, trigger, session }) => (trigger === 'update' ? { ...token, ...session.user } : token),
    session({ session, token }) {
      session.user.id = token.sub as string
      return session
    },
  },
} satisfies NextAuthConfig)

export async function readName(): Promise<string | null | undefined> {
  const session = await auth()
  // TS18048: 'session.user' is possibly 'undefined'
  if (session) session.user.name
  return session?.user?.name
}
