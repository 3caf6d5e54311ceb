import type { DefaultSession } from 'next-auth'

declare module 'next-auth' {
  interface Session {
    user: { tier?: string } & DefaultSession['user']
  }
}

declare module 'next-auth/jwt' {
  interface JWT {
    width?: string
  }
}
