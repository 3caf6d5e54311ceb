export {}

declare module 'latchkey/types' {
  interface Session {
    tenant: string
  }
  interface User {
    role?: 'keeper' | 'guest'
  }
  interface Account {
    region?: string
  }
  interface Profile {
    department?: string
  }
}

declare module 'latchkey/jwt' {
  interface JWT {
    tier: number
  }
}

declare module 'latchkey/adapters' {
  interface AdapterUser {
    plan: 'free' | 'paid'
  }
}
