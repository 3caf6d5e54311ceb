import { expect, test, vi } from 'vitest'
import { GET } from '@/app/api/name/route'

vi.mock('@/auth', () => ({ auth: (handler: unknown) => handler }))

test('a wrapped handler reads the session of the request', async () => {
  const request = Object.assign(new Request('http://localhost:3000'), { auth: { user: { name: 'Ada' } } })
  expect(await (await GET(request, {})).json()).toEqual({ name: 'Ada' })
})
