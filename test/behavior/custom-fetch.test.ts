import { customFetch } from 'latchkey'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createTestApp, runRoundTrip } from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'

afterEach(() => {
  vi.restoreAllMocks()
})

describe('customFetch', () => {
  test('makes every request to its provider', async () => {
    const global = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('not this way'))
    const { op, open } = createTestApp()
    const visit = open()
    await runRoundTrip(visit, op)
    expect(await visit.getSession()).not.toBeNull()
    expect(global).not.toHaveBeenCalled()
    global.mockRestore()
  })

  test('of the options overrides that of the provider', async () => {
    const op = createMaliciousProvider()
    const never: typeof fetch = () => Promise.reject(new Error('not this way'))
    const provider = { ...op.provider({ [customFetch]: never }), options: { [customFetch]: op.fetch } }
    const visit = createTestApp({ op, providers: [provider] }).open()
    await runRoundTrip(visit, op)
    expect(await visit.getSession()).not.toBeNull()
  })

  test('defaults to the current global fetch', async () => {
    const op = createMaliciousProvider()
    const { open } = createTestApp({ op, providers: [op.provider({ [customFetch]: undefined })] })
    const global = vi.spyOn(globalThis, 'fetch').mockImplementation(op.fetch)
    const visit = open()
    await runRoundTrip(visit, op)
    global.mockRestore()
    expect(await visit.getSession()).not.toBeNull()
  })

  test('of the provider is used if the options set it to undefined', async () => {
    const op = createMaliciousProvider()
    const provider = { ...op.provider(), options: { clientId: op.clientId, [customFetch]: undefined } }
    const visit = createTestApp({ op, providers: [provider] }).open()
    await runRoundTrip(visit, op)
    expect(await visit.getSession()).not.toBeNull()
  })

  test('is not used by `request` and `profile` functions of the provider', async () => {
    const op = createMaliciousProvider()
    const own: string[] = []
    vi.spyOn(globalThis, 'fetch').mockImplementation(async input => {
      own.push(String(input))
      return Response.json({ id: 7, name: 'Grace' })
    })
    const userinfo = { request: async () => (await fetch('https://op.example/me')).json() }
    const profile = async () => {
      await fetch('https://op.example/photo')
      return { id: '7', name: 'Grace' }
    }
    const visit = createTestApp({ op, providers: [op.plainProvider({ userinfo, profile })] }).open()
    await runRoundTrip(visit, op, { provider: 'plain' })
    expect(own).toEqual(['https://op.example/me', 'https://op.example/photo'])
    expect(op.listRequestedEndpoints()).toEqual(['token'])
    expect(await visit.getSession()).not.toBeNull()
  })
})
