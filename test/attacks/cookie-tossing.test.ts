import { MemoryAdapter } from 'latchkey/adapters/memory'
import { encode } from 'latchkey/jwt'
import { describe, expect, test } from 'vitest'
import {
  ada,
  completeRoundTrip,
  createTappedAdapter,
  createTestApp,
  credentials,
  getLocation,
  origin,
  runRoundTrip,
  secret,
  sessionCookie,
} from '../support/app.js'
import { expectCpuTime } from '../support/cpu-time.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'

const csrfCookie = '__Host-authjs.csrf-token'

/** Sends an unmodified `Cookie` header. */
const requestWithCookie = (
  cookie: string,
  path = 'session',
  more: Parameters<typeof createTestApp>[0] = {},
) =>
  createTestApp({ providers: [credentials], ...more })
    .open()
    .get(`/auth/${path}`, { headers: { cookie } })

const encodeToken = (name = 'Ada') => encode({ token: { sub: '1', name }, secret, salt: sessionCookie })
const readUserName = async (answer: Response) =>
  ((await answer.json()) as { user: { name: string } } | null)?.user.name ?? null

describe('cookies with a name similar to the session cookie', () => {
  test.each([
    ['X', ''],
    ['.abc', ''],
    ['.-1', ''],
    ['.1e3', ''],
    ['.01', ''],
    ['.0x0', ''],
    ['.', ''],
    ['.1', ' (without a first chunk)'],
    ['', ' in capitals'],
  ])('%s%s are ignored', async (suffix, note) => {
    const name = note.includes('capitals') ? sessionCookie.toUpperCase() : sessionCookie + suffix
    expect(await readUserName(await requestWithCookie(`${name}=${await encodeToken()}`))).toBeNull()
    const beside = `${sessionCookie}=${await encodeToken()}; ${sessionCookie}${suffix || 'Y'}=junk`
    expect(await readUserName(await requestWithCookie(beside))).toBe('Ada')
  })

  test.each(['\u00a0', '\u00ad', '\x0b', '\x0c', '\x85', '$', '"'])(
    'with %j in front are ignored: a sibling host could set them despite `__Host-`',
    async blank => {
      const theirs = await createPlantedCookies()
      const answer = await requestWithCookie(`${blank}${csrfCookie}=${theirs.cookie}`, 'csrf')
      expect(((await answer.json()) as { csrfToken: string }).csrfToken).not.toBe(theirs.token)
      expect(
        await readUserName(await requestWithCookie(`${blank}${sessionCookie}=${await encodeToken()}`)),
      ).toBeNull()
    },
  )

  test('without a name are ignored', async () => {
    expect(await readUserName(await requestWithCookie(`=${sessionCookie}=${await encodeToken()}`))).toBeNull()
    expect(await readUserName(await requestWithCookie(`${await encodeToken()}`))).toBeNull()
  })
})

/** A valid CSRF token and cookie from another browser. */
async function createPlantedCookies() {
  const visit = createTestApp({ providers: [credentials] }).open()
  return { token: await visit.getCsrfToken(), cookie: visit.jar.get(csrfCookie)?.value ?? '' }
}

describe('a CSRF cookie', () => {
  test.each([
    ['another secret', 'another secret of 32 characters!'],
    ['a longer secret', `${secret}x`],
  ])('that was hashed with %s is replaced', async (_, other) => {
    const visit = createTestApp({ secret: other }).open()
    const theirs = await visit.getCsrfToken()
    const answer = await requestWithCookie(`${csrfCookie}=${visit.jar.get(csrfCookie)?.value}`, 'csrf')
    expect(((await answer.json()) as { csrfToken: string }).csrfToken).not.toBe(theirs)
    expect(answer.headers.getSetCookie().join()).toContain(csrfCookie)
  })

  test.each(['', '|', 'a', 'a|', '|a', `${'a'.repeat(64)}|${'b'.repeat(64)}`, 'a|b|c', '%', '%7C%7C'])(
    'with the value %j is replaced',
    async value => {
      const answer = await requestWithCookie(`${csrfCookie}=${value}`, 'csrf')
      expect(((await answer.json()) as { csrfToken: string }).csrfToken).toMatch(/^[0-9a-f]{64}$/)
      expect(answer.headers.getSetCookie().join()).toContain(csrfCookie)
    },
  )

  test('of plain http is ignored on https', async () => {
    const theirs = await createPlantedCookies()
    const answer = await requestWithCookie(`authjs.csrf-token=${theirs.cookie}`, 'csrf')
    expect(((await answer.json()) as { csrfToken: string }).csrfToken).not.toBe(theirs.token)
  })
})

