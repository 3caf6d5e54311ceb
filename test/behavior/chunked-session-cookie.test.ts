import type { JWT } from 'latchkey/jwt'
import { describe, expect, test } from 'vitest'
import { ada, credentials, getLocation, origin, sessionCookie } from '../support/app.js'
import { createMaliciousProvider, grace } from '../support/malicious-provider.js'
import type { Visitor } from '../support/visitor.js'
import {
  clock,
  createSessionApp,
  createSignedIn,
  isSessionCleared,
  listSessionLines,
  update,
} from '../unit/sessions/session-app.js'

/** Maximum number of characters in the value of one cookie. */
const most = 3936

/** An app whose token has as much padding as an update requests. */
function createPaddedToken() {
  return createSignedIn({
    callbacks: {
      jwt: ({ token, trigger, session }) => {
        if (trigger === 'update') token['pad'] = 'x'.repeat(Number(session))
        return token
      },
      session: ({ session, token }) => ({ ...session, pad: String(token['pad'] ?? '').length }),
    },
  })
}

/**
 * A signed-in visitor whose token has `length` characters; the session name is the number of characters that were
 * read.
 */
function createOpaqueValue(length: number) {
  // The same for every value, because the newest token of a request wins.
  const iat = Date.now() / 1000
  return createSignedIn({
    jwt: {
      encode: () => 'x'.repeat(length),
      decode: ({ token = '' }) => ({ sub: '1', name: String(token.length), iat }),
    },
  })
}

/** The session cookies of the browser: name suffix and length of the value. */
function getHeldChunks({ jar }: Visitor): Record<string, number> {
  const ours = jar.cookies().filter(({ name }) => name.startsWith(sessionCookie))
  return Object.fromEntries(ours.map(({ name, value }) => [name.slice(sessionCookie.length), value.length]))
}

/** In the order sent: name suffix, and whether the cookie is set or cleared. */
function getSentChunks(answer: Response): string[] {
  return listSessionLines(answer).map(line => {
    const [name = '', rest = ''] = line.slice(sessionCookie.length).split('=', 2)
    return `${rest.startsWith(';') ? 'clear' : 'set'} ${name || '(bare)'}`
  })
}

