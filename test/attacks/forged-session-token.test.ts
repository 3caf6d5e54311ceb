import { createCipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { encode, getToken } from 'latchkey/jwt'
import { describe, expect, test } from 'vitest'
import {
  createTappedAdapter,
  createTestApp,
  getLocation,
  origin,
  runRoundTrip,
  secret,
  sessionCookie,
} from '../support/app.js'
import { expectCpuTime } from '../support/cpu-time.js'

/** The response to a forged session cookie. */
async function requestWithCookie(value: string, more: Parameters<typeof createTestApp>[0] = {}) {
  const app = createTestApp(more)
  const visit = app.open()
  visit.jar.set(origin, `${sessionCookie}=${value}; Secure; Path=/`)
  const answer = await visit.get('/auth/session')
  return {
    status: answer.status,
    body: await answer.json(),
    cookie: visit.jar.get(sessionCookie),
    log: app.log,
  }
}

const claims = { sub: '1', name: 'Admin', email: 'admin@example.com' }
const salt = sessionCookie
const key = Buffer.from(hkdfSync('sha256', secret, salt, `Auth.js Generated Encryption Key (${salt})`, 64))

/** RFC 7518 section 5.2.5: any header, encrypted with the right key. */
function sealToken(header: object = {}, plaintext: unknown = { ...claims, exp: 2_000_000_000 }): string {
  const aad = encodeSegment({ alg: 'dir', enc: 'A256CBC-HS512', ...header })
  const iv = randomBytes(16)
  const cipher = createCipheriv('aes-256-cbc', key.subarray(32), iv)
  const body = Buffer.isBuffer(plaintext) ? plaintext : Buffer.from(JSON.stringify(plaintext))
  const ciphertext = Buffer.concat([cipher.update(body), cipher.final()])
  const length = Buffer.alloc(8)
  length.writeBigUInt64BE(BigInt(aad.length * 8))
  const mac = createHmac('sha512', key.subarray(0, 32))
    .update(aad)
    .update(iv)
    .update(ciphertext)
    .update(length)
  const parts = [iv, ciphertext, mac.digest().subarray(0, 32)].map(part => part.toString('base64url'))
  return [aad, '', ...parts].join('.')
}

const encodeSegment = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

test('a session token without `exp` is rejected, because it would never end', async () => {
  const token = sealToken({}, claims)
  expect((await requestWithCookie(token)).body).toBeNull()
  const req = { headers: { cookie: `${sessionCookie}=${token}` }, url: origin }
  expect(await getToken({ req, secret })).toBeNull()
})

describe('a valid session token is accepted (control test)', () => {
  test('encoded with `encode`', async () => {
    expect((await requestWithCookie(await encode({ token: claims, secret, salt }))).body).not.toBeNull()
  })
  test('encrypted in this test', async () => {
    expect((await requestWithCookie(sealToken())).body).not.toBeNull()
  })
})

describe('a forged session cookie is cleared and signs no user in:', () => {
  const forgeries: Record<string, () => string | Promise<string>> = {
    'encrypted with another secret': () =>
      encode({ token: claims, secret: 'another secret of 32 characters!', salt }),
    'encrypted for another cookie': () => encode({ token: claims, secret, salt: 'authjs.session-token' }),
    'encrypted for a check cookie': () => encode({ token: claims, secret, salt: '__Secure-authjs.state' }),
    'expired for a minute': () => encode({ token: claims, secret, salt, maxAge: -60 }),
    'with a string as expiry': () => sealToken({}, { ...claims, exp: 'never' }),
    'with `nbf` in the future': () => sealToken({}, { ...claims, nbf: 2_000_000_000 }),
    'with an array as payload': () => sealToken({}, [claims]),
    'with an unknown critical header': () => sealToken({ crit: ['x'], x: 1 }),
    'without encryption': () => encodeSegment(claims),
    'an unsigned JWT': () => `${encodeSegment({ alg: 'none' })}.${encodeSegment(claims)}.`,
    'with a compression header': () => sealToken({ zip: 'DEF' }),
    'with a compressed payload': () => sealToken({ zip: 'DEF' }, deflateRawSync(JSON.stringify(claims))),
    'with PBES2 and two billion iterations': () =>
      sealToken({ alg: 'PBES2-HS512+A256KW', p2c: 2 ** 31, p2s: 'AA' }),
    'with an encrypted key': () => sealToken({ alg: 'A256KW' }),
    'with another `enc` in its header': () => sealToken({ enc: 'A128CBC-HS256' }),
    'with an empty tag': () => sealToken().replace(/[^.]+$/, ''),
    'with a truncated tag': () => sealToken().slice(0, -22),
    'without ciphertext': () => sealToken().replace(/\.[^.]+(\.[^.]+)$/, '.$1'),
    'with a sixth part': () => `${sealToken()}.AAAA`,
    'only dots': () => '....',
    '100 kB': () => 'A'.repeat(100_000),
    'percent signs': () => '%%%',
  }

  test.each(Object.keys(forgeries))('%s', async name => {
    const value = await forgeries[name]?.()
    await expectCpuTime(500, async () => {
      const { status, body, cookie } = await requestWithCookie(value ?? '')
      expect({ status, body }).toEqual({ status: 200, body: null })
      expect(cookie).toBeUndefined()
    })
  })

  test('with a changed character at any position', async () => {
    const token = await encode({ token: claims, secret, salt })
    for (let at = 0; at < token.length; at += 7) {
      const other = token[at] === 'A' ? 'B' : 'A'
      // Only some bits of the last character of a part are significant.
      if (/^(\.|.$|.\.)/.test(token.slice(at))) continue
      const { body } = await requestWithCookie(token.slice(0, at) + other + token.slice(at + 1))
      expect(body, `character ${at}`).toBeNull()
    }
  })
})

describe('with the database strategy', () => {
  test('an unknown token is looked up, rejected and not adopted', async () => {
    const { adapter, calls } = createTappedAdapter(MemoryAdapter())
    const { body, cookie } = await requestWithCookie('made-up', { adapter })
    expect(body).toBeNull()
    expect(cookie).toBeUndefined()
    expect(calls).toEqual(['getSessionAndUser'])
  })

  test('a JWT is rejected', async () => {
    const token = await encode({ token: claims, secret, salt })
    expect((await requestWithCookie(token, { adapter: MemoryAdapter() })).body).toBeNull()
  })

  test('a session token has 256 random bits', async () => {
    const { op, open } = createTestApp({ adapter: MemoryAdapter() })
    const values = new Set<string>()
    for (let person = 0; person < 20; person++) {
      const visit = open()
      await runRoundTrip(visit, op, { as: { sub: `person-${person}` } })
      const value = visit.jar.get(sessionCookie)?.value ?? ''
      expect(value).toMatch(/^[0-9a-f]{64}$/)
      values.add(value)
    }
    expect(values.size).toBe(20)
  })

  test('an expired session is rejected even if it is still stored', async () => {
    const adapter = MemoryAdapter()
    const user = await adapter.createUser({ id: '1', email: 'a@b.example', emailVerified: null })
    await adapter.createSession({ sessionToken: 'old', userId: user.id, expires: new Date(Date.now() - 1) })
    expect((await requestWithCookie('old', { adapter })).body).toBeNull()
    expect(await adapter.getSessionAndUser('old')).toBeNull()
  })
})

test.each(['authorization', 'x-user', 'x-auth-session', 'x-middleware-subrequest', 'x-forwarded-user'])(
  'the header `%s` is not a session',
  async name => {
    const token = await encode({ token: claims, secret, salt })
    const answer = await createTestApp()
      .open()
      .get('/auth/session', { headers: { [name]: `Bearer ${token}` } })
    expect(await answer.json()).toBeNull()
  },
)

test.each(['name', 'sub', 'user', 'session', 'token'])(
  'the query parameter `%s` does not change the user',
  async name => {
    const { op, open } = createTestApp()
    const visit = open()
    await runRoundTrip(visit, op)
    const before = await visit.getSession()
    const answer = await visit.get(`/auth/session?${name}=admin`)
    expect(await answer.json()).toMatchObject({ user: before?.['user'] })
  },
)

test('a session of another app with another secret is rejected', async () => {
  const theirs = createTestApp({ secret: 'the secret of somebody else, 32 +' })
  const visit = theirs.open()
  await runRoundTrip(visit, theirs.op)
  expect((await requestWithCookie(visit.jar.get(sessionCookie)?.value ?? '')).body).toBeNull()
})

test('a sign-in with a forged session cookie creates a new session', async () => {
  const { op, open } = createTestApp({ adapter: MemoryAdapter() })
  const visit = open()
  visit.jar.set(origin, `${sessionCookie}=made-up; Secure; Path=/`)
  expect(getLocation(await runRoundTrip(visit, op))).toBe(origin)
  expect(visit.jar.get(sessionCookie)?.value).not.toBe('made-up')
})
