import Credentials from 'latchkey/next-auth-4/credentials'
import { expect, expectTypeOf, test } from 'vitest'
import { createTestApp } from '../../support/app.js'

test('`authorize` receives strings, and a request with plain objects, as in NextAuth 4', async () => {
  const received: unknown[] = []
  const password = Credentials({
    name: 'Password',
    credentials: { email: { label: 'Email' }, password: { type: 'password' } },
    async authorize(credentials, request) {
      expectTypeOf(credentials?.email).toEqualTypeOf<string | undefined>()
      received.push(
        credentials?.email,
        request.method,
        request.headers['user-agent'],
        request.body['password'],
      )
      return { id: '1', email: credentials?.email }
    },
  })
  expect(password).toMatchObject({ id: 'credentials', name: 'Password', type: 'credentials' })
  const visit = createTestApp({ providers: [password] }).open()
  const fields = { email: 'ada@example.com', password: 'sesame' }
  await visit.signInWithCredentials(fields, { headers: { 'user-agent': 'Test' } })
  expect(received).toEqual(['ada@example.com', 'POST', 'Test', 'sesame'])
  expect(await visit.getSession()).toMatchObject({ user: { email: 'ada@example.com' } })
})

test('`authorize` receives no value that is not a string', async () => {
  const received: unknown[] = []
  const password = Credentials({
    credentials: { email: {} },
    authorize(credentials, { body }) {
      received.push(credentials?.email, body['email'])
      return null
    },
  })
  const visit = createTestApp({ providers: [password] }).open()
  const csrfToken = await visit.getCsrfToken()
  await visit.post('/auth/callback/credentials', { csrfToken, email: { $ne: null } }, { json: true })
  expect(received).toEqual([undefined, undefined])
})
