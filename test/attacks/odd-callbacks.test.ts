import { describe, expect, test } from 'vitest'
import { leadsTo, makeApp, origin, roundTrip } from '../support/app.js'
import { lyingProvider } from '../support/lying-provider.js'

const configuration = `${origin}/auth/error?error=Configuration`
const denied = `${origin}/auth/signin?error=OAuthCallbackError`

/** What comes of an answer that somebody edited on its way. */
async function edited(edit: (answer: URLSearchParams) => void, provider = 'op') {
  const op = lyingProvider()
  const { open, log } = makeApp({ op, providers: [op.provider(), op.plainProvider({ issuer: op.issuer })] })
  op.lies.authorization = edit
  const visit = open()
  const back = await roundTrip(visit, op, { provider })
  return { where: leadsTo(back), asked: op.asked(), session: await visit.session(), log }
}

describe.each(['op', 'plain'])('an answer of "%s"', provider => {
  test.each(['code', 'state', 'iss', 'error', 'response', 'id_token', 'token'])(
    'that has `%s` twice is refused, and no code is sent',
    async name => {
      for (const second of ['same', 'evil']) {
        const { where, asked, session } = await edited(answer => {
          const first = answer.get(name) ?? 'x'
          answer.set(name, first)
          answer.append(name, second === 'same' ? first : 'evil')
        }, provider)
        expect(where).not.toBe(origin)
        expect(asked).not.toContain('token')
        expect(session).toBeNull()
      }
    },
  )

  test.each(['id_token', 'token', 'response'])(
    'that has `%s` is refused: nothing but a code is taken',
    async name => {
      const { where, asked, session } = await edited(
        answer => answer.set(name, 'eyJhbGciOiJub25lIn0.e30.'),
        provider,
      )
      expect(where).toBe(configuration)
      expect(asked).not.toContain('token')
      expect(session).toBeNull()
    },
  )

  test('that has a token but no code is refused', async () => {
    const { where, session } = await edited(answer => {
      answer.delete('code')
      answer.set('access_token', 'stolen')
      answer.set('token_type', 'bearer')
    }, provider)
    expect(where).toBe(configuration)
    expect(session).toBeNull()
  })

  test('that has a foreign access token beside the code never uses it', async () => {
    const op = lyingProvider()
    const { open } = makeApp({ op, providers: [op.plainProvider()] })
    op.lies.authorization = answer => answer.set('access_token', 'stolen')
    await roundTrip(open(), op, { provider: 'plain' })
    const used = op.requests.map(({ headers }) => headers.get('authorization')).join()
    expect(used).not.toContain('stolen')
  })

  test('that has code and error is a refusal', async () => {
    const { where, asked } = await edited(answer => answer.set('error', 'access_denied'), provider)
    expect(where).toBe(denied)
    expect(asked).not.toContain('token')
  })

  test.each(['', ' ', '\0'])('whose code is %j is refused', async code => {
    const { where, session } = await edited(answer => answer.set('code', code), provider)
    expect(where).toBe(configuration)
    expect(session).toBeNull()
  })

  test('may have parameters that nobody knows', async () => {
    const { where } = await edited(answer => answer.set('session_state', 'x'), provider)
    expect(where).toBe(origin)
  })
})

describe('a refusal of the provider', () => {
  test('leads back to the sign-in page', async () => {
    const { op, open, log } = makeApp()
    expect(leadsTo(await roundTrip(open(), op, { error: 'access_denied' }))).toBe(denied)
    expect(log.types()).toEqual(['OAuthCallbackError'])
  })

  test('without `state` does, too', async () => {
    const { op, open } = makeApp()
    op.lies.authorization = answer => answer.delete('state')
    expect(leadsTo(await roundTrip(open(), op, { error: 'access_denied' }))).toBe(denied)
  })

  test('with a state that nobody sent is refused itself', async () => {
    const { op, open } = makeApp()
    op.lies.authorization = answer => answer.set('state', 'made-up')
    expect(leadsTo(await roundTrip(open(), op, { error: 'access_denied' }))).toBe(configuration)
  })
})

test.each(['state=', 'state', 'code=x&state=', 'code=x&state=__proto__', 'code=x&state=constructor', ''])(
  'a callback with "%s" and no flow is refused',
  async query => {
    const { open, log } = makeApp()
    expect(leadsTo(await open().get(`/auth/callback/op?${query}`))).toBe(configuration)
    expect(log.types()).toEqual(['InvalidCheck'])
  },
)
