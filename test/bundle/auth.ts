import type { AuthConfig } from 'latchkey'

const users = [{ id: '1', name: 'Ada Lovelace', email: 'ada@example.com' }]

/** The smallest site that somebody can sign in to. */
export function configAt(basePath: string): AuthConfig {
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
