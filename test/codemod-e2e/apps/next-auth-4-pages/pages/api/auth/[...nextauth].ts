import NextAuth, { type NextAuthOptions } from 'next-auth'
import { adapter } from '../../../adapter'

const harbor = process.env.HARBOR_ISSUER ?? ''

export const authOptions: NextAuthOptions = {
  adapter: process.env.SESSION_STRATEGY === 'database' ? adapter : undefined,
  providers: [
    {
      id: 'harbor',
      name: 'Harbor',
      type: 'oauth',
      clientId: process.env.HARBOR_ID,
      clientSecret: process.env.HARBOR_SECRET,
      authorization: `${harbor}/authorize?scope=openid+email+profile`,
      token: `${harbor}/token`,
      userinfo: `${harbor}/userinfo`,
      issuer: harbor,
      jwks_endpoint: `${harbor}/jwks`,
      checks: ['state'],
      profile: profile => ({ id: profile.sub, name: profile.name, email: profile.email }),
    },
  ],
  callbacks: {
    session: ({ session, token, user }) => ({ ...session, userId: token?.sub ?? user.id }),
  },
  pages: { signIn: '/auth/signin' },
}

export default NextAuth(authOptions)
