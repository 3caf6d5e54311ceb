import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { comeBack, leadsTo, makeApp, origin, roundTrip } from '../support/app.js'
import { lyingProvider } from '../support/lying-provider.js'

describe('Behaviour section 6: what is checked, on the way out and back', () => {
  type Checks = NonNullable<Parameters<ReturnType<typeof lyingProvider>['provider']>[0]>['checks']

  const with_ = (checks: Checks) => {
    const op = lyingProvider()
    return makeApp({ op, providers: [op.provider({ checks }), op.plainProvider({ checks })] })
  }

  const sentToToken = (op: ReturnType<typeof lyingProvider>) =>
    op.requests.find(({ endpoint }) => endpoint === 'token')?.body ?? new URLSearchParams()

  async function asked(checks: Checks, provider = 'op') {
    const away = await with_(checks).open().signIn(provider)
    return new URL(leadsTo(away) ?? '').searchParams
  }

  describe('on the way out', () => {
    test.each<[string, Checks]>([
      ['by default', undefined],
      ['with pkce', ['pkce']],
      ['with state', ['state']],
      ['with nonce', ['nonce']],
      ['with all of them', ['pkce', 'state', 'nonce']],
    ])('`state` and, to OpenID providers, `nonce` are sent %s', async (_, checks) => {
      expect((await asked(checks)).get('state')).toMatch(/^[\w-]{43}$/)
      expect((await asked(checks)).get('nonce')).toMatch(/^[\w-]{43}$/)
      expect((await asked(checks, 'plain')).get('state')).toMatch(/^[\w-]{43}$/)
      expect((await asked(checks, 'plain')).has('nonce')).toBe(false)
    })

    test('PKCE is sent by default and when asked for, as S256, and else not', async () => {
      for (const checks of [undefined, ['pkce'], ['none', 'pkce']] as Checks[]) {
        expect((await asked(checks)).get('code_challenge')).toMatch(/^[\w-]{43}$/)
        expect((await asked(checks)).get('code_challenge_method')).toBe('S256')
      }
      expect((await asked(['state'])).has('code_challenge')).toBe(false)
      expect((await asked(['state'])).has('code_challenge_method')).toBe(false)
    })

    test('the challenge is the SHA-256 of the verifier, which goes to the token endpoint', async () => {
      const { op, open } = with_(['pkce'])
      const visit = open()
      const away = await visit.signIn('op')
      await comeBack(visit, op, away)
      const verifier = sentToToken(op).get('code_verifier') ?? ''
      expect(verifier).toMatch(/^[\w-]{43}$/)
      expect(visit.location(away).searchParams.get('code_challenge')).toBe(
        createHash('sha256').update(verifier).digest('base64url'),
      )
    })

    test('no verifier is sent where none was asked for', async () => {
      const { op, open } = with_(['state'])
      await roundTrip(open(), op)
      expect(sentToToken(op).has('code_verifier')).toBe(false)
    })

    test('no two flows share a value', async () => {
      const { open } = with_(['pkce', 'nonce'])
      const visit = open()
      const values = []
      for (let flow = 0; flow < 20; flow++) {
        const url = visit.location(await visit.signIn('op'))
        values.push(...['state', 'nonce', 'code_challenge'].map(name => url.searchParams.get(name)))
      }
      expect(new Set(values).size).toBe(60)
    })
  })

  describe.each<[string, Checks]>([
    ['the default checks', undefined],
    ['pkce off', ['state']],
    ['nonce only', ['nonce']],
    ['all checks', ['pkce', 'state', 'nonce']],
  ])('with %s', (_, checks) => {
    test.each(['op', 'plain'])('provider "%s" signs in', async provider => {
      const { op, open } = with_(checks)
      const visit = open()
      await roundTrip(visit, op, { provider })
      expect(await visit.session()).not.toBeNull()
    })

    test.each(['op', 'plain'])(
      'an answer of "%s" without its state is refused before the code is sent',
      async provider => {
        const { op, open, log } = with_(checks)
        const visit = open()
        op.lies.authorization = answer => answer.delete('state')
        const back = await roundTrip(visit, op, { provider })
        expect(leadsTo(back)).toBe(`${origin}/auth/error?error=Configuration`)
        expect(log.types()).toEqual(['InvalidCheck'])
        expect(op.asked()).not.toContain('token')
        expect(await visit.session()).toBeNull()
      },
    )

    test('an answer with another state is refused', async () => {
      const { op, open, log } = with_(checks)
      op.lies.authorization = answer => answer.set('state', `${answer.get('state')?.slice(0, -2)}AA`)
      const visit = open()
      await roundTrip(visit, op)
      expect(log.types()).toEqual(['InvalidCheck'])
      expect(await visit.session()).toBeNull()
    })
  })

  describe('the nonce of an ID token', () => {
    test.each<[string, Checks]>([
      ['asked for', ['nonce']],
      ['not asked for', ['pkce']],
    ])('that is wrong is refused, %s', async (_, checks) => {
      const { op, open } = with_(checks)
      op.lies.claims = { nonce: 'not-the-one' }
      const visit = open()
      expect(leadsTo(await roundTrip(visit, op))).toBe(`${origin}/auth/error?error=Configuration`)
      expect(await visit.session()).toBeNull()
    })

    test('may be missing where `checks` does not ask for it', async () => {
      const { op, open } = with_(['pkce'])
      op.lies.claims = { nonce: undefined }
      const visit = open()
      await roundTrip(visit, op)
      expect(await visit.session()).not.toBeNull()
    })

    test('may not be missing where `checks` asks for it', async () => {
      const { op, open } = with_(['pkce', 'nonce'])
      op.lies.claims = { nonce: undefined }
      const visit = open()
      await roundTrip(visit, op)
      expect(await visit.session()).toBeNull()
    })

    test.each([null, '', 7, {}])('that is %j is refused, like any other that is wrong', async nonce => {
      const { op, open } = with_(['pkce'])
      op.lies.claims = { nonce }
      const visit = open()
      await roundTrip(visit, op)
      expect(await visit.session()).toBeNull()
    })
  })

  describe.each<[string, Checks]>([
    ['[]', []],
    ["['none']", ['none']],
  ])('checks: %s', (_, checks) => {
    test.each(['op', 'plain'])(
      'sends nothing to "%s", sets no cookie for it, and signs in',
      async provider => {
        const { op, open } = with_(checks)
        const visit = open()
        const away = await visit.signIn(provider)
        const url = visit.location(away)
        for (const name of ['state', 'nonce', 'code_challenge'])
          expect(url.searchParams.has(name)).toBe(false)
        expect(visit.jar.cookies().map(({ name }) => name)).not.toContainEqual(
          expect.stringContaining('state'),
        )
        await comeBack(visit, op, away)
        expect(await visit.session()).not.toBeNull()
      },
    )

    test('is warned about, once', async () => {
      const { open, log } = with_(checks)
      await open().signIn('op')
      await open().signIn('op')
      expect(log.warnings).toEqual(['checks-disabled', 'checks-disabled'])
    })
  })

  test('other checks are not warned about', async () => {
    const { open, log } = with_(['state'])
    await open().signIn('op')
    expect(log.warnings).toEqual([])
  })
})
