import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  type AppSetup,
  ada,
  createTappedAdapter,
  createTestApp,
  credentials,
  getLocation,
  origin,
} from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'

afterEach(() => vi.unstubAllEnvs())

/** What a page tells the developer. */
async function parseCause(response: Response): Promise<string | undefined> {
  return /<div class="detail"><h2>[^<]*<\/h2><pre dir="ltr">([^<]*)<\/pre>/.exec(await response.text())?.[1]
}

/** What the page of a faulty configuration tells the developer. */
async function fetchCause(path: string, more: AppSetup): Promise<string | undefined> {
  return parseCause(await createTestApp(more).answer(new Request(origin + path)))
}

describe('the page of a faulty configuration', () => {
  test.each([
    ['MissingSecret', { secret: '' }, /`secret` \(or AUTH_SECRET\)/],
    ['UntrustedHost', { trustHost: false }, /`trustHost: true`/],
    ['MissingAdapter', { session: { strategy: 'database' } }, /`adapter`/],
    ['InvalidConfig', { locales: ['tlh'] }, /`locales` contains &quot;tlh&quot;/],
  ] as const)('names %s and the option to set while one is developing', async (type, more, option) => {
    for (const path of ['/auth/signin', '/auth/error', '/auth/signout?callbackUrl=/']) {
      const cause = await fetchCause(path, more as AppSetup)
      expect(cause).toMatch(new RegExp(`^${type}: `))
      expect(cause).toMatch(option)
    }
  })

  test('leaves the line with a new secret to the log', async () => {
    expect(await fetchCause('/auth/signin', { secret: '' })).not.toMatch(/\n|AUTH_SECRET=/)
  })

  test('says nothing of it in production', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    expect(await fetchCause('/auth/signin', { secret: '' })).toBeUndefined()
    expect(await fetchCause('/auth/signin', { trustHost: false })).toBeUndefined()
  })
})

const page = `${origin}/auth/error?error=Configuration`

/** An app whose database fails, and whose mail is asked for. */
function createFailingApp(message: string, more: AppSetup = {}) {
  const { adapter } = createTappedAdapter(undefined, method => {
    if (method === 'getUserByEmail') throw new Error(message)
  })
  return createTestApp({ adapter, providers: [captureEmails().provider], ...more })
}

describe('the page of a failure at run time', () => {
  test('names the error and the option to look at while one is developing, also when it is reloaded', async () => {
    const visit = createFailingApp('connect ECONNREFUSED 127.0.0.1:5432').open()
    expect(getLocation(await visit.signIn('mail', { email: 'ada@example.com' }))).toBe(page)
    const cause =
      'AdapterError: connect ECONNREFUSED 127.0.0.1:5432\nLook at your `adapter`: `getUserByEmail` failed.'
    expect(await parseCause(await visit.get(page))).toBe(cause)
    expect(await parseCause(await visit.get(page))).toBe(cause)
  })

  test('names a provider that is not there, and those that are', async () => {
    const visit = createTestApp({ providers: [credentials] }).open()
    expect(getLocation(await visit.get('/auth/callback/nobody'))).toBe(page)
    expect(await parseCause(await visit.get(page))).toBe(
      'InvalidProvider: There is no provider &quot;nobody&quot;. Configured: credentials.',
    )
  })

  test('names a callback that threw', async () => {
    const redirect = () => {
      throw new TypeError('baseUrl.startWith is not a function')
    }
    const visit = createTestApp({ callbacks: { redirect } }).open()
    expect(getLocation(await visit.get('/auth/signin?callbackUrl=/a'))).toBe(page)
    const broken = await visit.get(`${page}&callbackUrl=/a`)
    expect(broken.status).toBe(500)
    expect(await parseCause(broken)).toMatch(
      /^TypeError: baseUrl\.startWith .*\nLook at .* `callbacks` first/,
    )
  })

  test('names a provider whose answer could not be used', async () => {
    const authorize = async () => {
      throw new Error('LDAP is away')
    }
    const visit = createTestApp({ providers: [{ ...credentials, authorize }] }).open()
    expect(getLocation(await visit.signInWithCredentials(ada))).toBe(page)
    expect(await parseCause(await visit.get(page))).toBe(
      'CallbackRouteError: LDAP is away\nLook at `credentials` in your `providers`.',
    )
  })

  test('tells no address and no token, as the log does not', async () => {
    const visit = createFailingApp(`no row for ada@example.com, ${'f0'.repeat(20)}\nsecond line`).open()
    await visit.signIn('mail', { email: 'ada@example.com' })
    const cause = await parseCause(await visit.get(page))
    expect(cause).toMatch(/^AdapterError: no row for \[email\], \[redacted\]/)
  })

  test('tells another browser nothing, nor a visitor who comes for another reason', async () => {
    const app = createFailingApp('away')
    const visit = app.open()
    await visit.signIn('mail', { email: 'ada@example.com' })
    expect(await parseCause(await app.open().get(page))).toBeUndefined()
    expect(await parseCause(await visit.get('/auth/error?error=AccessDenied'))).toBeUndefined()
    expect(await parseCause(await visit.get('/auth/error'))).toBeUndefined()
  })

  test('is kept for that page alone: who is sent back to the sign-in page takes nothing along', async () => {
    const visit = createTestApp({ providers: [credentials] }).open()
    const answer = await visit.signInWithCredentials({ email: 'ada@example.com', password: 'wrong' })
    expect(getLocation(answer)).toContain('/auth/signin?error=CredentialsSignin')
    expect(answer.headers.getSetCookie().join()).not.toContain('authjs.cause')
  })

  test('takes nothing from a cookie that is not ours', async () => {
    const headers = { cookie: '__Secure-authjs.cause=Pay+here' }
    expect(await parseCause(await createTestApp().answer(new Request(page, { headers })))).toBeUndefined()
  })

  test('is left alone in production: no cookie is set, and one from before is not read', async () => {
    const app = createFailingApp('away')
    const visit = app.open()
    await visit.signIn('mail', { email: 'ada@example.com' })
    vi.stubEnv('NODE_ENV', 'production')
    expect(await parseCause(await visit.get(page))).toBeUndefined()
    const answer = await app.open().signIn('mail', { email: 'ada@example.com' })
    expect(getLocation(answer)).toBe(page)
    expect(answer.headers.getSetCookie().join()).not.toContain('cause')
  })

  test('is not told to a page of the app', async () => {
    const visit = createFailingApp('away', { pages: { error: '/oops' } }).open()
    const answer = await visit.signIn('mail', { email: 'ada@example.com' })
    expect(getLocation(answer)).toBe(`${origin}/oops?error=Configuration`)
    expect(answer.headers.getSetCookie().join()).not.toContain('cause')
  })
})
