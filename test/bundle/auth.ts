import type { AuthConfig } from 'latchkey'

const users = [{ id: '1', name: 'Ada Lovelace', email: 'ada@example.com' }]

/** A minimal configuration with a credentials provider. */
export function createConfig(basePath: string): AuthConfig {
  return {
    basePath,
    trustHost: true,
    secret: process.env.AUTH_SECRET,
    providers: [
      {
        id: 'credentials',
        name: 'Name',
        type: 'credentials',
        credentials: { name: { label: 'Name' } },
        authorize: ({ name }) => users.find(user => user.name === name) ?? null,
      },
    ],
  }
}
