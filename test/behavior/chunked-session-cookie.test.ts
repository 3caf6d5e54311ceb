import type { JWT } from 'latchkey/jwt'
import { describe, expect, test } from 'vitest'
import { ada, credentials, leadsTo, origin, sessionCookie } from '../support/app.js'
import { grace, lyingProvider } from '../support/lying-provider.js'
import type { Visitor } from '../support/visitor.js'
import { clearsSession, clock, house, sessionLines, signedIn, update } from '../unit/sessions/house.js'

/** Characters of one cookie's value. */
const most = 3936

/** An app whose token holds as much as an update asks for. */
function padded() {
  return signedIn({
    callbacks: {
      jwt: ({ token, trigger, session }) => {
        if (trigger === 'update') token['pad'] = 'x'.repeat(Number(session))
        return token
      },
      session: ({ session, token }) => ({ ...session, pad: String(token['pad'] ?? '').length }),
    },
  })
}

/** Somebody whose token has so many characters; their session tells how many were read. */
function opaque(length: number) {
  return signedIn({
    jwt: {
      encode: () => 'x'.repeat(length),
      decode: ({ token = '' }) => ({ sub: '1', name: String(token.length), iat: Date.now() / 1000 }),
    },
  })
}

/** The session cookies that the browser holds: what their names end in, and how long their values are. */
function held({ jar }: Visitor): Record<string, number> {
  const ours = jar.cookies().filter(({ name }) => name.startsWith(sessionCookie))
  return Object.fromEntries(ours.map(({ name, value }) => [name.slice(sessionCookie.length), value.length]))
}

/** In the order sent: what each name ends in, and whether the cookie is set or cleared. */
function sent(answer: Response): string[] {
  return sessionLines(answer).map(line => {
    const [name = '', rest = ''] = line.slice(sessionCookie.length).split('=', 2)
    return `${rest.startsWith(';') ? 'clear' : 'set'} ${name || '(bare)'}`
  })
}

