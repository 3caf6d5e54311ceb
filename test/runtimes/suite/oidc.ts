import { completeRoundTrip, getLocation, origin, runRoundTrip } from '../../support/app.js'
import { badIdTokens, createMaliciousProvider } from '../../support/malicious-provider.js'
import { assertMatches, assertSame, type Checks } from './harness.js'
import { assertSignInRejected, createSignInApp, graceSession } from './test-apps.js'

const expiredSignIn = `${origin}/auth/signin?error=OAuthCallbackError`
const configurationError = `${origin}/auth/error?error=Configuration`

export const oidc: Checks = {
  ...Object.fromEntries(
    (['RS256', 'ES256', 'HS256'] as const).flatMap(alg => [
      [`signs in with ${alg}`, () => testSignIn(alg)],
      [
        `rejects an invalid ${alg} signature`,
        async () => void (await assertSignInRejected({ signature: 'damaged' }, { alg })),
      ],
    ]),
  ),

  'sends state, nonce and a PKCE challenge, and stores them in one encrypted cookie': async () => {
    const visit = createSignInApp().open()
    const { searchParams } = visit.getLocation(await visit.signIn('op'))
    for (const name of ['state', 'nonce', 'code_challenge'])
      assertMatches(searchParams.get(name), /^[\w-]{43}$/)
    assertSame(searchParams.get('code_challenge_method'), 'S256')
    const flows = visit.jar.cookies().filter(({ name }) => name.includes('authjs.state'))
    assertSame(flows.length, 1)
  },

  'rejects invalid ID tokens': async () => {
    for (const [wrong, lies] of Object.entries(badIdTokens)) {
      const { response } = await assertSignInRejected(lies, { alg: 'ES256' })
      assertMatches(getLocation(response), configurationError, wrong)
    }
  },

  'rejects a callback without state or with a wrong one': async () => {
    for (const authorization of [
      (response: URLSearchParams) => response.delete('state'),
      (response: URLSearchParams) => response.set('state', 'another'),
    ]) {
      const { op, log } = await assertSignInRejected({ authorization })
      assertSame(op.listRequestedEndpoints().includes('token'), false)
      assertSame(log.types(), ['InvalidCheck'])
    }
  },

  'rejects a callback in another browser': async () => {
    const { op, open } = createSignInApp()
    const away = await open().signIn('op')
    const other = open()
    assertSame(getLocation(await completeRoundTrip(other, op, away)), expiredSignIn)
    assertSame(await other.getSession(), null)
  },

  'accepts a callback once': async () => {
    const { op, open } = createSignInApp()
    const visit = open()
    const back = op.authorize(visit.getLocation(await visit.signIn('op')))
    assertSame(getLocation(await visit.get(back, { from: op.issuer })), origin)
    const requested = op.listRequestedEndpoints().length
    // The same browser goes on to the page, and the code is not sent again.
    assertSame(getLocation(await visit.get(back, { from: op.issuer })), origin)
    assertSame(getLocation(await open().get(back, { from: op.issuer })), expiredSignIn)
    assertSame(op.listRequestedEndpoints().length, requested)
  },

  'supports sign-ins in two tabs': async () => {
    const { op, open } = createSignInApp()
    const visit = open()
    const [one, two] = [
      await visit.signIn('op', { callbackUrl: '/one' }),
      await visit.signIn('op', { callbackUrl: '/two' }),
    ]
    assertSame(getLocation(await completeRoundTrip(visit, op, two)), `${origin}/two`)
    assertSame(getLocation(await completeRoundTrip(visit, op, one)), `${origin}/one`)
  },

  'fetches new keys after a rotation': async () => {
    const { op, open } = createSignInApp({ op: createMaliciousProvider({ alg: 'ES256' }) })
    await runRoundTrip(open(), op)
    op.rotateKeys()
    const visit = open()
    await runRoundTrip(visit, op)
    assertMatches(await visit.getSession(), graceSession)
  },

  'requests the userinfo endpoint with `idToken: false`': async () => {
    const op = createMaliciousProvider()
    const { open } = createSignInApp({ op, providers: [op.provider({ idToken: false })] })
    const visit = open()
    await runRoundTrip(visit, op)
    assertSame(op.listRequestedEndpoints().includes('userinfo'), true)
    assertMatches(await visit.getSession(), graceSession)
  },

  'redirects with an error if the user denies access': async () => {
    const { op, open } = createSignInApp()
    const response = await runRoundTrip(open(), op, { error: 'access_denied' })
    assertMatches(getLocation(response), /\/auth\/(error|signin)\?error=/)
    assertSame(op.listRequestedEndpoints().includes('token'), false)
  },
}

async function testSignIn(alg: 'RS256' | 'ES256' | 'HS256'): Promise<void> {
  const op = createMaliciousProvider({ alg })
  const { open, log } = createSignInApp({ op })
  const visit = open()
  assertSame(getLocation(await runRoundTrip(visit, op, { callbackUrl: '/in' })), `${origin}/in`)
  assertMatches(await visit.getSession(), graceSession)
  assertSame(log.types(), [])
}
