export {}

declare module 'latchkey/types' {
  interface User {
    role?: string
  }
}

declare module 'latchkey/adapters' {
  interface AdapterUser {
    plan?: 'free' | 'paid'
  }
}
