import { createHash } from 'node:crypto'
import type { JWTPayload } from 'jose'
import { describe, expect, test } from 'vitest'
import {
  completeRoundTrip,
  createTestApp,
  getLocation,
  origin,
  runRoundTrip,
  secret,
  sessionCookie,
} from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'
import type { Visitor } from '../support/visitor.js'
import { createJoseToken, type KeySource, openWithJose } from '../unit/crypto/jose-tokens.js'

const salt = '__Secure-authjs.state'
const configuration = `${origin}/auth/error?error=Configuration`
const expiredSignIn = `${origin}/auth/signin?error=OAuthCallbackError`
const getNow = () => Math.floor(Date.now() / 1000)
const getFutureTime = () => ({ iat: getNow(), exp: getNow() + 900 })

function setUp(more: Parameters<typeof createTestApp>[0] = {}) {
  const op = createMaliciousProvider()
  return createTestApp({ op, providers: [op.provider({ checks: ['pkce', 'state', 'nonce'] })], ...more })
}

/** Starts a sign-in; returns its check cookie and the authorization parameters. */
async function begin(visit: Visitor) {
  const away = await visit.signIn('op')
  const flow = visit.jar.cookies().find(({ name }) => name.startsWith(`${salt}.`))
  return {
    away,
    asked: visit.getLocation(away).searchParams,
    name: flow?.name ?? '',
    value: flow?.value ?? '',
  }
}

const put = (visit: Visitor, name: string, value: string) =>
  visit.jar.set(origin, `${name}=${value}; Path=/; Secure`)