describe('duplicate cookies', () => {
  test('the first one that can be decoded is the session, if all were issued in the same second', async () => {
    const both = `${sessionCookie}=junk; ${sessionCookie}=${await encodeToken('First')}; ${sessionCookie}=${await encodeToken('Second')}`
    expect(await readUserName(await requestWithCookie(both))).toBe('First')
  })

  test('only a few of 500 session cookies are tried', async () => {
    const { adapter, calls } = createTappedAdapter(MemoryAdapter())
    const many = Array.from({ length: 500 }, (_, index) => `${sessionCookie}=${index}`).join('; ')
    await requestWithCookie(many, 'session', { adapter })
    expect(calls.length).toBeLessThanOrEqual(10)
    const { open, log } = createTestApp()
    await open().get('/auth/session', { headers: { cookie: many } })
    expect(log.errors.length).toBeLessThanOrEqual(10)
  })

  test('a CSRF token after 100 others is ignored', async () => {
    const theirs = await createPlantedCookies()
    const many = Array.from({ length: 100 }, (_, index) => `${csrfCookie}=${index}|x`).join('; ')
    const answer = await requestWithCookie(`${many}; ${csrfCookie}=${theirs.cookie}`, 'csrf')
    expect(((await answer.json()) as { csrfToken: string }).csrfToken).not.toBe(theirs.token)
  })
})

test('a check cookie under the name of another flow is rejected with InvalidCheck', async () => {
  const op = createMaliciousProvider()
  const { open, log } = createTestApp({ op, providers: [op.plainProvider({ checks: ['state'] })] })
  const visit = open()
  const away = await visit.signIn('plain')
  await visit.signIn('plain')
  const [one, two] = visit.jar.cookies().filter(({ name }) => name.includes('authjs.state'))
  visit.jar.set(origin, `${one?.name}=${two?.value}; Secure; Path=/`)
  await completeRoundTrip(visit, op, away)
  expect(log.types()).toEqual(['InvalidCheck'])
  expect(op.listRequestedEndpoints()).toEqual([])
})

describe('session cookie chunks', () => {
  const long = () =>
    encode({ token: { sub: '1', name: 'Ada', pad: 'x'.repeat(40_000) }, secret, salt: sessionCookie })
  const cut = (value: string) => value.match(/.{1,3936}/g) ?? []

  test('are joined in numeric order, whatever their order in the header, even if there are more than ten', async () => {
    const chunks = cut(await long()).map((chunk, index) => `${sessionCookie}.${index}=${chunk}`)
    expect(chunks.length).toBeGreaterThan(11)
    expect(await readUserName(await requestWithCookie(chunks.toReversed().join('; ')))).toBe('Ada')
  })

  test('with one missing are an invalid session and are cleared', async () => {
    const chunks = cut(await long()).map((chunk, index) => `${sessionCookie}.${index}=${chunk}`)
    const answer = await requestWithCookie(chunks.filter((_, index) => index !== 2).join('; '))
    expect(await readUserName(answer.clone())).toBeNull()
    expect(answer.headers.getSetCookie().join()).toContain(`${sessionCookie}.5=; Max-Age=0`)
  })

  test.each(['99999999', '2147483648', '18446744073709551616'])(
    'with the number %s are rejected fast',
    async number => {
      await expectCpuTime(500, async () => {
        const response = await requestWithCookie(`${sessionCookie}.0=x; ${sessionCookie}.${number}=x`)
        expect(await readUserName(response)).toBeNull()
      })
    },
  )

  test('of an older, longer session do not affect a shorter one', async () => {
    let size = 6_000
    const jwt = ({ token: given }: { token: object }) => ({ ...given, pad: 'x'.repeat(size) })
    const { op, open } = createTestApp({ callbacks: { jwt } })
    const visit = open()
    await runRoundTrip(visit, op)
    size = 10
    await runRoundTrip(visit, op)
    expect(visit.jar.cookies().filter(({ name }) => name.startsWith(sessionCookie))).toHaveLength(1)
    expect(await visit.getSession()).not.toBeNull()
  })
})

test('malformed cookies of other applications do not affect responses', async () => {
  const visit = createTestApp({ providers: [credentials] }).open()
  const lines = ['a=%', 'b="x', 'c=1,2', '=x', 'd==', 'ü=1', 'e=%ff%fe', 'f=a%00b']
  for (const line of lines) visit.jar.set(origin, `${line}; Secure; Path=/`)
  expect(getLocation(await visit.signInWithCredentials(ada))).toBe(origin)
  expect(await visit.getSession()).not.toBeNull()
})
