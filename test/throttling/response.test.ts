import { MemoryAdapter } from 'latchkey/adapters/memory'
import { TooManyRequests } from 'latchkey/errors'
import Passkey from 'latchkey/providers/passkey'
import { createAuth, originChecked } from 'latchkey/server'
import { describe, expect, test } from 'vitest'
import { type AppSetup, ada, origin } from '../support/app.js'
import { countAllowed, createThrottledApp, guess, submitPassword } from './throttled-app.js'

const email = 'ada@example.com'

/** Returns an app whose account is above its limit. */
async function createLimitedApp(setup: AppSetup = {}) {
  const app = createThrottledApp(setup)
  await guess(app.open(), email, 10)
  return app
}

describe('the response to an attempt above a limit', () => {
  test('has status 429, the seconds to wait, and the limit', async () => {
    const { open } = await createLimitedApp()
    const { status, headers } = await submitPassword(open(), email)
    expect(status).toBe(429)
    expect(Object.fromEntries(headers)).toMatchObject({
      'retry-after': '30',
      'ratelimit-policy': '"signin";q=10;w=900',
      ratelimit: '"signin";r=0;t=30',
      'cache-control': 'private, no-cache, no-store',
    })
  })

  test.each([
    ['en', 'Too many attempts'],
    ['de', 'Zu oft versucht'],
    ['fr', 'Trop de tentatives'],
    ['es', 'Demasiados intentos'],
    ['pt', 'Demasiadas tentativas'],
    ['ja', '試行回数が多すぎます'],
    ['zh-Hans', '尝试次数过多'],
    ['ar', 'محاولات كثيرة جدًا'],
  ])('in a browser is a page (%s) with a link to the sign-in page', async (language, heading) => {
    const { open } = await createLimitedApp()
    const response = await submitPassword(open(), email, 'wrong', { 'accept-language': language })
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('content-language')).toBe(language)
    const page = await response.text()
    expect(page).toContain(heading)
    expect(page).toContain(`${origin}/auth/signin`)
  })

  test('links to the sign-in page in the language that the request names', async () => {
    const visit = (await createLimitedApp()).open()
    const fields = { csrfToken: await visit.getCsrfToken(), email, password: 'wrong' }
    const response = await visit.post('/auth/callback/credentials?ui_locales=de', fields)
    expect(response.status).toBe(429)
    expect(await response.text()).toContain(`${origin}/auth/signin?ui_locales=de`)
  })

  test('opens the error page of the app, if it has one', async () => {
    const { open } = await createLimitedApp({ pages: { error: '/oops' } })
    const { status, headers } = await submitPassword(open(), email)
    expect(status).toBe(429)
    expect(headers.get('refresh')).toBe(`0;url=${origin}/oops?error=TooManyRequests`)
  })

  test('is JSON with a URL that names the error, if the client asks for `{ url }`', async () => {
    const { open } = await createLimitedApp()
    const response = await submitPassword(open(), email, 'wrong', { 'x-auth-return-redirect': '1' })
    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toBe('30')
    expect(await response.json()).toEqual({ url: `${origin}/auth/error?error=TooManyRequests` })
  })

  test('the error page has the same text and status', async () => {
    const { open } = createThrottledApp()
    const response = await open().get('/auth/error?error=TooManyRequests')
    expect(response.status).toBe(429)
    expect(await response.text()).toContain('Too many attempts')
  })

  test('is JSON for the options of a passkey ceremony', async () => {
    const { open } = createThrottledApp({ adapter: MemoryAdapter(), providers: [Passkey()] })
    const ask = () => open().get(`/auth/webauthn-options/passkey?${new URLSearchParams({ email })}`)
    for (let count = 0; count < 10; count++) await ask()
    const response = await ask()
    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toBe('30')
    expect(await response.json()).toEqual({ error: 'TooManyRequests' })
  })

  test('server code receives the error, and no page to redirect to', async () => {
    const { open, config } = await createLimitedApp()
    const { raw: _, ...rest } = config
    const head = { method: 'POST', url: `${origin}/`, getHeader: () => null, toHeaders: () => new Headers() }
    const result = await createAuth(rest).signIn(
      { ...head, getHeader: name => (name === 'host' ? 'app.example' : null) },
      { provider: 'credentials', fields: ada, originCheck: originChecked },
    )
    expect(result).toMatchObject({
      redirect: null,
      error: { type: 'TooManyRequests', status: 429, retryAfter: 30 },
    })
    expect(result.error).toBeInstanceOf(TooManyRequests)
    expect(open).toBeDefined()
  })

  test('is logged in one line, as other failures that visitors cause', async () => {
    const failures: unknown[] = []
    const { open, log } = await createLimitedApp({
      events: { signInFailure: ({ error }) => void failures.push(error.type) },
    })
    await submitPassword(open(), email)
    expect(log.errors.at(-1)).toMatchObject({ type: 'TooManyRequests', isVisitorFailure: true })
    expect(failures.at(-1)).toBe('TooManyRequests')
  })

  test('an error that the app throws gets the same response', async () => {
    const provider = {
      id: 'credentials',
      name: 'Password',
      type: 'credentials' as const,
      credentials: { email: {}, password: { type: 'password' } },
      authorize: async () => {
        throw new TooManyRequests('This account is being checked.', { retryAfter: 7 })
      },
    }
    const { open } = createThrottledApp({ providers: [provider] })
    const response = await submitPassword(open(), email)
    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toBe('7')
    expect(response.headers.get('ratelimit')).toBeNull()
    expect(countAllowed([response.status])).toBe(0)
  })
})
