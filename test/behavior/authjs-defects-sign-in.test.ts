import { customFetch } from 'latchkey'
import type { TokenSet } from 'latchkey/types'
import { describe, expect, test } from 'vitest'
import {
  ada,
  completeRoundTrip,
  createTestApp,
  credentials,
  getLocation,
  origin,
  runRoundTrip,
} from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'
import { createVisitor } from '../support/visitor.js'

const isFlowCookie = ({ name }: { name: string }) => /authjs\.(state|pkce|nonce)/.test(name)

describe('differences from Auth.js: sign-in', () => {
  test('a `profile()` that throws redirects to the error page and logs OAuthProfileParseError', async () => {
    const op = createMaliciousProvider()
    const profile = () => Promise.reject(new Error('no such claim'))
    const { open, log } = createTestApp({ providers: [op.provider({ profile })] })
    expect(getLocation(await runRoundTrip(open(), op))).toBe(`${origin}/auth/error?error=Configuration`)
    expect(log.types()).toEqual(['OAuthProfileParseError'])
  })

  test('a denied consent redirects to the sign-in page', async () => {
    const { op, open } = createTestApp()
    const back = await runRoundTrip(open(), op, { error: 'access_denied' })
    expect(getLocation(back)).toBe(`${origin}/auth/signin?error=OAuthCallbackError`)
  })

  test('a failed sign-in clears its check cookie and sets the other cookies', async () => {
    const { op, open } = createTestApp()
    const visit = open()
    const away = await visit.signIn('op')
    expect(visit.jar.cookies().filter(isFlowCookie)).toHaveLength(1)
    await completeRoundTrip(visit, op, away, { error: 'access_denied' })
    expect(visit.jar.cookies().filter(isFlowCookie)).toEqual([])
    const fresh = open()
    await fresh.post('/auth/signout')
    expect(fresh.jar.get('__Host-authjs.csrf-token')).toBeDefined()
  })

  test('two tabs can sign in at the same time', async () => {
    const { op, open } = createTestApp()
    const visit = open()
    const first = await visit.signIn('op', { callbackUrl: '/first' })
    const second = await visit.openTab().signIn('op', { callbackUrl: '/second' })
    expect(getLocation(await completeRoundTrip(visit, op, first))).toBe(`${origin}/first`)
    expect(getLocation(await completeRoundTrip(visit, op, second))).toBe(`${origin}/second`)
  })

  test('without an adapter, the same account gets the same user id', async () => {
    const ids: unknown[] = []
    const jwt = ({ token }: { token: { sub?: string | undefined } }) => {
      ids.push(token.sub)
      return token
    }
    const { op, open } = createTestApp({ callbacks: { jwt } })
    await runRoundTrip(open(), op)
    await runRoundTrip(open(), op)
    await runRoundTrip(open(), op, { as: { sub: 'somebody-else' } })
    expect(ids[0]).toEqual(expect.any(String))
    expect(ids[1]).toBe(ids[0])
    expect(ids[2]).not.toBe(ids[0])
  })

  test('a form that was opened before a secret rotation still works', async () => {
    const [old, fresh] = ['the old secret of 32 characters ....', 'the fresh secret of 32 characters ..']
    const visit = createTestApp({ providers: [credentials], secret: old }).open()
    const csrfToken = await visit.getCsrfToken()
    const after = createTestApp({ providers: [credentials], secret: [fresh, old] })
    const later = createVisitor(after.answer, origin, { jar: visit.jar })
    await later.post('/auth/callback/credentials', { csrfToken, ...ada })
    expect(await later.getSession()).not.toBeNull()
  })

  test('endpoints can be set in the options and can have a `request` function', async () => {
    const op = createMaliciousProvider()
    const token = {
      url: op.endpoints.token,
      request: () => ({ tokens: { access_token: 'by hand', token_type: 'bearer' as const } }),
    }
    const userinfo = { request: ({ tokens }: { tokens: TokenSet }) => ({ id: 7, name: tokens.access_token }) }
    const bare = { authorization: undefined, token: undefined, userinfo: undefined }
    const options = { authorization: op.endpoints.authorize, token, userinfo }
    const { open } = createTestApp({ providers: [{ ...op.plainProvider(bare), options }] })
    const visit = open()
    await runRoundTrip(visit, op, { provider: 'plain' })
    expect(await visit.getSession()).toMatchObject({ user: { name: 'by hand' } })
  })

  test('`wellKnown` is used for discovery, and a missing userinfo endpoint is allowed for OIDC', async () => {
    const op = createMaliciousProvider()
    op.lies = { discovery: answer => ({ ...answer, userinfo_endpoint: undefined }) }
    const wellKnown = `${op.issuer}/.well-known/openid-configuration`
    const { open } = createTestApp({ providers: [op.provider({ issuer: undefined, wellKnown })] })
    const visit = open()
    await runRoundTrip(visit, op)
    expect(await visit.getSession()).not.toBeNull()
    expect(op.listRequestedEndpoints()).not.toContain('userinfo')
  })

  test('PKCE works with a provider that responds with `form_post`', async () => {
    const op = createMaliciousProvider()
    const authorization = { params: { response_mode: 'form_post' } }
    const { open } = createTestApp({ providers: [op.provider({ authorization })] })
    const visit = open()
    const back = op.authorize(visit.getLocation(await visit.signIn('op')))
    await visit.post(back.origin + back.pathname, back.searchParams, { from: op.issuer })
    expect(op.requests.find(({ endpoint }) => endpoint === 'token')?.body.get('code_verifier')).toHaveLength(
      43,
    )
    expect(await visit.getSession()).not.toBeNull()
  })

  test('an array in the options replaces the default array and does not change the defaults', async () => {
    const op = createMaliciousProvider()
    const defaults = op.provider({ checks: ['pkce', 'state'], options: { checks: ['none'] } })
    const { open } = createTestApp({ providers: [defaults] })
    const visit = open()
    const asked = visit.getLocation(await visit.signIn('op')).searchParams
    for (const name of ['state', 'code_challenge', 'nonce']) expect(asked.has(name), name).toBe(false)
    expect(defaults.checks).toEqual(['pkce', 'state'])
  })

  test('discovery is requested once, not at each sign-in', async () => {
    const { op, open } = createTestApp()
    await runRoundTrip(open(), op)
    await runRoundTrip(open(), op)
    expect(op.listRequestedEndpoints().filter(endpoint => endpoint === 'discovery')).toHaveLength(1)
  })

  test('the `customFetch` of the app replaces that of the provider', async () => {
    const op = createMaliciousProvider()
    const built = () => Promise.reject(new Error('not asked'))
    const { open } = createTestApp({
      providers: [op.provider({ [customFetch]: built, options: { [customFetch]: op.fetch } })],
    })
    const visit = open()
    await runRoundTrip(visit, op)
    expect(await visit.getSession()).not.toBeNull()
  })

  test('an unavailable provider redirects to the sign-in page with OAuthSignin', async () => {
    const { op, open, log } = createTestApp()
    op.lies = { discovery: 'down' }
    const visit = open()
    const answer = await visit.signIn('op')
    expect(getLocation(answer)).toBe(`${origin}/auth/signin?error=OAuthSignin`)
    expect(log.types()).toEqual(['OAuthSignInError'])
    expect(await (await visit.follow(answer)).text()).toContain('That service could not be reached.')
  })

  test.each([{ json: false }, { json: true }])(
    '`authorize` receives a request with a readable body: %j',
    async how => {
      const typed: unknown[] = []
      const authorize = async (_: unknown, request: Request) => {
        typed.push(how.json ? await request.json() : Object.fromEntries(await request.formData()))
        return null
      }
      const { open } = createTestApp({ providers: [{ ...credentials, authorize }] })
      await open().signInWithCredentials(ada, how)
      expect(typed).toEqual([expect.objectContaining(ada)])
    },
  )
})
