import type { DefaultSession } from '@auth/core/types'

declare module '@auth/core/types' {
  interface Session {
    user?: { tier?: string } & DefaultSession['user']
  }
}

declare module '@auth/core/jwt' {
  interface JWT {
    width?: string
  }
}
