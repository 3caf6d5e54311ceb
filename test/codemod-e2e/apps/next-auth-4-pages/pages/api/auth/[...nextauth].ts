import NextAuth, { type NextAuthOptions } from 'next-auth'
import { adapter } from '../../../json-adapter'

const harbor = process.env.AUTH_HARBOR_ISSUER ?? ''

export const authOptions: NextAuthOptions = {
  adapter: process.env.SESSION_STRATEGY === 'database' ? adapter : undefined,
  providers: [
    {
      id: 'harbor',
      name: 'Harbor',
      type: 'oauth',
      clientId: process.env.AUTH_HARBOR_ID,
      clientSecret: process.env.AUTH_HARBOR_SECRET,
      authorization: `${harbor}/auth?scope=openid+email+profile`,
      token: `${harbor}/token`,
      issuer: harbor,
      jwks_endpoint: `${harbor}/jwks`,
      idToken: true,
      checks: ['pkce', 'state'],
      profile: profile => ({ id: profile.sub, name: profile.name, email: profile.email }),
    },
  ],
  callbacks: {
    session: ({ session, token, user }) => ({ ...session, userId: token?.sub ?? user.id }),
  },
  pages: { signIn: '/auth/signin' },
}

export default NextAuth(authOptions)
