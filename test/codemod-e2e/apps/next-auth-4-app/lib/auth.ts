import type { NextAuthOptions } from 'next-auth'
import CredentialsProvider from 'next-auth/providers/credentials'
import GitHubProvider from 'next-auth/providers/github'

declare module 'next-auth' {
  interface Session {
    userId?: string
    role?: string
  }
}

declare module 'next-auth/jwt' {
  interface JWT {
    role?: string
  }
}

const harbor = process.env.AUTH_HARBOR_ISSUER ?? ''

export const authOptions: NextAuthOptions = {
  providers: [
    {
      id: 'harbor',
      name: 'Harbor',
      type: 'oauth',
      clientId: process.env.AUTH_HARBOR_ID,
      clientSecret: process.env.AUTH_HARBOR_SECRET,
      wellKnown: `${harbor}/.well-known/openid-configuration`,
      authorization: { params: { scope: 'openid email profile' } },
      idToken: true,
      checks: ['pkce', 'state'],
      profile(profile) {
        return { id: profile.sub, name: profile.name, email: profile.email, image: null }
      },
    },
    GitHubProvider({
      clientId: process.env.GITHUB_ID as string,
      clientSecret: process.env.GITHUB_SECRET as string,
    }),
    CredentialsProvider({
      name: 'Password',
      credentials: {
        email: { label: 'Email', type: 'email', placeholder: 'you@example.com' },
        password: { label: 'Password', type: 'password' },
      },
      async authorize(credentials, req) {
        if (!credentials?.email || credentials.password.trim() !== 'latchkey-demo') return null
        const [name] = credentials.email.split('@')
        console.log('sign-in from', req.headers?.['user-agent'])
        return { id: `person-${name}`, name, email: credentials.email }
      },
    }),
  ],
  session: { strategy: 'jwt', maxAge: 30 * 24 * 60 * 60 },
  callbacks: {
    async jwt({ token, user, account, trigger, session }) {
      if (account && user) token.role = user.email?.startsWith('admin') ? 'admin' : 'member'
      if (trigger === 'update' && session?.name) token.name = session.name
      return token
    },
    async session({ session, token }) {
      if (session.user) session.user.name = token.name ?? null
      session.userId = token.sub
      session.role = token.role
      return session
    },
  },
  secret: process.env.NEXTAUTH_SECRET,
}
