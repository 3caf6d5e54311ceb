import { MemoryAdapter } from 'latchkey/adapters/memory'
import type { JWT } from 'latchkey/jwt'
import type { SignInParams } from 'latchkey/types'
import { describe, expect, test } from 'vitest'
import { createTestApp, getLocation, origin, runRoundTrip } from '../support/app.js'
import type { UserClaims } from '../support/malicious-provider.js'
import { createMaliciousProvider, grace, type Lies } from '../support/malicious-provider.js'

describe('profile mapping', () => {
  /** The token of a sign-in without an adapter. */
  async function signInAndReadToken(as?: UserClaims, providerId = 'op'): Promise<JWT> {
    const op = createMaliciousProvider()
    const tokens: JWT[] = []
    const jwt = ({ token }: { token: JWT }) => {
      tokens.push({ ...token })
      return token
    }
    const { open } = createTestApp({ op, providers: [op.provider({ id: providerId })], callbacks: { jwt } })
    await runRoundTrip(open(), op, { provider: providerId, ...(as && { as }) })
    return tokens[0] ?? {}
  }

  describe('without an adapter', () => {
    test('the same account gets the same id', async () => {
      const first = await signInAndReadToken()
      expect(first.sub).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect((await signInAndReadToken()).sub).toBe(first.sub)
      expect((await signInAndReadToken({ ...grace, name: 'New', email: 'new@example.com' })).sub).toBe(
        first.sub,
      )
    })

    test('another account, or the same id at another provider, gets a different id', async () => {
      const ids = [
        await signInAndReadToken(),
        await signInAndReadToken({ sub: 'alan' }),
        await signInAndReadToken(undefined, 'other'),
      ]
      expect(new Set(ids.map(({ sub }) => sub)).size).toBe(3)
    })

    test('no two pairs of provider and account id get the same id', async () => {
      const one = await signInAndReadToken({ sub: 'b' }, 'op-a')
      const two = await signInAndReadToken({ sub: 'a-b' }, 'op')
      expect(one.sub).not.toBe(two.sub)
    })

    test('the token contains name, email, picture and id only', async () => {
      expect(Object.keys(await signInAndReadToken()).sort()).toEqual(['email', 'name', 'picture', 'sub'])
    })
  })

  test.each([[42], [true], [['grace@example.com']], [{ email: 'grace@example.com' }]])(
    'an email that is %j is rejected with the reason',
    async email => {
      const { op, log, open } = createTestApp()
      const response = await runRoundTrip(open(), op, { as: { ...grace, email } })
      expect(getLocation(response)).toContain('error=')
      expect(log.types()).toEqual(['OAuthProfileParseError'])
      expect(log.errors[0]?.message).toContain('returned an `email` that is not valid: it is not a string')
    },
  )

  describe('the default mapping of claims', () => {
    test.each<[string, UserClaims, object]>([
      ['a nickname as name', { sub: '1', nickname: 'Amazing Grace' }, { name: 'Amazing Grace' }],
      ['a username as name', { sub: '1', preferred_username: 'grace' }, { name: 'grace' }],
      ['an email in lower case', { sub: '1', email: 'Grace@EXAMPLE.com' }, { email: 'grace@example.com' }],
      ['no email if it is false', { sub: '1', email: false }, { email: null }],
      ['no email if it is empty', { sub: '1', email: '' }, { email: null }],
      ['no email if it is zero', { sub: '1', email: 0 }, { email: null }],
      ['no picture that is not a string', { sub: '1', picture: { data: 1 } }, { picture: undefined }],
    ])('uses %s', async (_, as, expected) => {
      expect(await signInAndReadToken(as)).toMatchObject(expected)
    })

    test.each([
      'ada@evil.example@example.com',
      '"ada@evil.example"@example.com',
      'ada@example.com,eve@evil.example',
      'ada@example.com;eve@evil.example',
      'Ada <ada@example.com>',
      'ada@example.com\nbcc: eve@evil.example',
    ])('rejects %j, which programs could read as another email', async email => {
      const { op, open, log } = createTestApp({ adapter: MemoryAdapter() })
      const visit = open()
      await runRoundTrip(visit, op, { as: { ...grace, email } })
      expect(await visit.getSession()).toBeNull()
      expect(log.types()).toEqual(['OAuthProfileParseError'])
    })

    test.each(['grace', 'grace hopper@example.com', 'grace+x@example.com', 'grâce@exämple.com'])(
      'keeps %j, which has one reading',
      async email => {
        expect(await signInAndReadToken({ ...grace, email })).toMatchObject({ email })
      },
    )

    test('rejects an email that is not a string', async () => {
      const { op, open } = createTestApp()
      const visit = open()
      const back = await runRoundTrip(visit, op, { as: { sub: '1', email: 7 } })
      expect(getLocation(back)).toBe(`${origin}/auth/error?error=Configuration`)
      expect(await visit.getSession()).toBeNull()
    })
  })

  describe('the default `profile()`', () => {
    test.each<[string, Record<string, unknown>, object]>([
      ['`sub` before `id`', { sub: 's', id: 'i' }, { id: 's' }],
      ['`id` without a `sub`', { id: 7 }, { id: '7' }],
      ['`name` first', { id: 1, name: 'n', nickname: 'k', preferred_username: 'p' }, { name: 'n' }],
      ['then `nickname`', { id: 1, nickname: 'k', preferred_username: 'p' }, { name: 'k' }],
      ['then `preferred_username`', { id: 1, preferred_username: 'p' }, { name: 'p' }],
      ['`picture` as the image', { id: 1, picture: 'https://x.example/i' }, { image: 'https://x.example/i' }],
    ])('uses %s', async (_, profile, expected) => {
      const { account, user } = await signedIn({ userinfo: { request: () => profile } })
      const { id, ...rest } = expected as { id?: string }
      if (id !== undefined) expect(account.providerAccountId).toBe(id)
      expect(user).toMatchObject(rest)
    })
  })

  describe('`profile()` of the provider', () => {
    test('receives profile and tokens and is awaited', async () => {
      const told: unknown[] = []
      const profile = async (...given: unknown[]) => {
        told.push(...given)
        await new Promise(resolve => setTimeout(resolve, 2))
        return { id: 'mine', name: 'as mapped', email: 'Mapped@Example.COM', role: 'admin' }
      }
      const { account, user } = await signedIn({ profile })
      expect(told).toEqual([
        expect.objectContaining({ sub: grace.sub, email: grace.email }),
        expect.objectContaining({ access_token: expect.any(String), token_type: 'bearer' }),
      ])
      expect(account.providerAccountId).toBe('mine')
      expect(user).toMatchObject({ name: 'as mapped', email: 'mapped@example.com', role: 'admin' })
      expect(user.id).not.toBe('mine')
    })

    test.each([[undefined], [null], [''], ['undefined'], ['null'], [Number.NaN], [{}]])(
      'that returns the id %j is rejected with OAuthProfileParseError',
      async id => {
        const op = createMaliciousProvider()
        const profile = () => ({ id: id as string, name: 'Grace' })
        const { open, log } = createTestApp({ op, providers: [op.plainProvider({ id: 'op', profile })] })
        const visit = open()
        expect(getLocation(await runRoundTrip(visit, op))).toBe(`${origin}/auth/error?error=Configuration`)
        expect(log.types()).toEqual(['OAuthProfileParseError'])
        expect(await visit.getSession()).toBeNull()
      },
    )

    test('that throws is logged with cause and provider, and clears the check cookie', async () => {
      const op = createMaliciousProvider()
      const profile = () => Promise.reject(new Error('no such field'))
      const { open, log } = createTestApp({ op, providers: [op.plainProvider({ id: 'op', profile })] })
      const visit = open()
      expect(getLocation(await runRoundTrip(visit, op))).toBe(`${origin}/auth/error?error=Configuration`)
      expect(log.errors).toMatchObject([
        { type: 'OAuthProfileParseError', cause: { err: { message: 'no such field' }, provider: 'op' } },
      ])
      expect(visit.jar.cookies().map(({ name }) => name)).not.toContainEqual(
        expect.stringContaining('authjs.state'),
      )
    })
  })

  describe('the account', () => {
    const bend = (answer: object) => ({ ...answer, refresh_token: 'r', session_state: 's', extra: 'e' })

    test('in callbacks and events has all tokens and the account key', async () => {
      const { account, told } = await signedIn({}, bend)
      expect(account).toEqual({
        access_token: expect.any(String),
        token_type: 'bearer',
        expires_in: 3600,
        expires_at: expect.any(Number),
        scope: 'profile email',
        refresh_token: 'r',
        session_state: 's',
        extra: 'e',
        provider: 'op',
        type: 'oauth',
        providerAccountId: grace.sub,
      })
      expect(told.jwt).toEqual(account)
      expect(told.event).toEqual(account)
    })

    test('in the database has seven of the tokens', async () => {
      const { stored } = await signedIn({}, bend)
      expect(stored).toEqual({
        access_token: expect.any(String),
        token_type: 'bearer',
        expires_at: expect.any(Number),
        scope: 'profile email',
        refresh_token: 'r',
        session_state: 's',
        provider: 'op',
        type: 'oauth',
        providerAccountId: grace.sub,
        userId: expect.any(String),
      })
    })

    test('in the database has what `account()` returns, which is called once per sign-in with tokens only', async () => {
      const told: object[] = []
      const choose = (tokens: object) => {
        told.push({ ...tokens })
        return { access_token: 'chosen', note: 'mine' }
      }
      const { stored, again } = await signedIn({ account: choose }, bend)
      const whose = {
        provider: 'op',
        type: 'oauth',
        providerAccountId: grace.sub,
        userId: expect.any(String),
      }
      expect(stored).toEqual({ access_token: 'chosen', note: 'mine', ...whose })
      expect(told).toHaveLength(1)
      await again()
      expect(told).toHaveLength(2)
      expect(told[0]).toMatchObject({ refresh_token: 'r', extra: 'e' })
      for (const name of Object.keys(whose)) expect(told[0]).not.toHaveProperty(name)
    })

    test('in the database has no tokens if `account()` returns undefined', async () => {
      const { stored } = await signedIn({ account: () => undefined }, bend)
      expect(Object.keys(stored ?? {}).sort()).toEqual(['provider', 'providerAccountId', 'type', 'userId'])
    })
  })

  /**
   * Signs in for the first time with an OAuth provider and an adapter; returns what callbacks received and what was
   * stored.
   */
  async function signedIn(more: object, token?: NonNullable<Lies['token']>) {
    const op = createMaliciousProvider()
    if (token) op.lies.token = token
    const adapter = MemoryAdapter()
    const told: Record<'jwt' | 'event', unknown> = { jwt: null, event: null }
    const seen: SignInParams[] = []
    const { open } = createTestApp({
      op,
      adapter,
      session: { strategy: 'jwt' },
      providers: [op.plainProvider({ id: 'op', ...more })],
      callbacks: {
        signIn: params => seen.push(structuredClone(params)) > 0,
        jwt: ({ token, account }) => {
          told.jwt ??= structuredClone(account)
          return token
        },
      },
      events: {
        signIn: ({ account }) => {
          told.event ??= structuredClone(account)
        },
      },
    })
    await runRoundTrip(open(), op)
    const { user, account } = seen[0] ?? {}
    if (!user || !account) throw new Error('Nobody signed in.')
    const stored = await adapter.getAccount(account.providerAccountId, 'op')
    return { user, account, told, stored, again: () => runRoundTrip(open(), op) }
  }
})
