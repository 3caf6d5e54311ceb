import type { DefaultSession } from '@auth/sveltekit'

declare module '@auth/sveltekit' {
  interface Session {
    user: { tier?: string } & DefaultSession['user']
  }
}

declare module '@auth/core/jwt' {
  interface JWT {
    width?: string
  }
}