describe('encrypted check cookies', () => {
  describe('the check cookie', () => {
    test('is encrypted with the secret and the cookie name as salt, and expires after 15 minutes', async () => {
      const { asked, value } = await begin(setUp().open())
      const { payload, protectedHeader } = await openWithJose(value, { secret, salt })
      expect(protectedHeader).toMatchObject({ alg: 'dir', enc: 'A256CBC-HS512' })
      expect(payload).toMatchObject({ provider: 'op', state: asked.get('state'), nonce: asked.get('nonce') })
      expect(Number(payload.exp) - Number(payload.iat)).toBe(900)
      expect(Math.abs(Number(payload.iat) - getNow())).toBeLessThan(60)
    })

    test('does not use a custom `encode` and `decode`', async () => {
      const salts: string[] = []
      const jwt = {
        encode: (params: { salt: string }) => {
          salts.push(params.salt)
          return 'mine'
        },
        decode: (params: { salt: string }) => {
          salts.push(params.salt)
          return { sub: 'grace' }
        },
      }
      const { op, open } = setUp({ jwt })
      const visit = open()
      const { away, value } = await begin(visit)
      await expect(openWithJose(value, { secret, salt })).resolves.toBeDefined()
      expect(getLocation(await completeRoundTrip(visit, op, away))).toBe(origin)
      expect(visit.jar.get(sessionCookie)?.value).toBe('mine')
      expect(new Set(salts)).toEqual(new Set([sessionCookie]))
    })

    test('is cleared with the attributes it was set with', async () => {
      const { op, open } = setUp()
      const visit = open()
      const { away, name } = await begin(visit)
      const lines = (await completeRoundTrip(visit, op, away)).headers.getSetCookie()
      expect(lines).toContain(`${name}=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax`)
    })
  })

  describe('a check cookie is rejected if it is', () => {
    type Reseal = (claims: JWTPayload) => string | Promise<string>
    const sealed =
      (change: JWTPayload, source: KeySource = {}): Reseal =>
      claims =>
        createJoseToken({ ...claims, ...change }, { secret, salt, ...source })
    const rows: [string, Reseal][] = [
      ['empty', () => ''],
      ['garbage', () => 'garbage'],
      ['encrypted with another secret', sealed({}, { secret: 'another secret of 32 characters!' })],
      ['encrypted for another cookie', sealed({}, { salt: sessionCookie })],
      ['encrypted for the session cookie of plain http', sealed({}, { salt: 'authjs.session-token' })],
      ['expired this second', claims => sealed({ exp: getNow() })(claims)],
      ['without an expiry', ({ exp: _, ...claims }) => createJoseToken(claims, { secret, salt })],
      ['without a provider', sealed({ provider: undefined })],
      ['of another provider', sealed({ provider: 'other' })],
      ['of a provider whose id differs by case', sealed({ provider: 'OP' })],
      ['without a state', sealed({ state: undefined })],
      ['with a different state', sealed({ state: 'A'.repeat(43) })],
      ['with a state that is not a string', sealed({ state: ['x'] })],
    ]

    test('but is accepted if it is encrypted again unchanged', async () => {
      const { op, open } = setUp()
      const visit = open()
      const { away, name, value } = await begin(visit)
      const { payload } = await openWithJose(value, { secret, salt })
      put(visit, name, await sealed({})(payload))
      expect(getLocation(await completeRoundTrip(visit, op, away))).toBe(origin)
      expect(await visit.getSession()).not.toBeNull()
    })

    test.each(rows)('%s', async (_, reseal) => {
      const { op, open, log } = setUp()
      const visit = open()
      const { away, name, value } = await begin(visit)
      const { payload } = await openWithJose(value, { secret, salt })
      put(visit, name, await reseal(payload))
      expect(getLocation(await completeRoundTrip(visit, op, away))).toBe(expiredSignIn)
      expect(log.types()).toEqual(['InvalidCheck'])
      expect(op.listRequestedEndpoints()).not.toContain('token')
      expect(await visit.getSession()).toBeNull()
    })
  })

  describe('the check cookies of Auth.js, one per check', () => {
    const names = { state: salt, pkce: '__Secure-authjs.pkce.code_verifier', nonce: '__Secure-authjs.nonce' }
    type Kind = keyof typeof names
    const values: Record<Kind, string> = {
      state: 's'.repeat(43),
      pkce: 'v'.repeat(43),
      nonce: 'n'.repeat(43),
    }
    type Change = Partial<Record<Kind, { claims?: object; source?: KeySource }>>

    /** A browser in which Auth.js started a sign-in, with changed cookies. */
    async function sentAway(change: Change = {}) {
      const app = setUp()
      const visit = app.open()
      for (const kind of Object.keys(names) as Kind[]) {
        const { claims = {}, source = {} } = change[kind] ?? {}
        const whole = { value: values[kind], provider: 'op', ...getFutureTime(), ...claims }
        put(visit, names[kind], await createJoseToken(whole, { secret, salt: names[kind], ...source }))
      }
      const challenge = createHash('sha256').update(values.pkce).digest('base64url')
      const away = new URL(app.op.endpoints.authorize)
      away.search = new URLSearchParams({
        response_type: 'code',
        client_id: app.op.clientId,
        redirect_uri: `${origin}/auth/callback/op`,
        scope: 'openid profile email',
        state: values.state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
        nonce: values.nonce,
      }).toString()
      const back = await visit.get(app.op.authorize(away), { from: app.op.issuer })
      return { ...app, visit, back }
    }

    test('are accepted and cleared', async () => {
      const { visit, back, op } = await sentAway()
      expect(getLocation(back)).toBe(origin)
      expect(op.requests.find(({ endpoint }) => endpoint === 'token')?.body.get('code_verifier')).toBe(
        values.pkce,
      )
      expect(await visit.getSession()).not.toBeNull()
      for (const name of Object.values(names)) {
        expect(back.headers.getSetCookie()).toContain(
          `${name}=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax`,
        )
      }
    })

    test.each<[string, Change[Kind]]>([
      ['has expired', { claims: { exp: getNow() - 16 } }],
      ['lacks a `value`', { claims: { value: undefined } }],
      ['has a `value` that is not a string', { claims: { value: 7 } }],
      ['belongs to another provider', { claims: { provider: 'other' } }],
      ['has no provider, as in older versions', { claims: { provider: undefined } }],
      ['is encrypted with another secret', { source: { secret: 'another secret of 32 characters!' } }],
      ['is encrypted for another cookie', { source: { salt: sessionCookie } }],
      ['has a different value', { claims: { value: 'x'.repeat(43) } }],
    ])('are rejected if one of them %s', async (_, spoilt) => {
      for (const kind of Object.keys(names) as Kind[]) {
        const { visit, back } = await sentAway({ [kind]: spoilt })
        // A wrong code verifier or nonce is noticed later, at the token request.
        expect(getLocation(back), kind).toBe(kind === 'state' ? expiredSignIn : configuration)
        expect(await visit.getSession(), kind).toBeNull()
      }
    })
  })

  describe('the order of the checks', () => {
    const asked = async (lies: object) => {
      const { op, open } = setUp()
      op.lies = lies
      await runRoundTrip(open(), op)
      return op.listRequestedEndpoints()
    }

    test('state first: the code is not sent', async () => {
      expect(await asked({ authorization: (answer: URLSearchParams) => answer.set('state', 'x') })).toEqual([
        'discovery',
      ])
    })

    test('then the issuer: the code is not sent', async () => {
      expect(
        await asked({
          authorization: (answer: URLSearchParams) => answer.set('iss', 'https://evil.example'),
        }),
      ).toEqual(['discovery'])
    })

    test('then the code verifier at the provider, and then the nonce', async () => {
      expect(await asked({ claims: { nonce: 'x' } })).toEqual(['discovery', 'token'])
    })
  })
})
