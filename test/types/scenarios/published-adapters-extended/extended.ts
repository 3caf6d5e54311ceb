export {}

declare module 'latchkey/types' {
  interface User {
    role?: string
  }
}

declare module 'latchkey/adapters' {
  interface AdapterUser {
    plan: 'free' | 'paid'
    points: number
  }
}

// As the documentation of the published adapters says: theirs is extended, too.
declare module '@auth/core/adapters' {
  interface AdapterUser {
    plan: 'free' | 'paid'
    points: number
    role?: string
  }
}
