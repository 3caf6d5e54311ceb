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

/** Values of NODE_ENV with which visitors see no detail. Many servers run without the variable. */
const notDevelopment = ['production', undefined, '', 'prod', 'staging', 'Development']

/** The development-only detail of a page. */
async function parseCause(response: Response): Promise<string | undefined> {
  return /<div class="dev-detail"><h2>[^<]*<\/h2><pre dir="ltr">([^<]*)<\/pre>/.exec(
    await response.text(),
  )?.[1]
}

/** The development-only detail of the error page of an invalid configuration. */
async function fetchCause(path: string, more: AppSetup): Promise<string | undefined> {
  return parseCause(await createTestApp(more).answer(new Request(origin + path)))
}

describe('error page of an invalid configuration', () => {
  test.each([
    ['MissingSecret', { secret: '' }, /`secret` \(or AUTH_SECRET\)/],
    ['UntrustedHost', { trustHost: false }, /`trustHost: true`/],
    ['MissingAdapter', { session: { strategy: 'database' } }, /`adapter`/],
    ['InvalidConfig', { locales: ['tlh'] }, /`locales` contains &quot;tlh&quot;/],
  ] as const)('shows %s and the option to set in development', async (type, more, option) => {
    for (const path of ['/auth/signin', '/auth/error', '/auth/signout?callbackUrl=/']) {
      const cause = await fetchCause(path, more as AppSetup)
      expect(cause).toMatch(new RegExp(`^${type}: `))
      expect(cause).toMatch(option)
    }
  })

  test('does not show a new secret', async () => {
    expect(await fetchCause('/auth/signin', { secret: '' })).not.toMatch(/\n|AUTH_SECRET=/)
  })

  test.each(notDevelopment)('shows no detail if NODE_ENV is %j', async environment => {
    vi.stubEnv('NODE_ENV', environment)
    expect(await fetchCause('/auth/signin', { secret: '' })).toBeUndefined()
    expect(await fetchCause('/auth/signin', { trustHost: false })).toBeUndefined()
  })

  test.each(['development', 'test'])('shows the detail if NODE_ENV is %j', async environment => {
    vi.stubEnv('NODE_ENV', environment)
    expect(await fetchCause('/auth/signin', { secret: '' })).toContain('MissingSecret')
  })
})

const page = `${origin}/auth/error?error=Configuration`

/** An app whose adapter fails when an email is requested. */
function createFailingApp(message: string, more: AppSetup = {}) {
  const { adapter } = createTappedAdapter(undefined, method => {
    if (method === 'getUserByEmail') throw new Error(message)
  })
  return createTestApp({ adapter, providers: [captureEmails().provider], ...more })
}

