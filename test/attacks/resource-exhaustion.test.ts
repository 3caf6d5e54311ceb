import { describe, expect, test } from 'vitest'
import {
  ada,
  createTestApp,
  credentials,
  getLocation,
  origin,
  runRoundTrip,
  sessionCookie,
} from '../support/app.js'
import { expectCpuTime } from '../support/cpu-time.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'

const createApp = (more = {}) => {
  const op = createMaliciousProvider()
  return createTestApp({ op, providers: [op.provider(), op.plainProvider(), credentials], ...more })
}
const posts = ['callback/credentials', 'callback/op', 'signin/op', 'signout', 'session', 'csrf', 'error']

/** An endless body that counts the bytes read. */
function createEndlessStream() {
  let read = 0
  const chunk = new TextEncoder().encode('a=b&'.repeat(4_096))
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      read += chunk.length
      controller.enqueue(chunk)
    },
  })
  return { body, read: () => read }
}

describe.each(posts)('a large body for %s', path => {
  test.each([
    ['form', 'application/x-www-form-urlencoded', `a=${'x'.repeat(1_000_000)}`],
    ['JSON', 'application/json', JSON.stringify({ a: 'x'.repeat(1_000_000) })],
  ])('(%s) returns 413, and the next request works', async (_, type, body) => {
    const visit = createApp().open()
    const answer = await visit.post(`/auth/${path}`, body, { headers: { 'content-type': type } })
    expect(answer.status).toBe(413)
    expect(await answer.json()).toBe('Bad request.')
    await visit.signInWithCredentials(ada)
    expect(await visit.getSession()).not.toBeNull()
  })

  test('with a large Content-Length returns 413 before it is read', async () => {
    const { body, read } = createEndlessStream()
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '1000000000' }
    const request = new Request(`${origin}/auth/${path}`, {
      method: 'POST',
      body,
      headers,
      duplex: 'half',
    } as RequestInit)
    expect((await createApp().answer(request)).status).toBe(413)
    expect(read()).toBeLessThan(100_000)
  })

  test('without an end returns 413, and little of it is read', async () => {
    const { body, read } = createEndlessStream()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const request = new Request(`${origin}/auth/${path}`, {
      method: 'POST',
      body,
      headers,
      duplex: 'half',
    } as RequestInit)
    expect((await createApp().answer(request)).status).toBe(413)
    expect(read()).toBeLessThan(300_000)
  })
})

test.each(['text/plain', 'multipart/form-data; boundary=x', ''])(
  'a body of type "%s" is not read',
  async type => {
    const { body, read } = createEndlessStream()
    const init = { method: 'POST', body, headers: { 'content-type': type }, duplex: 'half' } as RequestInit
    await createApp().answer(new Request(`${origin}/auth/signout`, init))
    expect(read()).toBeLessThan(50_000)
  },
)

