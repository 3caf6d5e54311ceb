import type { AuthConfig } from 'latchkey'

export const config: AuthConfig = {
  providers: [],
  callbacks: {
    // TS2322: Type 'number' is not assignable
    signIn: () => 1,
    // TS2322: Type 'URL' is not assignable
    redirect: ({ url }) => new URL(url),
    // TS2322: Type 'undefined' is not assignable
    jwt: () => undefined,
    // TS2322: Type 'User & AdapterUser' is not assignable
    session: ({ session }) => session.user,
  },
}

export const asynchronous: AuthConfig = {
  providers: [],
  callbacks: {
    // TS2322: Type 'null' is not assignable
    signIn: async () => null,
    // TS2322: Type 'boolean' is not assignable
    redirect: async () => false,
    // TS2322: Type 'Promise<string>' is not assignable
    jwt: async ({ token }) => token.sub ?? '',
    // TS2322: Property 'expires' is missing
    session: async ({ user }) => ({ user }),
  },
}

export const profile: AuthConfig = {
  providers: [
    // TS2322: Type 'number' is not assignable to type 'string'
    { id: 'harbor', name: 'Harbor', type: 'oidc', profile: () => ({ id: 1 }) },
    // TS2322: Type 'boolean' is not assignable
    { id: 'password', name: 'password', type: 'credentials', credentials: {}, authorize: () => true },
  ],
}
