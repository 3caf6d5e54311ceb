import { createHash } from 'node:crypto'
import { skipCSRFCheck } from 'latchkey'
import { describe, expect, test } from 'vitest'
import {
  type AppSetup,
  ada,
  createTestApp,
  credentials,
  getLocation,
  origin,
  secret,
  sessionCookie,
} from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'
import type { Visitor } from '../support/visitor.js'

const cookie = '__Host-authjs.csrf-token'
const token = '0123456789abcdef'.repeat(4)
const hashSha256 = (text: string) => createHash('sha256').update(text).digest('hex')

function createApp(more: AppSetup = {}) {
  const op = createMaliciousProvider()
  return createTestApp({ op, providers: [op.provider(), credentials], ...more })
}

const setCsrfCookie = (visit: Visitor, value: string) =>
  visit.jar.set(origin, `${cookie}=${value}; Secure; Path=/`)

/** Sends a request with this CSRF cookie. */
async function requestWithToken(value: string, more: AppSetup = {}, action = 'csrf') {
  const visit = createApp(more).open()
  setCsrfCookie(visit, value)
  const answer = await visit.get(`/auth/${action}`)
  return { answer, visit, isReplaced: answer.headers.getSetCookie().some(line => line.startsWith(cookie)) }
}

describe('CSRF', () => {
  describe('the token', () => {
    test('has 64 hexadecimal digits and differs for each visitor', async () => {
      const { open } = createApp()
      const tokens = await Promise.all(Array.from({ length: 20 }, () => open().getCsrfToken()))
      for (const one of tokens) expect(one).toMatch(/^[0-9a-f]{64}$/)
      expect(new Set(tokens).size).toBe(20)
    })

    test('is stored in the cookie, followed by a pipe and the SHA-256 of token and secret', async () => {
      const visit = createApp().open()
      const given = await visit.getCsrfToken()
      expect(visit.jar.get(cookie)?.value).toBe(`${given}%7C${hashSha256(given + secret)}`)
    })

    test.each([
      ['percent-encoded', '%7C'],
      ['unencoded', '|'],
    ])('is reused without a new cookie if its hash is valid, with the pipe %s', async (_, pipe) => {
      const { answer, isReplaced } = await requestWithToken(`${token}${pipe}${hashSha256(token + secret)}`)
      expect(await answer.json()).toEqual({ csrfToken: token })
      expect(isReplaced).toBe(false)
    })

    test.each(['csrf', 'signin', 'signout', 'error', 'verify-request'])(
      'is replaced by %s if its hash is invalid',
      async action => {
        const { visit, isReplaced } = await requestWithToken(
          `${token}%7C${hashSha256(`${token}other`)}`,
          {},
          action,
        )
        expect(isReplaced).toBe(true)
        expect(await visit.getCsrfToken()).not.toBe(token)
      },
    )

    test('with an invalid hash is not replaced when the session is read', async () => {
      const { visit, isReplaced } = await requestWithToken(`${token}%7Cwrong`, {}, 'session')
      expect(isReplaced).toBe(false)
      expect(await visit.getCsrfToken()).not.toBe(token)
    })

    test('is read from the first cookie with a valid hash', async () => {
      const header = `${cookie}=stale%7Cwrong; ${cookie}=${token}%7C${hashSha256(token + secret)}`
      const answer = await createApp()
        .open()
        .get('/auth/csrf', { headers: { cookie: header } })
      expect(await answer.json()).toEqual({ csrfToken: token })
    })
  })

  describe('with several secrets', () => {
    const [newest, older, oldest] = ['a'.repeat(32), 'b'.repeat(32), 'c'.repeat(32)]
    const several = { secret: [newest, older, oldest] }

    test('the newest one is used for the hash', async () => {
      const visit = createApp(several).open()
      const given = await visit.getCsrfToken()
      expect(visit.jar.get(cookie)?.value).toBe(`${given}%7C${hashSha256(given + newest)}`)
    })

    test.each([
      ['the newest', newest],
      ['an older one', older],
      ['the oldest', oldest],
      ['all of them, joined as in Auth.js', `${newest},${older},${oldest}`],
      ['all of them before the newest was added, joined', `${older},${oldest}`],
    ])('a hash made with %s is valid', async (_, hashed) => {
      expect((await requestWithToken(`${token}%7C${hashSha256(token + hashed)}`, several)).isReplaced).toBe(
        false,
      )
    })

    test.each([
      ['the newest two, joined', `${newest},${older}`],
      ['all of them in a different order', `${oldest},${older},${newest}`],
      ['no secret', ''],
    ])('a hash made with %s is invalid', async (_, hashed) => {
      expect((await requestWithToken(`${token}%7C${hashSha256(token + hashed)}`, several)).isReplaced).toBe(
        true,
      )
    })
  })

  /** Every form: its path, its other fields, and how to tell that it was processed. */
  const forms: Array<
    [path: string, fields: Record<string, string>, done: (visit: Visitor, answer: Response) => unknown]
  > = [
    ['signin/op', {}, (_, answer) => getLocation(answer)?.startsWith('https://op.example/authorize?')],
    ['signout', {}, visit => visit.jar.get(sessionCookie) === undefined],
    ['session', { data: 'x' }, (_, answer) => answer.status === 200],
    ['callback/credentials', ada, (_, answer) => getLocation(answer) === origin],
  ]

  describe.each(forms)('POST %s', (path, fields, done) => {
    const signedIn = async () => {
      const made = createApp()
      const visit = made.open()
      await visit.signInWithCredentials(ada)
      return { visit, log: made.log, csrfToken: await visit.getCsrfToken() }
    }

    test.each(['form', 'JSON'])('succeeds with the token of the cookie, sent as %s', async kind => {
      const { visit, csrfToken } = await signedIn()
      const answer = await visit.post(`/auth/${path}`, { csrfToken, ...fields }, { json: kind === 'JSON' })
      expect(await done(visit, answer)).toBe(true)
    })

    test.each([
      ['without the token', false, true],
      ['without the cookie', true, false],
      ['without both', false, false],
    ])('is rejected with MissingCSRF %s and changes nothing', async (_, sendsToken, sendsCookie) => {
      const { visit, log, csrfToken } = await signedIn()
      if (!sendsCookie) visit.jar.clear(cookie)
      const answer = await visit.post(`/auth/${path}`, { ...fields, ...(sendsToken && { csrfToken }) })
      expect(await done(visit, answer)).toBe(false)
      expect(log.types()).toEqual(['MissingCSRF'])
      if (path !== 'session') expect(getLocation(answer)).toBe(`${origin}/auth/signin?error=MissingCSRF`)
      else expect([answer.status, await answer.text()]).toEqual([400, 'null'])
    })

    test('returns the error as JSON if the client requests it', async () => {
      const { visit } = await signedIn()
      const headers = { 'x-auth-return-redirect': '1' }
      const answer = await visit.post(`/auth/${path}`, fields, { headers })
      const url = `${origin}/auth/signin?error=MissingCSRF`
      expect(await answer.json()).toEqual(path === 'session' ? null : { url })
    })
  })

  test('a form_post callback from a provider needs no CSRF token', async () => {
    const { op, open } = createApp()
    const visit = open()
    const back = op.authorize(visit.getLocation(await visit.signIn('op')))
    expect(getLocation(await visit.post(back))).toBe(origin)
    expect(await visit.getSession()).not.toBeNull()
  })

  describe('with `skipCSRFCheck`', () => {
    const skipping = () => createApp({ skipCSRFCheck })

    test.each(forms)('POST %s succeeds without a token', async (path, fields, done) => {
      const visit = skipping().open()
      await visit.post('/auth/callback/credentials', ada)
      expect(await done(visit, await visit.post(`/auth/${path}`, fields))).toBe(true)
    })

    test.each(['session', 'signin', 'signout', 'error', 'verify-request', 'providers'])(
      '%s sets no CSRF cookie',
      async action => {
        const answer = await skipping().open().get(`/auth/${action}`)
        expect(answer.status).toBe(200)
        expect(answer.headers.getSetCookie().join()).not.toContain('csrf-token')
      },
    )

    test.each(['signin', 'signout'])('the csrfToken field of %s is empty', async action => {
      const page = await (await skipping().open().get(`/auth/${action}`)).text()
      expect(page).toContain('<input type="hidden" name="csrfToken">')
      expect(page).not.toMatch(/name="csrfToken" value/)
    })

    test('the csrf action returns 404 and clears the cookie, and the log has the warning csrf-disabled', async () => {
      const { open, log } = skipping()
      const visit = open()
      setCsrfCookie(visit, `${token}%7C${hashSha256(token + secret)}`)
      const answer = await visit.get('/auth/csrf')
      expect(answer.status).toBe(404)
      expect(await answer.text()).toBe('')
      expect(answer.headers.getSetCookie()).toContain(
        `${cookie}=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax`,
      )
      expect(log.warnings).toEqual(['csrf-disabled'])
      expect(log.errors).toEqual([])
    })
  })
})
