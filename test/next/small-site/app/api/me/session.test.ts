import { signInAs } from 'latchkey/testing'
import { beforeEach, expect, test, vi } from 'vitest'
import { GET } from '@/app/api/me/route'
import { config } from '@/auth'

const request = vi.hoisted(() => ({ cookie: '' }))

vi.mock('next/headers', () => ({
  headers: async () =>
    new Headers({ host: 'localhost:3000', 'x-forwarded-proto': 'http', cookie: request.cookie }),
  cookies: async () => ({ getAll: () => request.cookie.split('; ').map(toCookie), set: () => {} }),
}))

function toCookie(pair: string) {
  const [name = '', value = ''] = pair.split('=')
  return { name, value: decodeURIComponent(value) }
}

beforeEach(() => {
  vi.stubEnv('AUTH_SECRET', 'a secret of more than 32 characters!')
  request.cookie = ''
})

test('a signed-in user reads the name', async () => {
  const { headers } = await signInAs(config, { user: { name: 'Ada', email: 'ada@example.com' } })
  request.cookie = headers.cookie
  expect(await (await GET()).json()).toEqual({ name: 'Ada' })
})

test('a visitor is rejected', async () => {
  expect((await GET()).status).toBe(401)
})
