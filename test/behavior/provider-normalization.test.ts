import { customFetch } from 'latchkey'
import type { OIDCConfig } from 'latchkey/providers'
import { defineOAuth } from 'latchkey/providers/define'
import { describe, expect, test } from 'vitest'
import type { Untyped } from '../../src/types/untyped.js'
import { createTestApp, getLocation, origin, runRoundTrip } from '../support/app.js'
import { createMaliciousProvider, grace } from '../support/malicious-provider.js'

type Options = NonNullable<OIDCConfig<Untyped>['options']>

/** An app whose provider has defaults and options. */
function withOptions(defaults: object, options: object, op = createMaliciousProvider()) {
  const provider = { ...op.provider(), ...defaults, options: options as Options }
  return createTestApp({ op, providers: [provider] })
}

/** The parameters of the authorization request. */
async function getAuthorizationParams(
  app: ReturnType<typeof createTestApp>,
  id = 'op',
): Promise<URLSearchParams> {
  return new URL(getLocation(await app.open().signIn(id)) ?? '').searchParams
}

describe('provider normalization', () => {
  describe('options override the defaults', () => {
    test('the `id` of the options is used in all URLs', async () => {
      const app = withOptions({ id: 'default' }, { id: 'mine' })
      const providers = await (await app.open().get('/auth/providers')).json()
      expect(providers).toEqual({
        mine: {
          id: 'mine',
          name: 'OP',
          type: 'oidc',
          signinUrl: `${origin}/auth/signin/mine`,
          callbackUrl: `${origin}/auth/callback/mine`,
        },
      })
      expect((await getAuthorizationParams(app, 'mine')).get('redirect_uri')).toBe(
        `${origin}/auth/callback/mine`,
      )
    })

    test('nested objects are merged', async () => {
      const asked = await getAuthorizationParams(
        withOptions(
          { authorization: { params: { scope: 'openid', prompt: 'login' } } },
          { authorization: { params: { prompt: 'consent', ui_locales: 'de' } } },
        ),
      )
      expect(Object.fromEntries(asked)).toMatchObject({
        scope: 'openid',
        prompt: 'consent',
        ui_locales: 'de',
      })
    })

    test('`undefined` does not override', async () => {
      const asked = await getAuthorizationParams(
        withOptions(
          { authorization: { params: { scope: 'openid calendar' } } },
          { clientId: undefined, issuer: undefined, authorization: { params: { scope: undefined } } },
        ),
      )
      expect(asked.get('client_id')).toBe('app')
      expect(asked.get('scope')).toBe('openid calendar')
    })

    test('`null` overrides: a client without a secret is a public client', async () => {
      const app = withOptions(
        { client: {} },
        { clientSecret: null },
        createMaliciousProvider({ authMethod: 'none' }),
      )
      const visit = app.open()
      await runRoundTrip(visit, app.op)
      expect(await visit.getSession()).not.toBeNull()
    })

    test('functions override', async () => {
      const app = withOptions(
        { profile: () => ({ id: '1', name: 'by default' }) },
        { profile: () => ({ id: '1', name: 'by option' }) },
      )
      const visit = app.open()
      await runRoundTrip(visit, app.op)
      expect(await visit.getSession()).toMatchObject({ user: { name: 'by option' } })
    })

    test('a string replaces an object, and an object a string', async () => {
      const object = { url: 'https://op.example/authorize?by=object', params: { prompt: 'login' } }
      const text = 'https://op.example/authorize?by=text'
      const byText = await getAuthorizationParams(
        withOptions({ authorization: object }, { authorization: text }),
      )
      expect(byText.get('by')).toBe('text')
      expect(byText.has('prompt')).toBe(false)
      const byObject = await getAuthorizationParams(
        withOptions({ authorization: text }, { authorization: object }),
      )
      expect(byObject.get('by')).toBe('object')
      expect(byObject.get('prompt')).toBe('login')
    })

    test('an array replaces an array', async () => {
      const asked = await getAuthorizationParams(
        withOptions({ checks: ['pkce', 'state'] }, { checks: ['none'] }),
      )
      expect([...asked.keys()].sort()).toEqual(['client_id', 'redirect_uri', 'response_type', 'scope'])
    })

    test('the defaults are not modified, and a second provider of the same kind starts from them', async () => {
      const op = createMaliciousProvider()
      const params = Object.freeze({ prompt: 'login' })
      const authorization = Object.freeze({ params })
      const defaults = Object.freeze({ ...op.provider(), authorization, checks: Object.freeze(['pkce']) })
      const kind = (options: object) =>
        Object.freeze({ ...defaults, options }) as object as OIDCConfig<Untyped>
      const app = createTestApp({
        op,
        providers: [kind({ id: 'one', authorization: { params: { prompt: 'none' } } }), kind({ id: 'two' })],
      })
      expect((await getAuthorizationParams(app, 'one')).get('prompt')).toBe('none')
      expect((await getAuthorizationParams(app, 'two')).get('prompt')).toBe('login')
    })
  })

  describe('an endpoint', () => {
    test('that is missing is discovered', async () => {
      const { op, open } = createTestApp()
      expect(getLocation(await open().signIn('op'))).toMatch(/^https:\/\/op\.example\/authorize\?/)
      expect(op.listRequestedEndpoints()).toEqual(['discovery'])
    })

    test('can be a string', async () => {
      const app = withOptions({}, { authorization: 'https://elsewhere.example/begin' })
      expect(getLocation(await app.open().signIn('op'))).toMatch(/^https:\/\/elsewhere\.example\/begin\?/)
    })

    test('can be an object with parameters; `claims` is encoded as JSON', async () => {
      const params = {
        claims: { id_token: { email: null } },
        max_age: 0,
        display: true,
        left_out: undefined,
        taken_out: null,
      }
      const asked = await getAuthorizationParams(withOptions({}, { authorization: { params } }))
      expect(asked.get('claims')).toBe('{"id_token":{"email":null}}')
      expect(asked.get('max_age')).toBe('0')
      expect(asked.get('display')).toBe('true')
      expect(asked.has('left_out')).toBe(false)
      expect(asked.has('taken_out')).toBe(false)
    })

    test('can have parameters at the token and userinfo endpoints too', async () => {
      const op = createMaliciousProvider()
      const { token, userinfo } = op.endpoints
      const provider = op.plainProvider({
        token: { url: token, params: { tenant: 'acme' } },
        userinfo: { url: `${userinfo}?fields=name`, params: { v: 5.131 } },
      })
      const { open } = createTestApp({ op, providers: [provider] })
      await runRoundTrip(open(), op, { provider: 'plain' })
      expect(op.requests.map(({ url }) => url.search)).toEqual(['?tenant=acme', '?fields=name&v=5.131'])
    })
  })

  describe('the scope', () => {
    const at = 'https://op.example/authorize'
    test.each<[string, 'oauth' | 'oidc', string | object | undefined, string | null]>([
      ['an OpenID Connect provider that uses discovery', 'oidc', undefined, 'openid profile email'],
      ['an OpenID Connect provider with parameters only', 'oidc', { params: {} }, 'openid profile email'],
      ['an OpenID Connect provider with a URL', 'oidc', at, 'openid profile email'],
      ['an OAuth provider', 'oauth', at, 'openid profile email'],
      ['a provider whose parameters set a scope', 'oauth', { url: at, params: { scope: 'user' } }, 'user'],
      ['a provider whose URL has a scope', 'oauth', `${at}?scope=user`, 'user'],
      ['a provider whose URL has an empty scope', 'oauth', `${at}?scope=`, ''],
      ['a provider whose URL has a scope without a value', 'oauth', `${at}?scope`, ''],
    ])('of %s', async (_, type, authorization, expected) => {
      const op = createMaliciousProvider()
      const options = { id: 'op', authorization } as object
      const provider = type === 'oidc' ? op.provider(options) : op.plainProvider(options)
      const asked = await getAuthorizationParams(createTestApp({ op, providers: [provider] }))
      expect(asked.getAll('scope')).toEqual([expected])
    })

    test.each([
      ['of the built-in provider', {}, 'read'],
      ['of the app, if the provider has a `scope` option', { scope: 'read write' }, 'read write'],
    ])('%s', async (_, own, expected) => {
      const op = createMaliciousProvider()
      const Harbor = defineOAuth<object, { scope?: string }>({
        id: 'op',
        name: 'Harbor',
        authorization: { url: at, params: { scope: '{scope}' } },
        token: 'https://op.example/token',
        userinfo: 'https://op.example/userinfo',
        scope: 'read',
      })
      const provider = Harbor({ clientId: op.clientId, clientSecret: 'secret', ...own })
      const asked = await getAuthorizationParams(createTestApp({ op, providers: [provider] }))
      expect(asked.getAll('scope')).toEqual([expected])
    })

    describe('of a built-in provider without a scope', () => {
      const Quay = defineOAuth<object>({
        id: 'op',
        name: 'Quay',
        authorization: at,
        token: 'https://op.example/token',
        userinfo: 'https://op.example/userinfo',
        scope: null,
      })

      test.each<[string, object, string[]]>([
        ['is not sent', {}, []],
        ['can be set in the parameters', { authorization: { params: { scope: 'read' } } }, ['read']],
        ['can be set in the URL', { authorization: { url: `${at}?scope=read` } }, ['read']],
        ['can be empty', { authorization: { params: { scope: '' } } }, ['']],
      ])('%s', async (_, own, expected) => {
        const op = createMaliciousProvider()
        const provider = Quay({ clientId: op.clientId, clientSecret: 'secret', ...own })
        const asked = await getAuthorizationParams(createTestApp({ op, providers: [provider] }))
        expect(asked.getAll('scope')).toEqual(expected)
      })

      test('can be set in a sign-in', async () => {
        const op = createMaliciousProvider()
        const app = createTestApp({
          op,
          providers: [Quay({ clientId: op.clientId, clientSecret: 'secret' })],
        })
        const visit = app.open()
        const csrfToken = await visit.getCsrfToken()
        const away = await visit.post('/auth/signin/op?scope=read', { csrfToken })
        expect(visit.getLocation(away).searchParams.getAll('scope')).toEqual(['read'])
      })
    })
  })

  describe('the discovery document', () => {
    /** The URLs that were requested. */
    async function lookedForAt(more: object): Promise<string[]> {
      const op = createMaliciousProvider()
      const seen: string[] = []
      const fetch: typeof globalThis.fetch = input => {
        seen.push(String(input))
        return op.fetch(`${op.issuer}/.well-known/openid-configuration`)
      }
      const { open } = createTestApp({ op, providers: [op.provider({ [customFetch]: fetch, ...more })] })
      await open().signIn('op')
      return seen
    }

    test.each([
      ['below the issuer', {}, 'https://op.example/.well-known/openid-configuration'],
      [
        'below an issuer with a path',
        { issuer: 'https://op.example/tenant' },
        'https://op.example/tenant/.well-known/openid-configuration',
      ],
      [
        'below an issuer that ends in a slash',
        { issuer: 'https://op.example/' },
        'https://op.example/.well-known/openid-configuration',
      ],
      [
        'at `wellKnown`',
        { wellKnown: 'https://op.example/elsewhere.json' },
        'https://op.example/elsewhere.json',
      ],
    ])('is requested %s', async (_, more, expected) => {
      expect(await lookedForAt(more)).toEqual([expected])
    })

    test('is enough to configure a provider', async () => {
      const op = createMaliciousProvider()
      const { issuer: _, ...rest } = op.provider()
      const wellKnown = `${op.issuer}/.well-known/openid-configuration`
      const { open } = createTestApp({ op, providers: [{ ...rest, wellKnown }] })
      const visit = open()
      await runRoundTrip(visit, op)
      expect(await visit.getSession()).toMatchObject({ user: { email: grace.email } })
    })
  })

  test('a factory without options is a provider', async () => {
    const op = createMaliciousProvider()
    const { open } = createTestApp({ op, providers: [() => op.provider()] })
    const visit = open()
    await runRoundTrip(visit, op)
    expect(await visit.getSession()).not.toBeNull()
  })
})