describe('a request of unusual size', () => {
  test.each([
    ['one cookie of 1 MB', `${sessionCookie}=${'x'.repeat(1_000_000)}`],
    ['one cookie of 1 MB of percent signs', `${sessionCookie}=${'%41'.repeat(333_333)}`],
    ['3,000 unrelated cookies', Array.from({ length: 3_000 }, (_, index) => `c${index}=${index}`).join('; ')],
    ['1,000 chunks', Array.from({ length: 1_000 }, (_, index) => `${sessionCookie}.${index}=x`).join('; ')],
    [
      '1,000 check cookies',
      Array.from({ length: 1_000 }, (_, index) => `__Secure-authjs.state.${index}=x`).join('; '),
    ],
    ['100,000 semicolons', ';'.repeat(100_000)],
    ['100,000 equals signs', '='.repeat(100_000)],
  ])('%s: handled within 500 ms', async (_, cookie) => {
    const visit = createApp().open()
    await expectCpuTime(500, async () => {
      const answer = await visit.get('/auth/session', { headers: { cookie } })
      expect(answer.status).toBe(200)
      expect(await answer.json()).toBeNull()
    })
  })

  test('1,000 check cookies do not prevent a sign-in', async () => {
    const { op, open } = createApp()
    const visit = open()
    const csrfToken = await visit.getCsrfToken()
    const many = Array.from({ length: 1_000 }, (_, index) => `__Secure-authjs.state.${index}=x`).join('; ')
    const cookie = `${visit.jar.header(origin)}; ${many}`
    await expectCpuTime(500, async () => {
      const answer = await visit.post('/auth/signin/op', { csrfToken }, { headers: { cookie } })
      expect(getLocation(answer)).toContain(op.endpoints.authorize)
    })
  })

  test('10,000 form fields, and 10,000 fields with the same name', async () => {
    const visit = createApp().open()
    const csrfToken = await visit.getCsrfToken()
    for (const fields of [
      Array.from({ length: 8_000 }, (_, index) => `f${index}=1`).join('&'),
      Array(10_000).fill('email=a').join('&'),
    ])
      await expectCpuTime(500, () =>
        visit.post('/auth/callback/credentials', `csrfToken=${csrfToken}&${fields}`),
      )
  })

  test('a URL of 100 kB', async () => {
    const visit = createApp().open()
    const long = 'a'.repeat(100_000)
    for (const path of [
      `signin/${long}`,
      `${long}`,
      `session?x=${long}`,
      `error?error=${long}`,
      `callback/op?state=${long}`,
    ])
      await expectCpuTime(500, async () =>
        expect((await visit.get(`/auth/${path}`)).status).toBeLessThan(500),
      )
  })
})

describe('nested JSON', () => {
  const json = { headers: { 'content-type': 'application/json' } }
  const nestings = {
    arrays: (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`,
    objects: (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`,
  }

  /** Posts JSON with the body as first level. */
  async function postNested(path: string, kind: keyof typeof nestings, levels: number) {
    const { open, log } = createTestApp({ providers: [credentials] })
    const visit = open()
    await visit.signInWithCredentials(ada)
    const fields = JSON.stringify({ csrfToken: await visit.getCsrfToken(), ...ada })
    const body = `${fields.slice(0, -1)},"data":${nestings[kind](levels - 1)}}`
    const { status } = await visit.post(`/auth/${path}`, body, json)
    return { status, logged: log.types() }
  }

  describe.each(['session', 'callback/credentials', 'signout', 'signin/credentials'])('for %s', path => {
    test.each(['arrays', 'objects'] as const)('of up to 100 levels is read: %s', async kind => {
      for (const levels of [2, 100])
        expect(await postNested(path, kind, levels)).toEqual({
          status: path === 'session' ? 200 : 302,
          logged: [],
        })
    })

    test.each(['arrays', 'objects'] as const)('of more levels is a bad request: %s', async kind => {
      for (const levels of [101, 2_500, 5_000, 16_000])
        expect(await postNested(path, kind, levels), `${levels}`).toEqual({
          status: 400,
          logged: ['UnknownAction'],
        })
    })
  })
})

describe('an endless response of a provider', () => {
  test.each(['discovery', 'token', 'userinfo', 'jwks'] as const)(
    'from %s is aborted, and memory usage stays flat',
    async endpoint => {
      const op = createMaliciousProvider()
      const { open, log } = createTestApp({ op, providers: [op.provider({ idToken: false })] })
      op.lies[endpoint] = 'huge'
      const before = process.memoryUsage().arrayBuffers
      const visit = open()
      const away = await visit.signIn('op')
      if (getLocation(away)?.startsWith(op.issuer))
        await visit.get(op.authorize(visit.getLocation(away)), { from: op.issuer })
      expect(log.errors).toHaveLength(1)
      expect(await visit.getSession()).toBeNull()
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000)
    },
  )
})

test('a session that exceeds its cookies is rejected, and the old one is kept', async () => {
  let size = 10
  const jwt = ({ token }: { token: object }) => ({ ...token, pad: 'x'.repeat(size) })
  const { op, open, log } = createTestApp({ callbacks: { jwt } })
  const visit = open()
  await runRoundTrip(visit, op)
  size = 20_000
  expect(getLocation(await runRoundTrip(visit, op))).toBe(`${origin}/auth/error?error=Configuration`)
  expect(log.types()).toEqual(['SessionTooLarge'])
  size = 10
  expect(await visit.getSession()).not.toBeNull()
})