describe('Behaviour section 3: the chunked session cookie', () => {
  describe('a long session token', () => {
    test('is kept in pieces of 3,936 characters, each with the same attributes', async () => {
      const { visit } = await padded()
      const answer = await update(visit, 6000)
      const lines = sessionLines(answer)
      const attributes = lines
        .filter(line => !line.includes('Max-Age=0'))
        .map(line => line.split('; ').slice(1))
      expect(attributes).toHaveLength(3)
      expect(attributes[1]).toEqual(attributes[0])
      expect(attributes[2]).toEqual(attributes[0])
      expect(attributes[0]).toEqual([
        'Path=/',
        expect.stringMatching(/^Expires=/),
        'HttpOnly',
        'Secure',
        'SameSite=Lax',
      ])
      expect(held(visit)).toEqual({ '.0': most, '.1': most, '.2': expect.any(Number) })
      expect(await visit.session()).toMatchObject({ pad: 6000 })
    })

    test('takes the place of a short one, and a short one the place of a long one', async () => {
      const { visit } = await padded()
      expect(sent(await update(visit, 6000))).toEqual(['clear (bare)', 'set .0', 'set .1', 'set .2'])
      expect(sent(await update(visit, 3000))).toEqual(['set .0', 'set .1', 'clear .2', 'clear (bare)'])
      expect(sent(await update(visit, 0))).toEqual(['clear .0', 'clear .1', 'set (bare)'])
      expect(Object.keys(held(visit))).toEqual([''])
      expect(await visit.session()).toMatchObject({ pad: 0 })
    })

    test.each([
      [1, { '': 1 }],
      [3935, { '': 3935 }],
      [3936, { '': 3936 }],
      [3937, { '.0': 3936, '.1': 1 }],
      [7872, { '.0': 3936, '.1': 3936 }],
      [7873, { '.0': 3936, '.1': 3936, '.2': 1 }],
      [15_000, { '.0': 3936, '.1': 3936, '.2': 3936, '.3': 3192 }],
    ])('of %i characters is written in pieces, each as long as it may be', async (length, pieces) => {
      const { visit } = await opaque(length)
      expect(held(visit)).toEqual(pieces)
      expect(await visit.session()).toMatchObject({ user: { name: `${length}` } })
    })

    test('made by an encoder that uses other characters is cut where it is written, not where it is read', async () => {
      const { visit } = await signedIn({
        jwt: {
          encode: async ({ token }) => `${'€'.repeat(1000)}${JSON.stringify(token)}`,
          decode: async ({ token = '' }) => JSON.parse(token.replaceAll('€', '')),
        },
      })
      const lengths = Object.values(held(visit))
      expect(lengths).toHaveLength(3)
      expect(Math.max(...lengths)).toBeLessThanOrEqual(most)
      expect(await visit.session()).not.toBeNull()
    })

    test('is gone as a whole after sign-out', async () => {
      const { visit } = await padded()
      await update(visit, 6000)
      const answer = await visit.signOut()
      expect(clearsSession(answer)).toBe(true)
      expect(held(visit)).toEqual({})
    })
  })

  describe('a sign-in whose answer cannot see the cookies that are there', () => {
    /** Somebody whose earlier session is so long, and who signs in anew with one of another length. */
    async function twice(earlier: number, later: number) {
      let pad = earlier
      const op = lyingProvider()
      const authorization = { params: { response_mode: 'form_post' } }
      const providers = [credentials, op.provider({ authorization })]
      const callbacks = {
        jwt: ({ token }: { token: JWT }) => ({ ...token, pad: token['pad'] ?? 'x'.repeat(pad) }),
      }
      const visit = house({ op, providers, callbacks }).open()
      await visit.signInWithCredentials(ada)
      pad = later
      const back = op.authorize(visit.location(await visit.signIn('op')), {})
      await visit.post(back.origin + back.pathname, back.searchParams, { from: op.issuer })
      return visit
    }

    test.each([
      ['a short one by a long one', 0, 4000],
      ['a long one by a short one', 4000, 0],
      ['a longer one by a shorter one', 8000, 4000],
      ['a shorter one by a longer one', 4000, 8000],
    ])('replaces %s', async (_, earlier, later) => {
      const visit = await twice(earlier, later)
      expect(await visit.session()).toMatchObject({ user: { email: grace.email } })
      await visit.signOut()
      expect(held(visit)).toEqual({})
    })
  })

  describe('other cookies whose names begin alike', () => {
    test('do not get in the way, and are left alone', async () => {
      const { visit } = await padded()
      await update(visit, 6000)
      const foreign = ['-theme', '.theme', '.0.old', '.01x', 's', '.']
      for (const end of foreign) visit.jar.set(origin, `${sessionCookie}${end}=dark; Path=/; Secure`)
      expect(await visit.session()).toMatchObject({ pad: 6000 })
      await update(visit, 0)
      await visit.signOut()
      expect(Object.keys(held(visit)).sort()).toEqual(foreign.sort())
    })

    test('that number a piece beyond a gap is no piece', async () => {
      const { visit } = await padded()
      await update(visit, 6000)
      visit.jar.set(origin, `${sessionCookie}.4=stale; Path=/; Secure`)
      expect(await visit.session()).toMatchObject({ pad: 6000 })
    })
  })

  describe('pieces in a request', () => {
    const of = (...numbers: number[]) =>
      numbers.map(number => `${sessionCookie}.${number}=${'x'.repeat(number + 1)}`)

    /** How many characters are read of these cookies. */
    async function read(...cookies: string[]) {
      const { visit } = await opaque(1)
      const answer = await visit.get('/auth/session', { headers: { cookie: cookies.join('; ') } })
      return Number(((await answer.json()) as { user: { name: string } } | null)?.user.name ?? 0)
    }

    test.each([
      ['are joined', of(0, 1, 2), 6],
      ['are joined in the order of their numbers, whatever order they come in', of(2, 0, 1), 6],
      ['may be one alone', of(0), 1],
      ['count up to a gap', of(0, 1, 3), 3],
      ['count up to an empty one', [...of(0, 2), `${sessionCookie}.1=`], 1],
      ['do not count without the first', of(1, 2), 0],
      ['come after a whole one', [...of(0, 1), `${sessionCookie}=xxxxx`], 5],
      ['do not mind an empty whole one', [`${sessionCookie}=`, ...of(0, 1)], 3],
    ])('%s', async (_, cookies, length) => {
      expect(await read(...cookies)).toBe(length)
    })
  })

  describe('of duplicates, as another path or domain leaves them behind', () => {
    test('the first that opens wins', async () => {
      const { visit } = await padded()
      visit.jar.set(`${origin}/auth/session`, `${sessionCookie}=stale; Path=/auth/session; Secure`)
      visit.jar.set(`${origin}/auth/session`, `${sessionCookie}=older; Path=/auth; Secure`)
      expect(await visit.session()).toMatchObject({ pad: 0 })
    })

    test('also where they come in pieces', async () => {
      const { visit } = await padded()
      await update(visit, 6000)
      for (const end of ['.0', '.1', '.2']) {
        visit.jar.set(`${origin}/auth/session`, `${sessionCookie}${end}=stale; Path=/auth; Secure`)
      }
      expect(await visit.session()).toMatchObject({ pad: 6000 })
    })

    test('also where a bare one and pieces come together', async () => {
      const { visit } = await padded()
      await update(visit, 6000)
      visit.jar.set(origin, `${sessionCookie}=stale; Path=/; Secure`)
      expect(await visit.session()).toMatchObject({ pad: 6000 })
    })
  })

  describe('a session token that grows', () => {
    test.each([
      [7_000, []],
      [7_001, ['session-cookie-large']],
    ])('to %i characters gives the warnings %j, for servers refuse large headers', async (length, warned) => {
      const { log } = await opaque(length)
      expect(log.warnings).toEqual(warned)
    })

    test('to 15,001 characters is refused', async () => {
      const { log, visit } = await opaque(15_001)
      expect(log.types()).toEqual(['SessionTooLarge'])
      expect(held(visit)).toEqual({})
    })

    test('above 15,000 characters is refused: the answer says so, and the old cookie is kept', async () => {
      const { visit, log } = await padded()
      await update(visit, 6000)
      const before = held(visit)
      const answer = await update(visit, 12_000)
      expect(answer.status).toBe(400)
      expect(await answer.json()).toBeNull()
      expect(sessionLines(answer)).toEqual([])
      expect(log.types()).toEqual(['SessionTooLarge'])
      expect(log.errors[0]?.message).toMatch(/`jwt` callback.*"database"/)
      expect(held(visit)).toEqual(before)
      expect(await visit.session()).toMatchObject({ pad: 6000 })
    })

    test('too much at a look keeps the old cookie too', async () => {
      let pad = ''
      const { visit } = await signedIn({ callbacks: { jwt: ({ token }) => ({ ...token, pad }) } })
      pad = 'x'.repeat(12_000)
      const answer = await visit.get('/auth/session')
      expect(answer.status).toBe(500)
      expect(await answer.json()).toBeNull()
      expect(sessionLines(answer)).toEqual([])
      pad = ''
      expect(await visit.session()).not.toBeNull()
    })

    test('too much at sign-in lets nobody in', async () => {
      clock.stop()
      const { open, log } = house({
        callbacks: { jwt: ({ token }) => ({ ...token, pad: 'x'.repeat(12_000) }) },
      })
      const visit = open()
      const answer = await visit.signInWithCredentials(ada)
      clock.start()
      expect(leadsTo(answer)).toBe(`${origin}/auth/error?error=Configuration`)
      expect(sessionLines(answer)).toEqual([])
      expect(log.types()).toEqual(['SessionTooLarge'])
    })
  })
})
