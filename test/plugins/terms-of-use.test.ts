import { MemoryAdapter } from 'latchkey/adapters/memory'
import { createAuth, toRequestHead } from 'latchkey/server'
import { describe, expect, test } from 'vitest'
import { createTestApp, getLocation, origin, runRoundTrip } from '../support/app.js'
import { termsOfUse } from './terms-of-use.js'

async function startSignIn() {
  const app = createTestApp({
    adapter: MemoryAdapter(),
    plugins: [termsOfUse],
    session: { strategy: 'jwt' },
  })
  const visit = app.open()
  const interrupted = await runRoundTrip(visit, app.op, { callbackUrl: '/welcome' })
  const termsUrl = getLocation(interrupted) ?? ''
  return { ...app, visit, termsUrl, pending: new URL(termsUrl).searchParams.get('pending') ?? '' }
}

describe('the plugin of the guide', () => {
  test('asks new users to accept the terms, signs them in, and does not ask again', async () => {
    const { visit, op, termsUrl, pending } = await startSignIn()
    expect(termsUrl).toMatch(/^https:\/\/app\.example\/auth\/terms\?pending=/)
    const page = await (await visit.get(termsUrl, { headers: { 'accept-language': 'de' } })).text()
    expect(page).toContain('<h1>Nutzungsbedingungen</h1>')

    const csrfToken = await visit.getCsrfToken()
    const accepted = await visit.post('/auth/terms', { csrfToken, pending })
    expect(getLocation(accepted)).toBe(`${origin}/welcome`)
    expect(await visit.getSession()).not.toBeNull()

    await visit.signOut()
    expect(getLocation(await runRoundTrip(visit, op))).not.toContain('/terms')
    expect(await visit.getSession()).not.toBeNull()
  })

  test('responds with JSON to clients that request it', async () => {
    const { visit, termsUrl, pending } = await startSignIn()
    const headers = { accept: 'application/json' }
    const response = await visit.get(termsUrl, { headers })
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toEqual({ user: expect.any(String) })
    const fields = { csrfToken: await visit.getCsrfToken(), pending }
    const accepted = await visit.post('/auth/terms', fields, { headers })
    expect(await accepted.json()).toEqual({ url: `${origin}/welcome` })
  })

  test('needs the CSRF token for a POST', async () => {
    const { visit, pending } = await startSignIn()
    expect(getLocation(await visit.post('/auth/terms', { pending }))).toContain('MissingCSRF')
    expect(await visit.getSession()).toBeNull()
  })

  test('has functions for server code, with types', async () => {
    const auth = createAuth({
      providers: [],
      secret: 'a secret of more than 32 characters!',
      trustHost: true,
      adapter: MemoryAdapter(),
      plugins: [termsOfUse],
    })
    const head = toRequestHead(new Request(`${origin}/`))
    const { data, cookies } = await auth.api.terms.hasAccepted(head, 'ada-1')
    expect([data satisfies boolean, cookies]).toEqual([false, []])
  })
})
