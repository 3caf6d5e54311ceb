import { expect, test, vi } from 'vitest'
import { GET } from '@/app/api/me/route'

const auth = vi.hoisted(() => vi.fn())
vi.mock('@/auth', () => ({ auth }))

test('a signed-in user reads the name', async () => {
  auth.mockResolvedValue({ user: { id: '1', name: 'Ada' }, expires: '2099-01-01T00:00:00.000Z' })
  expect(await (await GET()).json()).toEqual({ name: 'Ada' })
})

test('a visitor is rejected', async () => {
  auth.mockResolvedValue(null)
  expect((await GET()).status).toBe(401)
})
