import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { completeRoundTrip, createTestApp, getLocation, origin, runRoundTrip } from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'
import { replaceFirstCharacter } from '../support/replace-first-character.js'

describe('checks: state, nonce and PKCE', () => {
  type Checks = NonNullable<Parameters<ReturnType<typeof createMaliciousProvider>['provider']>[0]>['checks']

  const with_ = (checks: Checks) => {
    const op = createMaliciousProvider()
    return createTestApp({ op, providers: [op.provider({ checks }), op.plainProvider({ checks })] })
  }

  const sentToToken = (op: ReturnType<typeof createMaliciousProvider>) =>
    op.requests.find(({ endpoint }) => endpoint === 'token')?.body ?? new URLSearchParams()

  async function asked(checks: Checks, provider = 'op') {
    const away = await with_(checks).open().signIn(provider)
    return new URL(getLocation(away) ?? '').searchParams
  }

  describe('in the authorization request', () => {
    test.each<[string, Checks]>([
      ['by default', undefined],
      ['with pkce', ['pkce']],
      ['with state', ['state']],
      ['with nonce', ['nonce']],
      ['with all checks', ['pkce', 'state', 'nonce']],
    ])('`state` and, for OpenID Connect providers, `nonce` are sent %s', async (_, checks) => {
      expect((await asked(checks)).get('state')).toMatch(/^[\w-]{43}$/)
      expect((await asked(checks)).get('nonce')).toMatch(/^[\w-]{43}$/)
      expect((await asked(checks, 'plain')).get('state')).toMatch(/^[\w-]{43}$/)
      expect((await asked(checks, 'plain')).has('nonce')).toBe(false)
    })

    test('PKCE with S256 is sent by default and if configured, and otherwise not', async () => {
      for (const checks of [undefined, ['pkce'], ['none', 'pkce']] as Checks[]) {
        expect((await asked(checks)).get('code_challenge')).toMatch(/^[\w-]{43}$/)
        expect((await asked(checks)).get('code_challenge_method')).toBe('S256')
      }
      expect((await asked(['state'])).has('code_challenge')).toBe(false)
      expect((await asked(['state'])).has('code_challenge_method')).toBe(false)
    })

    test('the code challenge is the SHA-256 of the verifier that is sent to the token endpoint', async () => {
      const { op, open } = with_(['pkce'])
      const visit = open()
      const away = await visit.signIn('op')
      await completeRoundTrip(visit, op, away)
      const verifier = sentToToken(op).get('code_verifier') ?? ''
      expect(verifier).toMatch(/^[\w-]{43}$/)
      expect(visit.getLocation(away).searchParams.get('code_challenge')).toBe(
        createHash('sha256').update(verifier).digest('base64url'),
      )
    })

    test('no code verifier is sent if PKCE is off', async () => {
      const { op, open } = with_(['state'])
      await runRoundTrip(open(), op)
      expect(sentToToken(op).has('code_verifier')).toBe(false)
    })

    test('no two flows share a value', async () => {
      const { open } = with_(['pkce', 'nonce'])
      const visit = open()
      const values = []
      for (let flow = 0; flow < 20; flow++) {
        const url = visit.getLocation(await visit.signIn('op'))
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
      await runRoundTrip(visit, op, { provider })
      expect(await visit.getSession()).not.toBeNull()
    })

    test.each(['op', 'plain'])(
      'a callback of "%s" without `state` is rejected with InvalidCheck before the code is sent',
      async provider => {
        const { op, open, log } = with_(checks)
        const visit = open()
        op.lies.authorization = answer => answer.delete('state')
        const back = await runRoundTrip(visit, op, { provider })
        expect(getLocation(back)).toBe(`${origin}/auth/signin?error=OAuthCallbackError`)
        expect(log.types()).toEqual(['InvalidCheck'])
        expect(op.listRequestedEndpoints()).not.toContain('token')
        expect(await visit.getSession()).toBeNull()
      },
    )

    test('a callback with a different `state` is rejected with InvalidCheck', async () => {
      const { op, open, log } = with_(checks)
      op.lies.authorization = answer => answer.set('state', replaceFirstCharacter(answer.get('state') ?? ''))
      const visit = open()
      await runRoundTrip(visit, op)
      expect(log.types()).toEqual(['InvalidCheck'])
      expect(await visit.getSession()).toBeNull()
    })
  })

  describe('the nonce of an ID token', () => {
    test.each<[string, Checks]>([
      ['configured', ['nonce']],
      ['not configured', ['pkce']],
    ])('is rejected if it is wrong, with the nonce check %s', async (_, checks) => {
      const { op, open } = with_(checks)
      op.lies.claims = { nonce: 'not-the-one' }
      const visit = open()
      expect(getLocation(await runRoundTrip(visit, op))).toBe(`${origin}/auth/error?error=Configuration`)
      expect(await visit.getSession()).toBeNull()
    })

    test.each([
      [['pkce'], false, false],
      [['state'], false, false],
      [['pkce', 'nonce'], false, false],
      [['pkce'], true, true],
      [['pkce', 'nonce'], true, false],
    ] as const)(
      'can be missing with the checks %j and `omitsNonce` %j: %j',
      async (checks, omitsNonce, ok) => {
        const op = createMaliciousProvider()
        const { open } = createTestApp({ op, providers: [op.provider({ checks: [...checks], omitsNonce })] })
        op.lies = { claims: { nonce: undefined } }
        const visit = open()
        await runRoundTrip(visit, op)
        expect((await visit.getSession()) !== null).toBe(ok)
      },
    )

    test('cannot be another one with `omitsNonce`', async () => {
      const op = createMaliciousProvider()
      const { open } = createTestApp({ op, providers: [op.provider({ omitsNonce: true })] })
      op.lies = { claims: { nonce: 'another' } }
      const visit = open()
      await runRoundTrip(visit, op)
      expect(await visit.getSession()).toBeNull()
    })

    test.each([null, '', 7, {}])('of %j is rejected', async nonce => {
      const { op, open } = with_(['pkce'])
      op.lies.claims = { nonce }
      const visit = open()
      await runRoundTrip(visit, op)
      expect(await visit.getSession()).toBeNull()
    })
  })

  describe.each<[string, Checks]>([
    ['[]', []],
    ["['none']", ['none']],
  ])('checks: %s', (_, checks) => {
    test.each(['op', 'plain'])(
      'sends no check to "%s", sets no check cookie, and signs in',
      async provider => {
        const { op, open } = with_(checks)
        const visit = open()
        const away = await visit.signIn(provider)
        const url = visit.getLocation(away)
        for (const name of ['state', 'nonce', 'code_challenge'])
          expect(url.searchParams.has(name)).toBe(false)
        expect(visit.jar.cookies().map(({ name }) => name)).not.toContainEqual(
          expect.stringContaining('state'),
        )
        await completeRoundTrip(visit, op, away)
        expect(await visit.getSession()).not.toBeNull()
      },
    )

    test('logs the warning checks-disabled once per app', async () => {
      const { open, log } = with_(checks)
      await open().signIn('op')
      await open().signIn('op')
      expect(log.warnings).toEqual(['checks-disabled', 'checks-disabled'])
    })
  })

  test('other checks log no warning', async () => {
    const { open, log } = with_(['state'])
    await open().signIn('op')
    expect(log.warnings).toEqual([])
  })
})
