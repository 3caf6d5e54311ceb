import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { customFetch } from 'latchkey'
import type { UserinfoEndpointHandler } from 'latchkey/providers'
import { describe, expect, test } from 'vitest'
import { createTappedAdapter, createTestApp, getLocation, origin, runRoundTrip } from '../support/app.js'
import { createMaliciousProvider, failures, grace, type Lies } from '../support/malicious-provider.js'

describe('profile source', () => {
  type Lie = NonNullable<Lies['userinfo']>

  const configuration = `${origin}/auth/error?error=Configuration`

  /** A provider that requests userinfo, with an adapter that records its calls. */
  function setUp(kind: 'oauth' | 'oidc', userinfo?: Lie, more: object = {}) {
    const op = createMaliciousProvider()
    if (userinfo) op.lies.userinfo = userinfo
    const provider =
      kind === 'oauth' ? op.plainProvider({ id: 'op', ...more }) : op.provider({ idToken: false, ...more })
    const { adapter, calls } = createTappedAdapter()
    return { ...createTestApp({ op, adapter, providers: [provider] }), calls }
  }

  const writes = (calls: string[]) => calls.filter(name => /^(create|link|update)/.test(name))

  describe.each(['oauth', 'oidc'] as const)('the userinfo response of an %s provider', kind => {
    test('is the profile', async () => {
      const { op, open } = setUp(kind)
      const visit = open()
      await runRoundTrip(visit, op)
      expect(await visit.getSession()).toMatchObject({ user: { email: grace.email } })
    })

    test.each(Object.keys(failures).filter(name => name !== 'slow') as (keyof typeof failures)[])(
      'with the failure "%s" creates no user',
      async lie => {
        const { op, open, calls } = setUp(kind, lie)
        const visit = open()
        expect(getLocation(await runRoundTrip(visit, op))).toBe(configuration)
        expect(await visit.getSession()).toBeNull()
        expect(writes(calls)).toEqual([])
        op.lies = {}
        await runRoundTrip(visit, op)
        expect(await visit.getSession()).not.toBeNull()
      },
    )

    test.each<[string, Lie]>([
      ['an error status and a valid profile', answer => Response.json(answer, { status: 403 })],
      ['no id', ({ sub: _, ...rest }) => rest],
      ['an empty id', answer => ({ ...answer, sub: '' })],
      ['a null id', answer => ({ ...answer, sub: null })],
      ['text', () => Response.json('grace')],
      ['null', () => Response.json(null)],
    ])('with %s creates no user', async (_, lie) => {
      const { op, open, calls } = setUp(kind, lie)
      const visit = open()
      expect(getLocation(await runRoundTrip(visit, op))).toBe(configuration)
      expect(await visit.getSession()).toBeNull()
      expect(writes(calls)).toEqual([])
    })

    test('is passed through `conform` first', async () => {
      const conform = async (response: Response) => {
        const { data } = (await response.json()) as { data: object }
        return Response.json(data)
      }
      const userinfo = { url: 'https://op.example/userinfo', conform }
      const { op, open } = setUp(kind, data => ({ data }), { userinfo })
      const visit = open()
      await runRoundTrip(visit, op)
      expect(await visit.getSession()).not.toBeNull()
    })

    test('can have a WWW-Authenticate header', async () => {
      const challenge = { headers: { 'www-authenticate': 'Bearer' } }
      const { op, open } = setUp(kind, answer => Response.json(answer, challenge))
      const visit = open()
      await runRoundTrip(visit, op)
      expect(await visit.getSession()).not.toBeNull()
    })
  })

  describe('a profile', () => {
    test('with a different `sub` than the ID token is rejected', async () => {
      const { op, open, calls } = setUp('oidc', answer => ({ ...answer, sub: 'somebody-else' }))
      expect(getLocation(await runRoundTrip(open(), op))).toBe(configuration)
      expect(writes(calls)).toEqual([])
    })

    test.each<[string, object]>([
      ['throws', { profile: () => Promise.reject(new Error('no such field')) }],
      ['returns no id', { profile: () => ({ name: 'Grace' }) }],
      ['returns an empty id', { profile: () => ({ id: '', name: 'Grace' }) }],
    ])('whose mapping %s creates no user', async (_, more) => {
      const { op, open, calls, log } = setUp('oauth', undefined, more)
      expect(getLocation(await runRoundTrip(open(), op))).toBe(configuration)
      expect(log.types()).toEqual(['OAuthProfileParseError'])
      expect(writes(calls)).toEqual([])
    })

    test('can have URLs built from the issuer and the token response', async () => {
      const userinfo = { profileUrls: { picture: '{issuer}/avatar/{tokens.user_id}/512' } }
      const { op, open } = setUp('oidc', undefined, { userinfo })
      op.lies.token = answer => ({ ...answer, user_id: 'ada/../b c' })
      const visit = open()
      await runRoundTrip(visit, op)
      const image = `${op.issuer}/avatar/ada%2F..%2Fb%20c/512`
      expect(await visit.getSession()).toMatchObject({ user: { image } })
    })

    test('has no URL if the token response lacks its parts', async () => {
      const userinfo = { profileUrls: { picture: '{issuer}/avatar/{tokens.user_id}/512' } }
      const { op, open } = setUp('oidc', answer => ({ ...answer, picture: null }), { userinfo })
      const visit = open()
      await runRoundTrip(visit, op)
      expect((await visit.getSession())?.user).not.toHaveProperty('image', expect.anything())
    })

    test('can have a number as id', async () => {
      const { op, open } = setUp('oauth', answer => ({ ...answer, sub: 42 }))
      const visit = open()
      await runRoundTrip(visit, op)
      expect(await visit.getSession()).not.toBeNull()
    })
  })

  describe('a signed userinfo response', () => {
    interface Named {
      readonly iss?: string
      readonly issuers?: readonly string[]
    }

    const signed = async (signer: 'ours' | 'foreign', { iss, issuers }: Named = {}) => {
      const [ours, foreign] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')])
      const key = signer === 'ours' ? ours : foreign
      const jwk = { ...(await exportJWK(ours.publicKey)), kid: 'userinfo', alg: 'RS256' }
      const client = { userinfo_signed_response_alg: 'RS256' }
      const { op, open } = setUp('oidc', undefined, { client, acceptedIssuers: issuers })
      const claims = { ...grace, iss: iss ?? op.issuer, aud: op.clientId }
      const jwt = await new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: 'userinfo' })
        .sign(key.privateKey)
      op.lies.userinfo = () => new Response(jwt, { headers: { 'content-type': 'application/jwt' } })
      op.lies.jwks = ({ keys }) => ({ keys: [...(keys as object[]), jwk] })
      const visit = open()
      await runRoundTrip(visit, op)
      return visit.getSession()
    }

    test('is verified', async () => expect(await signed('ours')).not.toBeNull())
    test('with an unknown signature is rejected', async () => expect(await signed('foreign')).toBeNull())

    describe('may be signed with the algorithm that', () => {
      const listed = (values: unknown) => ({ userinfo_signing_alg_values_supported: values })
      const fromClient = { client: { userinfo_signed_response_alg: 'ES256' } }

      /** The metadata of the provider, the options of the app, and the one algorithm that is accepted. */
      const cases = [
        ['is the default, RS256', listed(undefined), {}, 'RS256'],
        ['is the default, RS256, because the list is null', listed(null), {}, 'RS256'],
        ['the provider lists', listed(['ES256']), {}, 'ES256'],
        ['the provider lists beside "none"', listed(['none', 'RS256']), {}, 'RS256'],
        ['`client` names', listed(undefined), fromClient, 'ES256'],
        ['`client` names, whatever is listed', listed(['RS256']), fromClient, 'ES256'],
      ] as const

      test.each(cases)('%s', async (_, metadata, options, accepted) => {
        for (const alg of ['RS256', 'ES256'] as const) {
          const { publicKey, privateKey } = await generateKeyPair(alg)
          const jwk = { ...(await exportJWK(publicKey)), kid: 'userinfo', alg }
          const op = createMaliciousProvider()
          const { client } = op.provider()
          const { userinfo_signed_response_alg: _, ...rest } = client ?? {}
          const provider = op.provider({ idToken: false, client: { ...rest, ...Object(options).client } })
          const { open } = createTestApp({ op, providers: [provider] })
          const jwt = await new SignJWT({ ...grace, iss: op.issuer, aud: op.clientId })
            .setProtectedHeader({ alg, kid: 'userinfo' })
            .sign(privateKey)
          op.lies = {
            discovery: document => ({ ...document, ...metadata }),
            userinfo: () => new Response(jwt, { headers: { 'content-type': 'application/jwt' } }),
            jwks: ({ keys }) => ({ keys: [...(keys as object[]), jwk] }),
          }
          const visit = open()
          await runRoundTrip(visit, op)
          expect([alg, (await visit.getSession()) !== null]).toEqual([alg, alg === accepted])
        }
      })
    })

    const iss = 'https://userinfo.op.example'
    test('can have an issuer that is listed in `acceptedIssuers`', async () =>
      expect(await signed('ours', { iss, issuers: [iss] })).not.toBeNull())
    test('with an issuer that is not listed is rejected', async () => {
      expect(await signed('ours', { iss })).toBeNull()
      expect(await signed('ours', { iss, issuers: ['https://other.op.example'] })).toBeNull()
    })
    test('with an unknown signature is rejected even if its issuer is listed', async () =>
      expect(await signed('foreign', { iss, issuers: [iss] })).toBeNull())
  })

  describe('the profile of an OpenID Connect provider', () => {
    test('is the ID token, and userinfo is not requested', async () => {
      const { op, open } = createTestApp()
      op.lies.claims = { name: 'as the ID token says' }
      const visit = open()
      await runRoundTrip(visit, op)
      expect(await visit.getSession()).toMatchObject({ user: { name: 'as the ID token says' } })
      expect(op.listRequestedEndpoints()).not.toContain('userinfo')
    })

    test('is the userinfo response with `idToken: false`', async () => {
      const { op, open } = setUp('oidc', answer => ({ ...answer, name: 'as userinfo says' }))
      op.lies.claims = { name: 'as the ID token says' }
      const visit = open()
      await runRoundTrip(visit, op)
      expect(await visit.getSession()).toMatchObject({ user: { name: 'as userinfo says' } })
    })
  })

  test.each([
    ['oidc', /application\/json.*application\/jwt/],
    ['oauth', /application\/json/],
  ] as const)(
    'the userinfo request of an %s provider is a GET with the access token',
    async (kind, accept) => {
      const { op, open } = setUp(kind)
      await runRoundTrip(open(), op)
      const { method, headers } = op.requests.find(({ endpoint }) => endpoint === 'userinfo') ?? {}
      expect(method).toBe('GET')
      expect(headers?.get('accept')).toMatch(accept)
      expect(headers?.get('authorization')).toMatch(/^Bearer .{10,}$/)
    },
  )

  describe('an additional request', () => {
    /** The requests that are sent if the profile has this member `home`, and the redirect of the callback. */
    async function asking(url: string, home: string) {
      const op = createMaliciousProvider()
      op.lies.userinfo = answer => ({ ...answer, home })
      const asked: string[] = []
      const fetch: typeof globalThis.fetch = async (input, init) => {
        const request = new Request(input, init)
        if (new URL(request.url).hostname !== 'more.example') return op.fetch(input, init)
        asked.push(request.url)
        return Response.json({ more: true })
      }
      const merge = (profile: object, answer: unknown) => ({ ...profile, ...(answer as object) })
      const userinfo = { url: op.endpoints.userinfo, additionalRequests: [{ url, merge }] }
      const providers = [op.plainProvider({ id: 'op', userinfo, [customFetch]: fetch })]
      const { open } = createTestApp({ op, providers })
      return { asked, at: getLocation(await runRoundTrip(open(), op)) }
    }

    test.each([
      ['https://more.example/{profile.home}', 'of grace', 'https://more.example/of%20grace'],
      ['https://more.example/{profile.home}', '../b?c', 'https://more.example/..%2Fb%3Fc'],
      ['https://more.example/a/{profile.home}', '..', 'https://more.example/a/'],
      ['{profile.home}', 'https://more.example/a/b', 'https://more.example/a/b'],
    ])('to %s uses the profile value %s', async (url, home, wanted) => {
      expect(await asking(url, home)).toEqual({ asked: [wanted], at: origin })
    })

    test('is skipped if `when` returns false', async () => {
      const op = createMaliciousProvider()
      const asked = new Set<boolean>()
      const when = ({ sub }: Readonly<Record<string, unknown>>) => {
        asked.add(sub === grace.sub)
        return false
      }
      const further = [{ url: 'https://more.example/', when, merge: () => ({ sub: 'somebody else' }) }]
      const providers = [
        op.plainProvider({ id: 'op', userinfo: { url: op.endpoints.userinfo, additionalRequests: further } }),
      ]
      const { open } = createTestApp({ op, providers })
      expect(getLocation(await runRoundTrip(open(), op))).toBe(origin)
      expect([...asked]).toEqual([true])
    })

    test.each(['http://more.example/', 'javascript:1', ''])('is rejected for the URL %j', async home => {
      expect(await asking('{profile.home}', home)).toEqual({ asked: [], at: configuration })
    })
  })

  describe('`userinfo.request` of the provider', () => {
    type Told = Parameters<NonNullable<UserinfoEndpointHandler['request']>>[0]

    const asking = (request: (told: Told) => unknown, more: object = {}) => {
      const op = createMaliciousProvider()
      const userinfo = { url: op.endpoints.userinfo, request }
      const { adapter, calls } = createTappedAdapter()
      const providers = [op.plainProvider({ id: 'op', userinfo, ...more })]
      return { ...createTestApp({ op, adapter, providers }), calls }
    }

    test('receives the tokens and the provider with its URLs', async () => {
      const told: Told[] = []
      const { op, open } = asking(context => {
        told.push(context)
        return { id: 7, name: 'Grace' }
      })
      const visit = open()
      await runRoundTrip(visit, op)
      expect(await visit.getSession()).toMatchObject({ user: { name: 'Grace' } })
      expect(op.listRequestedEndpoints()).toEqual(['token'])
      expect(told[0]?.tokens).toMatchObject({ access_token: expect.any(String), token_type: 'bearer' })
      expect(told[0]?.provider).toMatchObject({
        id: 'op',
        clientId: 'app',
        signinUrl: `${origin}/auth/signin/op`,
        callbackUrl: `${origin}/auth/callback/op`,
        authorization: { url: new URL(op.endpoints.authorize) },
        token: { url: new URL(op.endpoints.token) },
        userinfo: { url: new URL(op.endpoints.userinfo) },
      })
    })

    test('receives a `fetch` with the same limits as other requests', async () => {
      const { op, open } = asking(async ({ tokens, fetch }) => {
        await expect(fetch('http://op.example/userinfo')).rejects.toThrow('is not https')
        const headers = { authorization: `Bearer ${tokens.access_token}` }
        const answer = await fetch('https://op.example/userinfo', { headers })
        return answer.json()
      })
      const visit = open()
      await runRoundTrip(visit, op)
      expect(await visit.getSession()).toMatchObject({ user: { name: grace.name } })
      expect(op.listRequestedEndpoints()).toEqual(['token', 'userinfo'])
    })

    test('cannot change the configured URLs', async () => {
      const { op, open } = asking(({ provider }) => {
        if (provider.token?.url) provider.token.url.host = 'evil.example'
        return { id: 7, name: 'Grace' }
      })
      await runRoundTrip(open(), op)
      const visit = open()
      await runRoundTrip(visit, op)
      expect(await visit.getSession()).not.toBeNull()
    })

    test.each([undefined, null, 'grace', 7, []])('that returns %j creates no user', async answer => {
      const { op, open, calls, log } = asking(() => answer)
      expect(getLocation(await runRoundTrip(open(), op))).toBe(configuration)
      expect(log.types()).toEqual(['CallbackRouteError'])
      expect(writes(calls)).toEqual([])
    })

    test('that throws creates no user', async () => {
      const { op, open, calls, log } = asking(() => Promise.reject(new Error('away')))
      expect(getLocation(await runRoundTrip(open(), op))).toBe(configuration)
      expect(log.errors).toMatchObject([{ type: 'CallbackRouteError', cause: { provider: 'op' } }])
      expect(writes(calls)).toEqual([])
    })
  })
})
