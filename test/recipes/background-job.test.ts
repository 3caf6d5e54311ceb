import type { AdapterAccount } from 'latchkey/adapters'
import { createAuth } from 'latchkey/server'
import { createInMemoryProvider } from 'latchkey/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createVisitor } from '../support/visitor.js'

vi.stubEnv('DATABASE_URL', 'file::memory:')
vi.stubEnv('AUTH_GOOGLE_ID', 'client')
vi.stubEnv('AUTH_GOOGLE_SECRET', 'client secret')
const { adapter, getAccessToken } = await import('./background-job.js')
await adapter.migrate()

const now = () => Math.floor(Date.now() / 1000)
const send = vi.fn<typeof fetch>()
let account: AdapterAccount

beforeEach(async () => {
  vi.stubGlobal('fetch', send.mockReset())
  const id = crypto.randomUUID()
  const user = await adapter.createUser({ id, email: `${id}@example.com`, emailVerified: null })
  account = {
    type: 'oidc',
    provider: 'google',
    providerAccountId: user.id,
    userId: user.id,
    access_token: 'old',
    refresh_token: 'refresh-1',
    expires_at: now() + 600,
  }
  await adapter.linkAccount(account)
})
afterEach(() => vi.unstubAllGlobals())

/** A provider that rotates: each refresh token works once. */
function rotateTokens(): void {
  let current = 1
  send.mockImplementation(async (_, init) => {
    const used = new URLSearchParams(String(init?.body)).get('refresh_token')
    if (used !== `refresh-${current}`) return Response.json({ error: 'invalid_grant' }, { status: 400 })
    current += 1
    const tokens = { access_token: `access-${current}`, refresh_token: `refresh-${current}` }
    return Response.json({ ...tokens, expires_in: 3600, token_type: 'Bearer', unknown_field: 1 })
  })
}

async function expire(): Promise<void> {
  await adapter.updateAccount({ ...account, expires_at: now() })
}

test('a job uses the stored token until it expires', async () => {
  expect(await getAccessToken(account.userId)).toBe('old')
  expect(send).not.toHaveBeenCalled()
})

test('a job refreshes an expired token, and stores the new tokens', async () => {
  rotateTokens()
  await expire()
  expect(await getAccessToken(account.userId)).toBe('access-2')
  const [stored] = await adapter.listAccountsByUserId(account.userId)
  expect(stored).toMatchObject({ access_token: 'access-2', refresh_token: 'refresh-2' })
  expect(Number(stored?.expires_at)).toBeGreaterThan(now() + 3000)
  expect(await getAccessToken(account.userId)).toBe('access-2')
  expect(send).toHaveBeenCalledTimes(1)
})

test('the refresh token stays if the provider sends no new one', async () => {
  send.mockImplementation(async () => Response.json({ access_token: 'new', expires_in: 3600 }))
  await expire()
  expect(await getAccessToken(account.userId)).toBe('new')
  expect((await adapter.listAccountsByUserId(account.userId))[0]?.refresh_token).toBe('refresh-1')
})

test('of several jobs at once, one refreshes, and the others are told to retry', async () => {
  rotateTokens()
  await expire()
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => getAccessToken(account.userId)))
  expect(send).toHaveBeenCalledTimes(1)
  for (const result of results)
    expect(result.status === 'fulfilled' ? result.value : String(result.reason)).toMatch(/access-2|Locked/)
  expect(await getAccessToken(account.userId)).toBe('access-2')
})

test('a refused refresh token fails the job and releases the lock', async () => {
  send.mockImplementation(async () => Response.json({ error: 'invalid_grant' }, { status: 400 }))
  await expire()
  for (let round = 0; round < 2; round++)
    await expect(getAccessToken(account.userId)).rejects.toThrow('Google did not refresh the token: 400.')
})

test('a user without a refresh token has not allowed offline access', async () => {
  await expect(getAccessToken('unknown')).rejects.toThrow('offline access')
})

test('the sign-in requests a refresh token and the scope of the job', async () => {
  const { providers } = await import('./background-job-providers.js')
  vi.stubGlobal('fetch', createInMemoryProvider({ issuer: 'https://accounts.google.com' }).fetch)
  const config = { providers, secret: 'a secret of more than 32 characters!', trustHost: true }
  const { handler } = createAuth(config)
  const visitor = createVisitor(request => handler(request), 'https://app.example.com')
  const { searchParams } = visitor.getLocation(await visitor.signIn('google'))
  expect(searchParams.get('access_type')).toBe('offline')
  expect(searchParams.get('prompt')).toBe('consent')
  expect(searchParams.get('scope')).toContain('calendar.readonly')
})
