import { type AuthConfig, createAuth, toRequestHead } from 'latchkey/server'
import { signInAs } from 'latchkey/testing'
import { expect, test } from 'vitest'

// Import these from your app.
const config: AuthConfig = { providers: [], secret: 'a secret of more than 32 characters!', trustHost: true }

async function showAccount(request: Request): Promise<Response> {
  const session = await createAuth(config).getSession(toRequestHead(request))
  return session ? new Response(`Hello ${session.user?.name}`) : new Response('Sign in.', { status: 401 })
}

test('a signed-in user sees the account', async () => {
  const { headers } = await signInAs(config, { user: { name: 'Ada', email: 'ada@example.com' } })
  const response = await showAccount(new Request('http://localhost:3000/account', { headers }))
  expect(await response.text()).toBe('Hello Ada')
})

test('a visitor does not see the account', async () => {
  const response = await showAccount(new Request('http://localhost:3000/account'))
  expect(response.status).toBe(401)
})
