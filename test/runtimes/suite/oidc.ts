import { comeBack, leadsTo, origin, roundTrip } from '../../support/app.js'
import { badIdTokens, lyingProvider } from '../../support/lying-provider.js'
import { type Checks, like, same } from './harness.js'
import { graceIsIn, house, letsNobodyIn } from './people.js'

const configurationError = `${origin}/auth/error?error=Configuration`

export const openId: Checks = {
  ...Object.fromEntries(
    (['RS256', 'ES256', 'HS256'] as const).flatMap(alg => [
      [`signs in with ${alg}`, () => signsIn(alg)],
      [
        `refuses a damaged signature of ${alg}`,
        async () => void (await letsNobodyIn({ signature: 'damaged' }, { alg })),
      ],
    ]),
  ),

  'sends state, nonce and a challenge, and remembers them in one sealed cookie': async () => {
    const visit = house().open()
    const { searchParams } = visit.location(await visit.signIn('op'))
    for (const name of ['state', 'nonce', 'code_challenge']) like(searchParams.get(name), /^[\w-]{43}$/)
    same(searchParams.get('code_challenge_method'), 'S256')
    const flows = visit.jar.cookies().filter(({ name }) => name.includes('authjs.state'))
    same(flows.length, 1)
  },

  'refuses every ID token that is wrong': async () => {
    for (const [wrong, lies] of Object.entries(badIdTokens)) {
      const { answer } = await letsNobodyIn(lies, { alg: 'ES256' })
      like(leadsTo(answer), configurationError, wrong)
    }
  },

  'refuses an answer without its state, or with another': async () => {
    for (const authorization of [
      (answer: URLSearchParams) => answer.delete('state'),
      (answer: URLSearchParams) => answer.set('state', 'another'),
    ]) {
      const { op, log } = await letsNobodyIn({ authorization })
      same(op.asked().includes('token'), false)
      same(log.types(), ['InvalidCheck'])
    }
  },

  'refuses an answer that another browser brings': async () => {
    const { op, open } = house()
    const away = await open().signIn('op')
    const other = open()
    same(leadsTo(await comeBack(other, op, away)), configurationError)
    same(await other.session(), null)
  },

  'takes an answer once': async () => {
    const { op, open } = house()
    const visit = open()
    const back = op.authorize(visit.location(await visit.signIn('op')))
    same(leadsTo(await visit.get(back, { from: op.issuer })), origin)
    same(leadsTo(await visit.get(back, { from: op.issuer })), configurationError)
  },

  'lets two tabs sign in at once': async () => {
    const { op, open } = house()
    const visit = open()
    const [one, two] = [
      await visit.signIn('op', { callbackUrl: '/one' }),
      await visit.signIn('op', { callbackUrl: '/two' }),
    ]
    same(leadsTo(await comeBack(visit, op, two)), `${origin}/two`)
    same(leadsTo(await comeBack(visit, op, one)), `${origin}/one`)
  },

  'finds new keys after a rotation': async () => {
    const { op, open } = house({ op: lyingProvider({ alg: 'ES256' }) })
    await roundTrip(open(), op)
    op.rotateKeys()
    const visit = open()
    await roundTrip(visit, op)
    like(await visit.session(), graceIsIn)
  },

  'asks for the profile where the ID token is not to be used': async () => {
    const op = lyingProvider()
    const { open } = house({ op, providers: [op.provider({ idToken: false })] })
    const visit = open()
    await roundTrip(visit, op)
    same(op.asked().includes('userinfo'), true)
    like(await visit.session(), graceIsIn)
  },

  'brings home who said no': async () => {
    const { op, open } = house()
    const answer = await roundTrip(open(), op, { error: 'access_denied' })
    like(leadsTo(answer), /\/auth\/(error|signin)\?error=/)
    same(op.asked().includes('token'), false)
  },
}

async function signsIn(alg: 'RS256' | 'ES256' | 'HS256'): Promise<void> {
  const op = lyingProvider({ alg })
  const { open, log } = house({ op })
  const visit = open()
  same(leadsTo(await roundTrip(visit, op, { callbackUrl: '/in' })), `${origin}/in`)
  like(await visit.session(), graceIsIn)
  same(log.types(), [])
}
