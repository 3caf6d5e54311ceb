import { MemoryAdapter } from 'latchkey/adapters/memory'
import { createAuth, originUnchecked, toRequestHead } from 'latchkey/server'
import { expect, test, vi } from 'vitest'

test('the log says why the sessions of a user do not end for a page of another origin', async () => {
  const info = vi.fn()
  const auth = createAuth({
    adapter: MemoryAdapter(),
    providers: [],
    revocation: { maxStale: 0 },
    secret: 'a secret of the tests of pages of another origin',
    trustHost: true,
    logger: { info },
  })
  const headers = { origin: 'https://evil.example' }
  const head = toRequestHead(new Request('https://app.example/end', { method: 'POST', headers }))
  const ended = auth.sessions.endAll(head, { originCheck: originUnchecked })
  await expect(ended).rejects.toMatchObject({ type: 'MissingCSRF' })
  expect(info.mock.calls.map(([message]) => message)).toEqual([
    expect.stringContaining('"https://evil.example", not "https://app.example"'),
  ])
})
