import { completeRoundTrip, getLocation, origin, runRoundTrip } from '../../support/app.js'
import { badIdTokens, createMaliciousProvider } from '../../support/malicious-provider.js'
import { assertMatches, assertSame, type Checks } from './harness.js'
import { assertSignInRejected, createSignInApp, graceSession } from './test-apps.js'

const configurationError = `${origin}/auth/error?error=Configuration`

export const openId: Checks = {
  ...Object.fromEntries(
    (['RS256', 'ES256', 'HS256'] as const).flatMap(alg => [
      [`signs in with ${alg}`, () => testSignIn(alg)],
      [
        `refuses a damaged signature of ${alg}`,
        async () => void (await assertSignInRejected({ signature: 'damaged' }, { alg })),
      ],
    ]),
  ),

  'sends state, nonce and a challenge, and remembers them in one sealed cookie': async () => {
    const visit = createSignInApp().open()
    const { searchParams } = visit.getLocation(await visit.signIn('op'))
    for (const name of ['state', 'nonce', 'code_challenge'])
      assertMatches(searchParams.get(name), /^[\w-]{43}$/)
    assertSame(searchParams.get('code_challenge_method'), 'S256')
    const flows = visit.jar.cookies().filter(({ name }) => name.includes('authjs.state'))
    assertSame(flows.length, 1)
  },

  'refuses every ID token that is wrong': async () => {
    for (const [wrong, lies] of Object.entries(badIdTokens)) {
      const { answer } = await assertSignInRejected(lies, { alg: 'ES256' })
      assertMatches(getLocation(answer), configurationError, wrong)
    }
  },

  'refuses an answer without its state, or with another': async () => {
    for (const authorization of [
      (answer: URLSearchParams) => answer.delete('state'),
      (answer: URLSearchParams) => answer.set('state', 'another'),
    ]) {
      const { op, log } = await assertSignInRejected({ authorization })
      assertSame(op.listRequestedEndpoints().includes('token'), false)
      assertSame(log.types(), ['InvalidCheck'])
    }
  },

  'refuses an answer that another browser brings': async () => {
    const { op, open } = createSignInApp()
    const away = await open().signIn('op')
    const other = open()
    assertSame(getLocation(await completeRoundTrip(other, op, away)), configurationError)
    assertSame(await other.getSession(), null)
  },

  'takes an answer once': async () => {
    const { op, open } = createSignInApp()
    const visit = open()
    const back = op.authorize(visit.getLocation(await visit.signIn('op')))
    assertSame(getLocation(await visit.get(back, { from: op.issuer })), origin)
    assertSame(getLocation(await visit.get(back, { from: op.issuer })), configurationError)
  },

  'lets two tabs sign in at once': async () => {
    const { op, open } = createSignInApp()
    const visit = open()
    const [one, two] = [
      await visit.signIn('op', { callbackUrl: '/one' }),
      await visit.signIn('op', { callbackUrl: '/two' }),
    ]
    assertSame(getLocation(await completeRoundTrip(visit, op, two)), `${origin}/two`)
    assertSame(getLocation(await completeRoundTrip(visit, op, one)), `${origin}/one`)
  },

  'finds new keys after a rotation': async () => {
    const { op, open } = createSignInApp({ op: createMaliciousProvider({ alg: 'ES256' }) })
    await runRoundTrip(open(), op)
    op.rotateKeys()
    const visit = open()
    await runRoundTrip(visit, op)
    assertMatches(await visit.getSession(), graceSession)
  },

  'asks for the profile where the ID token is not to be used': async () => {
    const op = createMaliciousProvider()
    const { open } = createSignInApp({ op, providers: [op.provider({ idToken: false })] })
    const visit = open()
    await runRoundTrip(visit, op)
    assertSame(op.listRequestedEndpoints().includes('userinfo'), true)
    assertMatches(await visit.getSession(), graceSession)
  },

  'brings home who said no': async () => {
    const { op, open } = createSignInApp()
    const answer = await runRoundTrip(open(), op, { error: 'access_denied' })
    assertMatches(getLocation(answer), /\/auth\/(error|signin)\?error=/)
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
