import type { AuthConfig } from 'latchkey'
import { SqlAdapter } from 'latchkey/adapters/sql'
import { createAuth, toPublicSession, toRequestHead } from 'latchkey/server'
import { signInAs } from 'latchkey/testing'
import { describe, expect, test } from 'vitest'
import { credentials, secret } from '../../support/app.js'

const user = { name: 'Ada', email: 'ada@example.com' }

async function readBothViews(more: Partial<AuthConfig>) {
  const config: AuthConfig = { providers: [credentials], secret, trustHost: true, ...more }
  const { headers } = await signInAs(config, { user })
  const auth = createAuth(config)
  const request = (path: string) => new Request(`http://localhost:3000${path}`, { headers })
  const session = await auth.getSession(toRequestHead(request('/')))
  const response: unknown = await (await auth.handler(request('/auth/session'))).json()
  return { session, response }
}

const setups: [string, () => Partial<AuthConfig>][] = [
  ['JWT sessions', () => ({ session: { strategy: 'jwt' } })],
  [
    'JWT sessions with a callback',
    () => ({
      session: { strategy: 'jwt' },
      callbacks: { session: ({ session, token }) => ({ ...session, role: token.sub }) },
    }),
  ],
  ['database sessions', () => ({ adapter: SqlAdapter('file::memory:') })],
  [
    'database sessions with a callback',
    () => ({
      adapter: SqlAdapter('file::memory:'),
      callbacks: { session: ({ session, user: { id } }) => ({ expires: session.expires, user: { id } }) },
    }),
  ],
]

describe('toPublicSession', () => {
  test.each(setups)('returns exactly what GET session responds: %s', async (_, setup) => {
    const { session, response } = await readBothViews(setup())
    expect(session).not.toBeNull()
    expect(toPublicSession(session)).toEqual(response)
  })

  test('removes the columns of a stored user that browsers do not receive', async () => {
    const { session } = await readBothViews({ adapter: SqlAdapter('file::memory:') })
    expect(session?.user).toHaveProperty('emailVerified')
    expect(toPublicSession(session)?.user).toEqual({ ...user, image: null })
  })

  test('returns null for a visitor', () => expect(toPublicSession(null)).toBeNull())

  test('throws for a copy of a session, whose fields may be private', async () => {
    const { session } = await readBothViews({ session: { strategy: 'jwt' } })
    expect(() => toPublicSession({ ...session, expires: '' })).toThrow(/not a copy/)
  })
})
