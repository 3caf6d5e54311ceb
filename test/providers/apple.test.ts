import { decodeProtectedHeader, exportPKCS8, generateKeyPair, jwtVerify } from 'jose'
import { customFetch } from 'latchkey'
import Apple from 'latchkey/providers/apple'
import type { User } from 'latchkey/types'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestApp } from '../support/app.js'
import { createVendor, fixtures } from '../support/vendor/fixtures.js'

afterEach(() => {
  vi.useRealTimers()
})

describe('the client secret of Apple', () => {
  const clientId = 'the-client-id'
  const key = { teamId: 'TEAM', keyId: 'KEY', privateKey: '' }
  let verify: (secret: string) => ReturnType<typeof jwtVerify>

  beforeAll(async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
    key.privateKey = await exportPKCS8(privateKey)
    verify = secret => jwtVerify(secret, publicKey, { currentDate: new Date() })
  })

  /** Signs in at each of these apps with one shared provider and returns the client secrets that Apple received. */
  async function collectSecrets(apps: readonly object[], wait = 0): Promise<string[]> {
    const fixture = fixtures.find(({ provider }) => provider === 'apple')
    if (!fixture) throw new Error('Apple has no fixture.')
    const received: string[] = []
    const { vendor } = await createVendor(fixture)
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const request = new Request(input, init)
      if (request.method !== 'POST') return vendor.fetch(request)
      received.push(new URLSearchParams(await request.text()).get('client_secret') ?? '')
      return Response.json({ error: 'invalid_grant' }, { status: 400 })
    }
    const provider = Apple({ ...key, [customFetch]: fetch })
    for (const app of apps) {
      const visit = createTestApp({ providers: [{ ...provider, ...app }] }).open()
      const away = visit.getLocation(await visit.signIn('apple'))
      const { url, form } = vendor.authorize(away)
      await visit.post(url, form, { from: away.origin })
      vi.setSystemTime(Date.now() + wait * 1000)
    }
    return received
  }

  test('is a JWT that is signed with the team key and expires after one hour', async () => {
    const [secret = ''] = await collectSecrets([{ clientId }])
    const { payload } = await verify(secret)
    expect(decodeProtectedHeader(secret)).toEqual({ alg: 'ES256', kid: 'KEY' })
    expect(payload).toMatchObject({ iss: 'TEAM', sub: clientId, aud: 'https://appleid.apple.com' })
    expect(Number(payload.exp) - Number(payload.iat)).toBe(3600)
  })

  test('is reused until shortly before it expires', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    const app = { clientId }
    const [first, second, third = ''] = await collectSecrets([app, app, app], 1790)
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  test('is generated per client id if several clients share a provider', async () => {
    const secrets = await collectSecrets([{ clientId }, { clientId: 'another' }])
    const named = await Promise.all(secrets.map(async secret => (await verify(secret)).payload.sub))
    expect(named).toEqual([clientId, 'another'])
  })
})

test.each([
  ['a full name', '{"name":{"firstName":"Johnny","lastName":"Appleseed"}}', 'Johnny Appleseed'],
  ['only a last name', '{"name":{"lastName":"Appleseed"}}', 'Appleseed'],
  ['an empty name', '{"name":{"firstName":"","lastName":""}}', 'johnny.appleseed@example.com'],
  ['no name', '{"email":"other@example.com"}', 'johnny.appleseed@example.com'],
  ['an invalid value', 'null', 'johnny.appleseed@example.com'],
])(
  'with %s in the `user` parameter, the user has a name and the email of the ID token',
  async (_, user, name) => {
    const fixture = fixtures.find(({ provider }) => provider === 'apple')
    if (!fixture) throw new Error('Apple has no fixture.')
    const callback = { ...fixture.callback, params: { ...fixture.callback.params, user } }
    const { vendor, provider } = await createVendor({ ...fixture, callback })
    const visit = createTestApp({ providers: [provider] }).open()
    const away = visit.getLocation(await visit.signIn('apple'))
    const { url, form } = vendor.authorize(away)
    await visit.post(url, form, { from: away.origin })
    const sessionUser = ((await visit.getSession()) as { user?: User } | null)?.user
    expect({ name: sessionUser?.name?.toLowerCase(), email: sessionUser?.email }).toEqual({
      name: name.toLowerCase(),
      email: fixture.user.email,
    })
  },
)