describe('chunked session cookie', () => {
  describe('a long session token', () => {
    test('is split into cookies of 3,936 characters with the same attributes', async () => {
      const { visit } = await createPaddedToken()
      const answer = await update(visit, 6000)
      const lines = listSessionLines(answer)
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
      expect(getHeldChunks(visit)).toEqual({ '.0': most, '.1': most, '.2': expect.any(Number) })
      expect(await visit.getSession()).toMatchObject({ pad: 6000 })
    })

    test('replaces a single cookie, and a single cookie replaces the chunks', async () => {
      const { visit } = await createPaddedToken()
      expect(getSentChunks(await update(visit, 6000))).toEqual(['clear (bare)', 'set .0', 'set .1', 'set .2'])
      expect(getSentChunks(await update(visit, 3000))).toEqual([
        'set .0',
        'set .1',
        'clear .2',
        'clear (bare)',
      ])
      expect(getSentChunks(await update(visit, 0))).toEqual(['clear .0', 'clear .1', 'set (bare)'])
      expect(Object.keys(getHeldChunks(visit))).toEqual([''])
      expect(await visit.getSession()).toMatchObject({ pad: 0 })
    })

    test.each([
      [1, { '': 1 }],
      [3935, { '': 3935 }],
      [3936, { '': 3936 }],
      [3937, { '.0': 3936, '.1': 1 }],
      [7872, { '.0': 3936, '.1': 3936 }],
      [7873, { '.0': 3936, '.1': 3936, '.2': 1 }],
      [15_000, { '.0': 3936, '.1': 3936, '.2': 3936, '.3': 3192 }],
    ])('of %i characters is split into chunks of the maximum length', async (length, pieces) => {
      const { visit } = await createOpaqueValue(length)
      expect(getHeldChunks(visit)).toEqual(pieces)
      expect(await visit.getSession()).toMatchObject({ user: { name: `${length}` } })
    })

    test('from an encoder with non-ASCII characters is split at its encoded length', async () => {
      const { visit } = await createSignedIn({
        jwt: {
          encode: async ({ token }) => `${'€'.repeat(1000)}${JSON.stringify(token)}`,
          decode: async ({ token = '' }) => JSON.parse(token.replaceAll('€', '')),
        },
      })
      const lengths = Object.values(getHeldChunks(visit))
      expect(lengths).toHaveLength(3)
      expect(Math.max(...lengths)).toBeLessThanOrEqual(most)
      expect(await visit.getSession()).not.toBeNull()
    })

    test('is cleared completely at sign-out', async () => {
      const { visit } = await createPaddedToken()
      await update(visit, 6000)
      const answer = await visit.signOut()
      expect(isSessionCleared(answer)).toBe(true)
      expect(getHeldChunks(visit)).toEqual({})
    })
  })

  describe('a sign-in whose request has no session cookies', () => {
    /** Signs in twice, with tokens of different lengths. */
    async function twice(earlier: number, later: number) {
      let pad = earlier
      const op = createMaliciousProvider()
      const authorization = { params: { response_mode: 'form_post' } }
      const providers = [credentials, op.provider({ authorization })]
      const callbacks = {
        jwt: ({ token }: { token: JWT }) => ({ ...token, pad: token['pad'] ?? 'x'.repeat(pad) }),
      }
      const visit = createSessionApp({ op, providers, callbacks }).open()
      await visit.signInWithCredentials(ada)
      pad = later
      const back = op.authorize(visit.getLocation(await visit.signIn('op')), {})
      await visit.post(back.origin + back.pathname, back.searchParams, { from: op.issuer })
      return visit
    }

    test.each([
      ['a short session with a long one', 0, 4000],
      ['a long session with a short one', 4000, 0],
      ['a longer session with a shorter one', 8000, 4000],
      ['a shorter session with a longer one', 4000, 8000],
    ])('replaces %s', async (_, earlier, later) => {
      const visit = await twice(earlier, later)
      expect(await visit.getSession()).toMatchObject({ user: { email: grace.email } })
      await visit.signOut()
      expect(getHeldChunks(visit)).toEqual({})
    })
  })

  describe('other cookies with a similar name', () => {
    test('do not affect the session and are not cleared', async () => {
      const { visit } = await createPaddedToken()
      await update(visit, 6000)
      const foreign = ['-theme', '.theme', '.0.old', '.01x', 's', '.']
      for (const end of foreign) visit.jar.set(origin, `${sessionCookie}${end}=dark; Path=/; Secure`)
      expect(await visit.getSession()).toMatchObject({ pad: 6000 })
      await update(visit, 0)
      await visit.signOut()
      expect(Object.keys(getHeldChunks(visit)).sort()).toEqual(foreign.sort())
    })

    test('a chunk number after a gap is ignored', async () => {
      const { visit } = await createPaddedToken()
      await update(visit, 6000)
      visit.jar.set(origin, `${sessionCookie}.4=stale; Path=/; Secure`)
      expect(await visit.getSession()).toMatchObject({ pad: 6000 })
    })
  })

  describe('chunks in a request', () => {
    const of = (...numbers: number[]) =>
      numbers.map(number => `${sessionCookie}.${number}=${'x'.repeat(number + 1)}`)

    /** The number of characters that are read from these cookies. */
    async function read(...cookies: string[]) {
      const { visit } = await createOpaqueValue(1)
      const answer = await visit.get('/auth/session', { headers: { cookie: cookies.join('; ') } })
      return Number(((await answer.json()) as { user: { name: string } } | null)?.user.name ?? 0)
    }

    test.each([
      ['are joined', of(0, 1, 2), 6],
      ['are joined in the order of their numbers, whatever their order in the header', of(2, 0, 1), 6],
      ['can be a single one', of(0), 1],
      ['are read up to a gap', of(0, 1, 3), 3],
      ['are read up to an empty one', [...of(0, 2), `${sessionCookie}.1=`], 1],
      ['are ignored without the first one', of(1, 2), 0],
      ['are ignored if there is a cookie without a number', [...of(0, 1), `${sessionCookie}=xxxxx`], 5],
      ['are read if the cookie without a number is empty', [`${sessionCookie}=`, ...of(0, 1)], 3],
    ])('%s', async (_, cookies, length) => {
      expect(await read(...cookies)).toBe(length)
    })
  })

  describe('duplicates of the session cookie, with other paths or domains', () => {
    test('use the first one that can be decoded', async () => {
      const { visit } = await createPaddedToken()
      visit.jar.set(`${origin}/auth/session`, `${sessionCookie}=stale; Path=/auth/session; Secure`)
      visit.jar.set(`${origin}/auth/session`, `${sessionCookie}=older; Path=/auth; Secure`)
      expect(await visit.getSession()).toMatchObject({ pad: 0 })
    })

    test('are handled for chunks too', async () => {
      const { visit } = await createPaddedToken()
      await update(visit, 6000)
      for (const end of ['.0', '.1', '.2']) {
        visit.jar.set(`${origin}/auth/session`, `${sessionCookie}${end}=stale; Path=/auth; Secure`)
      }
      expect(await visit.getSession()).toMatchObject({ pad: 6000 })
    })

    test('are handled for a single cookie beside chunks', async () => {
      const { visit } = await createPaddedToken()
      await update(visit, 6000)
      visit.jar.set(origin, `${sessionCookie}=stale; Path=/; Secure`)
      expect(await visit.getSession()).toMatchObject({ pad: 6000 })
    })
  })

  describe('a growing session token', () => {
    test.each([
      [7_000, []],
      [7_001, ['session-cookie-large']],
    ])(
      'of %i characters logs the warnings %j, because servers reject large headers',
      async (length, warned) => {
        const { log } = await createOpaqueValue(length)
        expect(log.warnings).toEqual(warned)
      },
    )

    test('of 15,001 characters is rejected with SessionTooLarge', async () => {
      const { log, visit } = await createOpaqueValue(15_001)
      expect(log.types()).toEqual(['SessionTooLarge'])
      expect(getHeldChunks(visit)).toEqual({})
    })

    test('above 15,000 characters in an update returns 400 and keeps the old cookie', async () => {
      const { visit, log } = await createPaddedToken()
      await update(visit, 6000)
      const before = getHeldChunks(visit)
      const answer = await update(visit, 12_000)
      expect(answer.status).toBe(400)
      expect(await answer.json()).toBeNull()
      expect(listSessionLines(answer)).toEqual([])
      expect(log.types()).toEqual(['SessionTooLarge'])
      expect(log.errors[0]?.message).toMatch(/`jwt` callback.*"database"/)
      expect(getHeldChunks(visit)).toEqual(before)
      expect(await visit.getSession()).toMatchObject({ pad: 6000 })
    })

    test('that is too large when the session is read returns 500 and keeps the old cookie', async () => {
      let pad = ''
      const { visit } = await createSignedIn({ callbacks: { jwt: ({ token }) => ({ ...token, pad }) } })
      pad = 'x'.repeat(12_000)
      const answer = await visit.get('/auth/session')
      expect(answer.status).toBe(500)
      expect(await answer.json()).toBeNull()
      expect(listSessionLines(answer)).toEqual([])
      pad = ''
      expect(await visit.getSession()).not.toBeNull()
    })

    test('that is too large at sign-in signs no user in', async () => {
      clock.stop()
      const { open, log } = createSessionApp({
        callbacks: { jwt: ({ token }) => ({ ...token, pad: 'x'.repeat(12_000) }) },
      })
      const visit = open()
      const answer = await visit.signInWithCredentials(ada)
      clock.start()
      expect(getLocation(answer)).toBe(`${origin}/auth/error?error=Configuration`)
      expect(listSessionLines(answer)).toEqual([])
      expect(log.types()).toEqual(['SessionTooLarge'])
    })
  })
})
