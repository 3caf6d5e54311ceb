import { skipCSRFCheck } from 'latchkey'
import { describe, expect, test } from 'vitest'
import {
  type AppSetup,
  ada,
  createTestApp,
  credentials,
  getLocation,
  origin,
  sessionCookie,
} from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'

const createApp = (more: AppSetup = {}) => {
  const op = createMaliciousProvider()
  return createTestApp({ op, providers: [op.provider(), credentials], ...more })
}

/** Sends a form with a valid CSRF token and these headers. */
async function post(
  headers: Record<string, string | null>,
  more: AppSetup = {},
  path = 'callback/credentials',
) {
  const { open } = createApp(more)
  const visit = open()
  await visit.signInWithCredentials(ada)
  const csrfToken = await visit.getCsrfToken()
  const answer = await visit.post(`/auth/${path}`, { csrfToken, ...ada }, { headers })
  return {
    answer,
    visit,
    isRefused: getLocation(answer)?.includes('error=MissingCSRF') ?? answer.status === 400,
  }
}

const paths = ['callback/credentials', 'signin/op', 'signout', 'session']
const foreign = 'https://evil.example'

describe.each(paths)('POST %s', path => {
  const isRefused = async (headers: Record<string, string | null>, more: AppSetup = {}) =>
    (await post(headers, more, path)).isRefused

  test('from another site is rejected, whatever `Origin` is', async () => {
    for (const from of [foreign, origin, 'null', null])
      expect(await isRefused({ 'sec-fetch-site': 'cross-site', origin: from })).toBe(true)
  })

  test.each(['same-origin', 'none', 'same-site'])(
    'with Sec-Fetch-Site: %s is accepted, whatever `Origin` is',
    async site => {
      for (const from of [foreign, origin, 'null', null])
        expect(await isRefused({ 'sec-fetch-site': site, origin: from })).toBe(false)
    },
  )

  test('without Sec-Fetch-Site is accepted only with the same `Origin`', async () => {
    const old = { 'sec-fetch-site': null }
    expect(await isRefused({ ...old, origin })).toBe(false)
    const others = [
      foreign,
      'null',
      'http://app.example',
      'https://app.example:8443',
      'https://www.app.example',
      'https://app.example.evil.example',
      'https://APP.example',
      '',
    ]
    for (const other of others) expect(await isRefused({ ...old, origin: other }), other).toBe(true)
  })

  test('without Sec-Fetch-Site and Origin is accepted with a valid token only', async () => {
    const silent = { 'sec-fetch-site': null, origin: null }
    expect(await isRefused(silent)).toBe(false)
    const { open } = createApp()
    const answer = await open().post(`/auth/${path}`, ada, { headers: silent })
    expect(getLocation(answer)?.includes('error=MissingCSRF') ?? answer.status === 400).toBe(true)
  })

  test('from a trusted origin is accepted, even from another site', async () => {
    const more = { trustedOrigins: ['https://shop.example/'] }
    const shop = 'https://shop.example'
    expect(await isRefused({ 'sec-fetch-site': 'cross-site', origin: shop }, more)).toBe(false)
    expect(await isRefused({ 'sec-fetch-site': null, origin: shop }, more)).toBe(false)
    expect(await isRefused({ 'sec-fetch-site': null, origin }, more)).toBe(false)
    for (const other of [foreign, 'http://shop.example', 'https://shop.example.evil.example', 'null'])
      expect(await isRefused({ 'sec-fetch-site': 'cross-site', origin: other }, more), other).toBe(true)
  })

  test('from a trusted WebView origin is accepted, but "null" cannot be trusted', async () => {
    const more = { trustedOrigins: ['capacitor://localhost', 'file:///', 'null'] }
    const webView = { 'sec-fetch-site': 'cross-site', origin: 'capacitor://localhost' }
    expect(await isRefused(webView, more)).toBe(false)
    const sandboxed = { 'sec-fetch-site': 'cross-site', origin: 'null' }
    expect(await isRefused(sandboxed, more)).toBe(true)
  })

  test('is rejected with an invalid token', async () => {
    const { open } = createApp()
    const [visit, other] = [open(), open()]
    const good = await visit.getCsrfToken()
    const bad = [
      await other.getCsrfToken(),
      '',
      good.slice(1),
      `${good}0`,
      good.toUpperCase(),
      `${good}|x`,
      'undefined',
    ]
    for (const csrfToken of bad) {
      const answer = await visit.post(`/auth/${path}`, { csrfToken, ...ada })
      expect(getLocation(answer)?.includes('error=MissingCSRF') ?? answer.status === 400, csrfToken).toBe(
        true,
      )
    }
    for (const csrfToken of [[good], { 0: good }, 1, true, null]) {
      const answer = await visit.post(`/auth/${path}`, { csrfToken, ...ada }, { json: true })
      expect(getLocation(answer)?.includes('error=MissingCSRF') ?? answer.status === 400).toBe(true)
    }
    expect(visit.jar.get(sessionCookie)).toBeUndefined()
  })

  test('is rejected with a token in the query', async () => {
    const visit = createApp().open()
    const answer = await visit.post(`/auth/${path}?csrfToken=${await visit.getCsrfToken()}`, ada)
    expect(getLocation(answer)?.includes('error=MissingCSRF') ?? answer.status === 400).toBe(true)
  })

  test.each(['text/plain', 'multipart/form-data; boundary=x', 'application/xml', ''])(
    'of type "%s" is rejected, because another site could send it',
    async type => {
      const visit = createApp().open()
      const body = new URLSearchParams({ csrfToken: await visit.getCsrfToken(), ...ada }).toString()
      const answer = await visit.post(`/auth/${path}`, body, { headers: { 'content-type': type } })
      expect(getLocation(answer)?.includes('error=MissingCSRF') ?? answer.status === 400).toBe(true)
    },
  )
})

test('a cross-site sign-out keeps the session', async () => {
  const { visit } = await post({ 'sec-fetch-site': 'cross-site', origin: foreign }, {}, 'signout')
  expect(await visit.getSession()).not.toBeNull()
})

test('a cross-site GET of the sign-out page keeps the session', async () => {
  const visit = createApp().open()
  await visit.signInWithCredentials(ada)
  await visit.get('/auth/signout', { from: foreign })
  expect(await visit.getSession()).not.toBeNull()
})

test('only the symbol `skipCSRFCheck` disables the check', async () => {
  const signIn = async (value: unknown) => {
    const visit = createApp({ skipCSRFCheck: value as typeof skipCSRFCheck }).open()
    await visit.post('/auth/callback/credentials', ada, { from: foreign })
    return visit.jar.get(sessionCookie)
  }
  expect(await signIn(skipCSRFCheck)).toBeDefined()
  for (const value of [true, 'skip-csrf-check', Symbol('skip-csrf-check')])
    expect(await signIn(value)).toBeUndefined()
})