describe('error page of a failure at run time', () => {
  test('shows the error and the related option in development, also after a reload', async () => {
    const visit = createFailingApp('connect ECONNREFUSED 127.0.0.1:5432').open()
    expect(getLocation(await visit.signIn('mail', { email: 'ada@example.com' }))).toBe(page)
    const cause =
      'AdapterError: connect ECONNREFUSED 127.0.0.1:5432\nCheck your `adapter`: `getUserByEmail` failed.'
    expect(await parseCause(await visit.get(page))).toBe(cause)
    expect(await parseCause(await visit.get(page))).toBe(cause)
  })

  test('shows the unknown provider and the configured ones', async () => {
    const visit = createTestApp({ providers: [credentials] }).open()
    expect(getLocation(await visit.get('/auth/callback/nobody'))).toBe(page)
    expect(await parseCause(await visit.get(page))).toBe(
      'InvalidProvider: There is no provider &quot;nobody&quot;. Configured: credentials. Add it to `providers`, or correct the link.',
    )
  })

  test.each(notDevelopment)('shows no callback that threw if NODE_ENV is %j', async environment => {
    vi.stubEnv('NODE_ENV', environment)
    const redirect = () => Promise.reject(new TypeError('baseUrl.startWith is not a function'))
    const broken = await createTestApp({ callbacks: { redirect } }).open().get(`${page}&callbackUrl=/a`)
    expect([broken.status, await parseCause(broken)]).toEqual([500, undefined])
  })

  test('shows a callback that threw', async () => {
    const redirect = () => {
      throw new TypeError('baseUrl.startWith is not a function')
    }
    const visit = createTestApp({ callbacks: { redirect } }).open()
    expect(getLocation(await visit.get('/auth/signin?callbackUrl=/a'))).toBe(page)
    const broken = await visit.get(`${page}&callbackUrl=/a`)
    expect(broken.status).toBe(500)
    expect(await parseCause(broken)).toMatch(
      /^TypeError: baseUrl\.startWith .*\nCheck the functions .*, `callbacks` first/,
    )
  })

  test('shows a provider that failed', async () => {
    const authorize = async () => {
      throw new Error('LDAP is away')
    }
    const visit = createTestApp({ providers: [{ ...credentials, authorize }] }).open()
    expect(getLocation(await visit.signInWithCredentials(ada))).toBe(page)
    expect(await parseCause(await visit.get(page))).toBe(
      'CallbackRouteError: LDAP is away\nCheck `credentials` in your `providers`.',
    )
  })

  test('redacts email addresses and tokens', async () => {
    const visit = createFailingApp(`no row for ada@example.com, ${'f0'.repeat(20)}\nsecond line`).open()
    await visit.signIn('mail', { email: 'ada@example.com' })
    const cause = await parseCause(await visit.get(page))
    expect(cause).toMatch(/^AdapterError: no row for \[email\], \[redacted\]/)
  })

  test('shows nothing to another browser or for a different error', async () => {
    const app = createFailingApp('away')
    const visit = app.open()
    await visit.signIn('mail', { email: 'ada@example.com' })
    expect(await parseCause(await app.open().get(page))).toBeUndefined()
    expect(await parseCause(await visit.get('/auth/error?error=AccessDenied'))).toBeUndefined()
    expect(await parseCause(await visit.get('/auth/error'))).toBeUndefined()
  })

  test('sets no cause cookie for an error of the sign-in page', async () => {
    const visit = createTestApp({ providers: [credentials] }).open()
    const answer = await visit.signInWithCredentials({ email: 'ada@example.com', password: 'wrong' })
    expect(getLocation(answer)).toContain('/auth/signin?error=CredentialsSignin')
    expect(answer.headers.getSetCookie().join()).not.toContain('authjs.hint')
  })

  test('ignores a forged cause cookie', async () => {
    const headers = { cookie: '__Secure-authjs.hint=Pay+here' }
    expect(await parseCause(await createTestApp().answer(new Request(page, { headers })))).toBeUndefined()
  })

  test.each(notDevelopment)(
    'neither sets nor reads the cause cookie if NODE_ENV is %j',
    async environment => {
      const app = createFailingApp('away')
      const visit = app.open()
      await visit.signIn('mail', { email: 'ada@example.com' })
      vi.stubEnv('NODE_ENV', environment)
      expect(await parseCause(await visit.get(page))).toBeUndefined()
      const answer = await app.open().signIn('mail', { email: 'ada@example.com' })
      expect(getLocation(answer)).toBe(page)
      expect(answer.headers.getSetCookie().join()).not.toContain('authjs.hint')
    },
  )

  test('sets no cause cookie for a custom error page', async () => {
    const visit = createFailingApp('away', { pages: { error: '/oops' } }).open()
    const answer = await visit.signIn('mail', { email: 'ada@example.com' })
    expect(getLocation(answer)).toBe(`${origin}/oops?error=Configuration`)
    expect(answer.headers.getSetCookie().join()).not.toContain('authjs.hint')
  })
})

describe('sign-in page of a failure at run time', () => {
  async function failAtProvider(environment: string, pages?: { signIn: string }) {
    vi.stubEnv('NODE_ENV', environment)
    const { op, open } = createTestApp({ ...(pages && { pages }) })
    op.lies.discovery = 'down'
    const visit = open()
    return { visit, answer: await visit.signIn('op') }
  }

  test('shows the step, the origin and the reason in development', async () => {
    const { visit, answer } = await failAtProvider('development')
    const page = await visit.get(visit.getLocation(answer))
    expect(await parseCause(page)).toMatch(
      /^OAuthSignInError: The discovery of provider &quot;op&quot; failed: The request to https:\/\/op\.example failed/,
    )
  })

  test('shows nothing for another error, and nothing without an error', async () => {
    const { visit } = await failAtProvider('development')
    expect(await parseCause(await visit.get('/auth/signin?error=EmailSignin'))).toBeUndefined()
    expect(await parseCause(await visit.get('/auth/signin'))).toBeUndefined()
  })

  test('shows and stores nothing in production', async () => {
    const { visit, answer } = await failAtProvider('production')
    expect(answer.headers.getSetCookie().join()).not.toContain('hint')
    expect(await parseCause(await visit.get(visit.getLocation(answer)))).toBeUndefined()
  })

  test('stores nothing if the app has its own sign-in page', async () => {
    const { answer } = await failAtProvider('development', { signIn: '/login' })
    expect(answer.headers.getSetCookie().join()).not.toContain('hint')
  })
})
