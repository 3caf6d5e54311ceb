import NextAuth, { type NextAuthConfig } from 'latchkey/next'

export const config = {
  providers: [{ id: 'harbor', name: 'Harbor', type: 'oidc', issuer: 'https://harbor.example' }],
  pages: { signIn: '/login' },
  callbacks: {
    authorized: ({ auth, request: { nextUrl } }) => nextUrl.pathname === '/' || !!auth?.user,
    session: ({ session }) => ({ ...session, role: 'admin' }),
  },
} satisfies NextAuthConfig

export const { handlers, auth, signIn, signOut, unstable_update } = NextAuth(config)

export const inline = NextAuth({
  providers: [],
  callbacks: {
    async session({ session, user }) {
      return { ...session, user: { id: user.id, role: 'admin' } }
    },
  },
})

export const chosen = NextAuth({
  providers: [],
  callbacks: { session: ({ session: { expires } }) => ({ expires, user: { id: '1', role: 'admin' } }) },
})

export const lazy = NextAuth(async request => ({
  ...config,
  basePath: request?.nextUrl.basePath ?? '/api/auth',
}))

const plainConfig: NextAuthConfig = config
export const plain = NextAuth(plainConfig)
export const without = NextAuth({ providers: [] })

// TS2353: 'secrets' does not exist
NextAuth({ providers: [], secrets: '' })

// TS2322: not assignable
NextAuth({ providers: [], callbacks: { authorized: () => 'yes' } })
