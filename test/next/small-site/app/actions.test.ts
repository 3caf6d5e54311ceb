import { expect, test, vi } from 'vitest'
import { signInWithGitHub } from '@/app/actions'

vi.mock('next/headers', () => ({
  headers: async () => new Headers({ host: 'localhost:3000', 'x-forwarded-proto': 'http' }),
  cookies: async () => ({ getAll: () => [], set: () => {} }),
}))

test('the action redirects to the provider', async () => {
  vi.stubEnv('AUTH_SECRET', 'a secret of more than 32 characters!')
  vi.stubEnv('AUTH_GITHUB_ID', 'client')
  vi.stubEnv('AUTH_GITHUB_SECRET', 'client secret')
  // Next.js implements a redirect as an exception, whose digest has the URL.
  await expect(signInWithGitHub()).rejects.toMatchObject({
    digest: expect.stringContaining('https://github.com/login/oauth/authorize'),
  })
})
