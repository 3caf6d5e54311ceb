import { customFetch } from 'latchkey'
import type { TokenSet } from 'latchkey/types'
import { describe, expect, test } from 'vitest'
import { ada, comeBack, credentials, leadsTo, makeApp, origin, roundTrip } from '../support/app.js'
import { lyingProvider } from '../support/lying-provider.js'
import { visitor } from '../support/visitor.js'

const isFlowCookie = ({ name }: { name: string }) => /authjs\.(state|pkce|nonce)/.test(name)

describe('Behaviour section 21: what the reference gets wrong, on the way in', () => {
  test('D6: a `profile()` that throws ends on the error page, and the log says what it was', async () => {
    const op = lyingProvider()
    const profile = () => Promise.reject(new Error('no such claim'))
    const { open, log } = makeApp({ providers: [op.provider({ profile })] })
    expect(leadsTo(await roundTrip(open(), op))).toBe(`${origin}/auth/error?error=Configuration`)
    expect(log.types()).toEqual(['OAuthProfileParseError'])
  })

  test('D6: a refused consent leads back to the sign-in page', async () => {
    const { op, open } = makeApp()
    const back = await roundTrip(open(), op, { error: 'access_denied' })
    expect(leadsTo(back)).toBe(`${origin}/auth/signin?error=OAuthCallbackError`)
  })

  test('D8: a sign-in that fails clears its check cookie and sets the others', async () => {
    const { op, open } = makeApp()
    const visit = open()
    const away = await visit.signIn('op')
    expect(visit.jar.cookies().filter(isFlowCookie)).toHaveLength(1)
    await comeBack(visit, op, away, { error: 'access_denied' })
    expect(visit.jar.cookies().filter(isFlowCookie)).toEqual([])
    const fresh = open()
    await fresh.post('/auth/signout')
    expect(fresh.jar.get('__Host-authjs.csrf-token')).toBeDefined()
  })

  test('D9: two tabs sign in beside each other', async () => {
    const { op, open } = makeApp()
    const visit = open()
    const first = await visit.signIn('op', { callbackUrl: '/first' })
    const second = await visit.tab().signIn('op', { callbackUrl: '/second' })
    expect(leadsTo(await comeBack(visit, op, first))).toBe(`${origin}/first`)
    expect(leadsTo(await comeBack(visit, op, second))).toBe(`${origin}/second`)
  })

  test('D12: without an adapter the same person keeps the same id', async () => {
    const ids: unknown[] = []
    const jwt = ({ token }: { token: { sub?: string | undefined } }) => {
      ids.push(token.sub)
      return token
    }
    const { op, open } = makeApp({ callbacks: { jwt } })
    await roundTrip(open(), op)
    await roundTrip(open(), op)
    await roundTrip(open(), op, { as: { sub: 'somebody-else' } })
    expect(ids[0]).toEqual(expect.any(String))
    expect(ids[1]).toBe(ids[0])
    expect(ids[2]).not.toBe(ids[0])
  })

  test('D14: a form that was opened before the secret was rotated still works', async () => {
    const [old, fresh] = ['the old secret of 32 characters ....', 'the fresh secret of 32 characters ..']
    const visit = makeApp({ providers: [credentials], secret: old }).open()
    const csrfToken = await visit.csrf()
    const after = makeApp({ providers: [credentials], secret: [fresh, old] })
    const later = visitor(after.answer, origin, { jar: visit.jar })
    await later.post('/auth/callback/credentials', { csrfToken, ...ada })
    expect(await later.session()).not.toBeNull()
  })

  test('D16: endpoints may stand in the options, and be code of the provider', async () => {
    const op = lyingProvider()
    const token = {
      url: op.endpoints.token,
      request: () => ({ tokens: { access_token: 'by hand', token_type: 'bearer' as const } }),
    }
    const userinfo = { request: ({ tokens }: { tokens: TokenSet }) => ({ id: 7, name: tokens.access_token }) }
    const bare = { authorization: undefined, token: undefined, userinfo: undefined }
    const options = { authorization: op.endpoints.authorize, token, userinfo }
    const { open } = makeApp({ providers: [{ ...op.plainProvider(bare), options }] })
    const visit = open()
    await roundTrip(visit, op, { provider: 'plain' })
    expect(await visit.session()).toMatchObject({ user: { name: 'by hand' } })
  })

  test('D17: `wellKnown` is read, and need not name a userinfo endpoint that nobody asks', async () => {
    const op = lyingProvider()
    op.lies = { discovery: answer => ({ ...answer, userinfo_endpoint: undefined }) }
    const wellKnown = `${op.issuer}/.well-known/openid-configuration`
    const { open } = makeApp({ providers: [op.provider({ issuer: undefined, wellKnown })] })
    const visit = open()
    await roundTrip(visit, op)
    expect(await visit.session()).not.toBeNull()
    expect(op.asked()).not.toContain('userinfo')
  })

  test('D17: the proof of a provider that answers by a form comes along', async () => {
    const op = lyingProvider()
    const authorization = { params: { response_mode: 'form_post' } }
    const { open } = makeApp({ providers: [op.provider({ authorization })] })
    const visit = open()
    const back = op.authorize(visit.location(await visit.signIn('op')))
    await visit.post(back.origin + back.pathname, back.searchParams, { from: op.issuer })
    expect(op.requests.find(({ endpoint }) => endpoint === 'token')?.body.get('code_verifier')).toHaveLength(
      43,
    )
    expect(await visit.session()).not.toBeNull()
  })

  test('D18: an array of the options replaces the default one, and the defaults stay as they are', async () => {
    const op = lyingProvider()
    const defaults = op.provider({ checks: ['pkce', 'state'], options: { checks: ['none'] } })
    const { open } = makeApp({ providers: [defaults] })
    const visit = open()
    const asked = visit.location(await visit.signIn('op')).searchParams
    for (const name of ['state', 'code_challenge', 'nonce']) expect(asked.has(name), name).toBe(false)
    expect(defaults.checks).toEqual(['pkce', 'state'])
  })

  test('D19: discovery is asked once, not at every step of every sign-in', async () => {
    const { op, open } = makeApp()
    await roundTrip(open(), op)
    await roundTrip(open(), op)
    expect(op.asked().filter(endpoint => endpoint === 'discovery')).toHaveLength(1)
  })

  test("D21: the app's `customFetch` takes the place of the provider's own", async () => {
    const op = lyingProvider()
    const built = () => Promise.reject(new Error('not asked'))
    const { open } = makeApp({
      providers: [op.provider({ [customFetch]: built, options: { [customFetch]: op.fetch } })],
    })
    const visit = open()
    await roundTrip(visit, op)
    expect(await visit.session()).not.toBeNull()
  })

  test('D31: a provider that is down is told as such, on a page with other ways in', async () => {
    const { op, open, log } = makeApp()
    op.lies = { discovery: 'down' }
    const visit = open()
    const answer = await visit.signIn('op')
    expect(leadsTo(answer)).toBe(`${origin}/auth/signin?error=OAuthSignin`)
    expect(log.types()).toEqual(['OAuthSignInError'])
    expect(await (await visit.follow(answer)).text()).toContain('That service could not be reached.')
  })

  test.each([{ json: false }, { json: true }])(
    'D33: `authorize` gets a request that can be read: %j',
    async how => {
      const typed: unknown[] = []
      const authorize = async (_: unknown, request: Request) => {
        typed.push(how.json ? await request.json() : Object.fromEntries(await request.formData()))
        return null
      }
      const { open } = makeApp({ providers: [{ ...credentials, authorize }] })
      await open().signInWithCredentials(ada, how)
      expect(typed).toEqual([expect.objectContaining(ada)])
    },
  )
})
