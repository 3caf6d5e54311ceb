import { decodeProtectedHeader, exportPKCS8, generateKeyPair, jwtVerify } from 'jose'
import { customFetch } from 'latchkey'
import Apple from 'latchkey/providers/apple'
import type { User } from 'latchkey/types'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeApp } from '../support/app.js'
import { fixtures, meet } from '../support/vendor/catalogue.js'

afterEach(() => {
  vi.useRealTimers()
})

describe('The client secret of Apple', () => {
  const clientId = 'the-client-id'
  const key = { teamId: 'TEAM', keyId: 'KEY', privateKey: '' }
  let verify: (secret: string) => ReturnType<typeof jwtVerify>

  beforeAll(async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
    key.privateKey = await exportPKCS8(privateKey)
    verify = secret => jwtVerify(secret, publicKey, { currentDate: new Date() })
  })

  /** The secrets that Apple is shown when somebody signs in at each of these apps, with one provider or several. */
  async function secretsAt(apps: readonly object[], wait = 0): Promise<string[]> {
    const fixture = fixtures.find(({ provider }) => provider === 'apple')
    if (!fixture) throw new Error('Apple has no fixture.')
    const shown: string[] = []
    const { vendor } = await meet(fixture)
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const request = new Request(input, init)
      if (request.method !== 'POST') return vendor.fetch(request)
      shown.push(new URLSearchParams(await request.text()).get('client_secret') ?? '')
      return Response.json({ error: 'invalid_grant' }, { status: 400 })
    }
    const provider = Apple({ ...key, [customFetch]: fetch })
    for (const app of apps) {
      const visit = makeApp({ providers: [{ ...provider, ...app }] }).open()
      const away = visit.location(await visit.signIn('apple'))
      const { url, form } = vendor.answer(away)
      await visit.post(url, form, { from: away.origin })
      vi.setSystemTime(Date.now() + wait * 1000)
    }
    return shown
  }

  test('is signed with the key of the team, for an hour', async () => {
    const [secret = ''] = await secretsAt([{ clientId }])
    const { payload } = await verify(secret)
    expect(decodeProtectedHeader(secret)).toEqual({ alg: 'ES256', kid: 'KEY' })
    expect(payload).toMatchObject({ iss: 'TEAM', sub: clientId, aud: 'https://appleid.apple.com' })
    expect(Number(payload.exp) - Number(payload.iat)).toBe(3600)
  })

  test('is used again while it is good, and made anew before it is not', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    const app = { clientId }
    const [first, second, third = ''] = await secretsAt([app, app, app], 1790)
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  test('is one for each client, though they share a provider', async () => {
    const secrets = await secretsAt([{ clientId }, { clientId: 'another' }])
    const named = await Promise.all(secrets.map(async secret => (await verify(secret)).payload.sub))
    expect(named).toEqual([clientId, 'another'])
  })
})

test.each([
  ['their whole name', '{"name":{"firstName":"Johnny","lastName":"Appleseed"}}', 'Johnny Appleseed'],
  ['a part of their name', '{"name":{"lastName":"Appleseed"}}', 'Appleseed'],
  ['an empty name', '{"name":{"firstName":"","lastName":""}}', 'johnny.appleseed@example.com'],
  ['no name', '{"email":"other@example.com"}', 'johnny.appleseed@example.com'],
  ['nothing that can be read', 'null', 'johnny.appleseed@example.com'],
])(
  'somebody who comes from Apple with %s has a name, and the address of the token',
  async (_, user, name) => {
    const fixture = fixtures.find(({ provider }) => provider === 'apple')
    if (!fixture) throw new Error('Apple has no fixture.')
    const callback = { ...fixture.callback, params: { ...fixture.callback.params, user } }
    const { vendor, provider } = await meet({ ...fixture, callback })
    const visit = makeApp({ providers: [provider] }).open()
    const away = visit.location(await visit.signIn('apple'))
    const { url, form } = vendor.answer(away)
    await visit.post(url, form, { from: away.origin })
    const known = ((await visit.session()) as { user?: User } | null)?.user
    expect({ name: known?.name?.toLowerCase(), email: known?.email }).toEqual({
      name: name.toLowerCase(),
      email: fixture.user.email,
    })
  },
)
