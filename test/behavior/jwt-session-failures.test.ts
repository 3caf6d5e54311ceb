import type { AuthConfig } from 'latchkey'
import { encode } from 'latchkey/jwt'
import { describe, expect, test } from 'vitest'
import { ada, origin, secret, sessionCookie } from '../support/app.js'
import {
  createSessionApp,
  createSignedIn,
  isSessionCleared,
  listSessionLines,
  read,
  update,
} from '../unit/sessions/session-app.js'

describe('JWT sessions: failures', () => {
  const fail = () => {
    throw new Error('The callback failed.')
  }

  /** A configuration whose callback throws while `broken` is set. */
  function breakable(callback: 'jwt' | 'session') {
    const app = { broken: false }
    const fails = (name: string) => app.broken && callback === name
    const callbacks: AuthConfig['callbacks'] = {
      jwt: ({ token }) => (fails('jwt') ? fail() : token),
      session: ({ session }) => (fails('session') ? fail() : session),
    }
    return Object.assign(app, { config: { callbacks, session: { updateAge: 0 } } })
  }

  describe.each(['jwt', 'session'] as const)('a `%s` callback that throws', callback => {
    test('returns 503 with `null`, keeps the cookie, and the next request succeeds', async () => {
      const app = breakable(callback)
      const { visit, log } = await createSignedIn(app.config)
      app.broken = true
      for (const answer of [await visit.get('/auth/session'), await update(visit, {})]) {
        expect(answer.status).toBe(503)
        expect(await answer.json()).toBeNull()
        expect(listSessionLines(answer)).toEqual([])
      }
      expect(log.errors).toHaveLength(2)
      expect(log.errors[0]).toMatchObject({
        type: 'SessionUnavailable',
        cause: { err: { message: 'The callback failed.' } },
      })
      app.broken = false
      expect(await visit.getSession()).toMatchObject({ user: { name: 'Ada' } })
    })

    test('makes reading the session on a server throw SessionUnavailable', async () => {
      const app = breakable(callback)
      const { visit, config } = await createSignedIn(app.config)
      expect(await read(visit, config)).toMatchObject({ user: { name: 'Ada' } })
      app.broken = true
      await expect(read(visit, config)).rejects.toMatchObject({ type: 'SessionUnavailable' })
    })
  })

  describe('an invalid session cookie is cleared', () => {
    const made = (over: object) => encode({ token: { sub: 'ada-1' }, secret, salt: sessionCookie, ...over })

    test.each([
      ['garbage', async () => 'garbage'],
      ['a token encrypted with another secret', () => made({ secret: 'another' })],
      ['a token of another cookie', () => made({ salt: 'authjs.session-token' })],
      ['a truncated token', async () => (await made({})).slice(0, -1)],
    ])('%s, and it is logged only with `debug`', async (_, make) => {
      const { visit, answer, log } = await visiting(await make())
      expect(answer.status).toBe(200)
      expect(await answer.json()).toBeNull()
      expect(isSessionCleared(answer)).toBe(true)
      expect(visit.jar.get(sessionCookie)).toBeUndefined()
      expect(log.errors).toEqual([])
      expect(log.debugged).toContainEqual([
        'session token rejected',
        { code: expect.stringMatching(/^ERR_JWE_/), reason: expect.stringContaining(' ') },
      ])
    })

    test('an expired token, without an error in the log', async () => {
      const { answer, log } = await visiting(await made({ maxAge: -3600 }))
      expect(await answer.json()).toBeNull()
      expect(isSessionCleared(answer)).toBe(true)
      expect(log.errors).toEqual([])
    })

    test('with all of its chunks, but no other cookies', async () => {
      const { open } = createSessionApp()
      const visit = open()
      for (const name of ['.0', '.1', '.7', '-theme', '.note', 's']) {
        visit.jar.set(origin, `${sessionCookie}${name}=x; Path=/; Secure`)
      }
      const answer = await visit.get('/auth/session')
      expect(listSessionLines(answer).map(line => line.split('=')[0])).toEqual(
        ['.0', '.1', '.7'].map(end => sessionCookie + end),
      )
      const left = visit.jar.cookies().map(({ name }) => name)
      expect(left.filter(name => name.startsWith(sessionCookie))).toEqual(
        ['-theme', '.note', 's'].map(end => sessionCookie + end),
      )
    })

    test('and reading the session on a server returns null', async () => {
      const { visit, config } = await visiting('garbage')
      visit.jar.set(origin, `${sessionCookie}=garbage; Path=/; Secure`)
      expect(await read(visit, config)).toBeNull()
    })

    test('a visitor without a cookie gets null and no session cookie', async () => {
      const answer = await createSessionApp().open().get('/auth/session')
      expect(answer.status).toBe(200)
      expect(await answer.json()).toBeNull()
      expect(listSessionLines(answer)).toEqual([])
    })
  })

  test.each([
    [
      'throws',
      () => {
        throw new Error('jwt malformed')
      },
    ],
    ['rejects', () => Promise.reject(new Error('jwt malformed'))],
  ])('a custom `decode` that %s is logged and ends the session', async (_, decode) => {
    const { visit, log } = await createSignedIn({ jwt: { encode: () => 'mine', decode } })
    const answer = await visit.get('/auth/session')
    expect(await answer.json()).toBeNull()
    expect(isSessionCleared(answer)).toBe(true)
    expect(log.errors).toMatchObject([
      { type: 'JWTSessionError', cause: { err: { message: 'jwt malformed' } } },
    ])
  })

  describe('a `jwt` callback that returns null', () => {
    test('ends the session when it is read or updated', async () => {
      for (const look of [
        (visit: Visit) => visit.get('/auth/session'),
        (visit: Visit) => update(visit, {}),
      ]) {
        let suspended = false
        const { visit } = await createSignedIn({
          callbacks: { jwt: ({ token }) => (suspended ? null : token) },
        })
        suspended = true
        const answer = await look(visit)
        expect(answer.status).toBe(200)
        expect(await answer.json()).toBeNull()
        expect(isSessionCleared(answer)).toBe(true)
        suspended = false
        expect(await visit.getSession()).toBeNull()
      }
    })

    test('at sign-in creates no session and ends the previous one', async () => {
      let suspended = false
      const { visit } = await createSignedIn({
        callbacks: { jwt: ({ token }) => (suspended ? null : token) },
      })
      suspended = true
      const answer = await visit.signInWithCredentials({ ...ada, callbackUrl: '/welcome' })
      expect(answer.headers.get('location')).toBe(`${origin}/welcome`)
      expect(isSessionCleared(answer)).toBe(true)
      expect(await visit.getSession()).toBeNull()
    })
  })

  test('the log never contains the token', async () => {
    const token = await encode({ token: { sub: 'ada-1' }, secret: 'another', salt: sessionCookie })
    const { log } = await visiting(token)
    const said = log.errors
      .map(error => `${error.message} ${error.stack} ${JSON.stringify(error.cause)}`)
      .join()
    for (const part of token.split('.').filter(Boolean)) expect(said).not.toContain(part)
  })

  type Visit = Awaited<ReturnType<typeof createSignedIn>>['visit']

  /** A browser with this session cookie. */
  async function visiting(cookie: string) {
    const { open, log, config } = createSessionApp()
    const visit = open()
    visit.jar.set(origin, `${sessionCookie}=${cookie}; Path=/; Secure`)
    return { visit, answer: await visit.get('/auth/session'), log, config }
  }
})
