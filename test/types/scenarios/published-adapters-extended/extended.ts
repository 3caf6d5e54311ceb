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

// As documented by the published adapters, the interface of @auth/core is extended too.
declare module '@auth/core/adapters' {
  interface AdapterUser {
    plan: 'free' | 'paid'
    points: number
    role?: string
  }
}
