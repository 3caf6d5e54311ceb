import { MemoryAdapter } from 'latchkey/adapters/memory'
import { ada, comeBack, leadsTo, origin, roundTrip } from '../../support/app.js'
import { badIdTokens, type Lies, lyingProvider } from '../../support/lying-provider.js'
import { alan, elsewhere, makeTwoProviders } from '../../support/two-providers.js'
import { type Checks, like, same } from './harness.js'
import { house } from './people.js'

const graceIsIn = { user: { name: 'Grace Hopper', email: 'grace@example.com' } }
const configurationError = `${origin}/auth/error?error=Configuration`

/** The provider lies: nobody is in, and the app is told so. */
async function letsNobodyIn(lies: Lies, setup: Parameters<typeof lyingProvider>[0] = {}, provider = 'op') {
  const op = lyingProvider(setup)
  op.lies = lies
  const { open, log } = house({ op })
  const visit = open()
  const answer = await roundTrip(visit, op, { provider })
  same(await visit.session(), null)
  return { answer, log, op }
}

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

export const oauth: Checks = {
  'signs in with a secret in the header': async () => signsInPlainly('client_secret_basic'),
  'signs in with a secret in the body': async () => signsInPlainly('client_secret_post'),
  'signs in as a public client': async () => signsInPlainly('none'),

  'passes the profile to the app': async () => {
    const op = lyingProvider()
    const profile = ({ sub, name }: { sub: string; name: string }) => ({ id: sub, name: name.toUpperCase() })
    const { open } = house({ op, providers: [op.plainProvider({ profile })] })
    const visit = open()
    await roundTrip(visit, op, { provider: 'plain' })
    like(await visit.session(), { user: { name: 'GRACE HOPPER' } })
  },

  'gives up on a provider that is down, redirects, or talks nonsense': async () => {
    for (const failure of [
      'down',
      'redirect',
      'html',
      'garbage',
      'empty',
      'array',
      'error',
      'status-500',
    ] as const) {
      for (const endpoint of ['token', 'userinfo'] as const) {
        const { answer } = await letsNobodyIn({ [endpoint]: failure }, {}, 'plain')
        like(leadsTo(answer), /\/auth\/error\?error=/, `${endpoint} ${failure}`)
      }
    }
  },

  'reads no more than a megabyte': async () => {
    await letsNobodyIn({ userinfo: 'huge' }, {}, 'plain')
  },

  'does not wait for ever': async () => {
    const timeout = AbortSignal.timeout
    AbortSignal.timeout = milliseconds => timeout.call(AbortSignal, milliseconds / 100)
    try {
      await letsNobodyIn({ token: 'slow' }, {}, 'plain')
    } finally {
      AbortSignal.timeout = timeout
    }
  },
}

export const accounts: Checks = {
  'are made once, and found again': async () => {
    const store = MemoryAdapter()
    const { op, open } = house({ adapter: store })
    const ids = []
    for (const visit of [open(), open()]) {
      await roundTrip(visit, op)
      ids.push((await store.getUserByAccount({ provider: 'op', providerAccountId: op.person.sub }))?.id)
    }
    same(ids[0] === ids[1] && ids[0] !== undefined, true)
  },

  'with the same address are not joined': async () => {
    const { op, other, open } = makeTwoProviders()
    await roundTrip(open(), op)
    const visit = open()
    like(
      leadsTo(await roundTrip(visit, other, { provider: 'other', as: elsewhere })),
      /OAuthAccountNotLinked/,
    )
    same(await visit.session(), null)
  },

  'are added to who is signed in': async () => {
    const { op, other, open, store } = makeTwoProviders()
    const visit = open()
    await roundTrip(visit, op)
    await roundTrip(visit, other, { provider: 'other', as: alan })
    like(await store.getUserByAccount({ provider: 'other', providerAccountId: alan.sub }), {
      email: 'grace@example.com',
    })
  },

  'may be refused by the app': async () => {
    const { op, open } = house({ callbacks: { signIn: ({ user }) => user.email === ada.email } })
    const visit = open()
    like(leadsTo(await roundTrip(visit, op)), /error=AccessDenied/)
    same(await visit.session(), null)
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

async function signsInPlainly(
  authMethod: 'client_secret_basic' | 'client_secret_post' | 'none',
): Promise<void> {
  const op = lyingProvider({ authMethod })
  const { open } = house({ op, providers: [op.plainProvider()] })
  const visit = open()
  same(leadsTo(await roundTrip(visit, op, { provider: 'plain' })), origin)
  same(op.asked(), ['token', 'userinfo'])
  like(await visit.session(), graceIsIn)
}
