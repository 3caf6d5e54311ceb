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

describe('Behaviour section 13.1: the session action, jwt strategy, failures', () => {
  const fail = () => {
    throw new Error('The callback failed.')
  }

  /** A configuration whose callback fails while it is `broken`. */
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
    test('is no sign-out: 503 with `null`, the cookie stays, and the next look works', async () => {
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

    test('reaches a server that reads the session as SessionUnavailable', async () => {
      const app = breakable(callback)
      const { visit, config } = await createSignedIn(app.config)
      expect(await read(visit, config)).toMatchObject({ user: { name: 'Ada' } })
      app.broken = true
      await expect(read(visit, config)).rejects.toMatchObject({ type: 'SessionUnavailable' })
    })
  })

  describe('a cookie that holds no session of ours is cleared', () => {
    const made = (over: object) => encode({ token: { sub: 'ada-1' }, secret, salt: sessionCookie, ...over })

    test.each([
      ['garbage', async () => 'garbage'],
      ['a token of another secret', () => made({ secret: 'another' })],
      ['a token of another cookie', () => made({ salt: 'authjs.session-token' })],
      ['a token that lost its end', async () => (await made({})).slice(0, -1)],
    ])('%s, and nobody can fill the log with such', async (_, make) => {
      const { visit, answer, log } = await visiting(await make())
      expect(answer.status).toBe(200)
      expect(await answer.json()).toBeNull()
      expect(isSessionCleared(answer)).toBe(true)
      expect(visit.jar.get(sessionCookie)).toBeUndefined()
      expect(log.errors).toEqual([])
      expect(log.debugged).toContainEqual([
        'session token rejected',
        { code: expect.stringMatching(/^ERR_JWE_/) },
      ])
    })

    test('an expired token: that is how sessions end', async () => {
      const { answer, log } = await visiting(await made({ maxAge: -3600 }))
      expect(await answer.json()).toBeNull()
      expect(isSessionCleared(answer)).toBe(true)
      expect(log.errors).toEqual([])
    })

    test('all of its chunks, and nothing that is not ours', async () => {
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

    test('and a server that reads it gets null', async () => {
      const { visit, config } = await visiting('garbage')
      visit.jar.set(origin, `${sessionCookie}=garbage; Path=/; Secure`)
      expect(await read(visit, config)).toBeNull()
    })

    test('a visitor without a cookie gets null, and no session cookie is set', async () => {
      const answer = await createSessionApp().open().get('/auth/session')
      expect(answer.status).toBe(200)
      expect(await answer.json()).toBeNull()
      expect(listSessionLines(answer)).toEqual([])
    })
  })

  test('a `decode` of the app that throws is logged, and ends the session', async () => {
    const { visit, log } = await createSignedIn({
      jwt: {
        encode: () => 'mine',
        decode: () => {
          throw new Error('jwt malformed')
        },
      },
    })
    const answer = await visit.get('/auth/session')
    expect(await answer.json()).toBeNull()
    expect(isSessionCleared(answer)).toBe(true)
    expect(log.errors).toMatchObject([
      { type: 'JWTSessionError', cause: { err: { message: 'jwt malformed' } } },
    ])
  })

  describe('a `jwt` callback that returns null', () => {
    test('ends the session, at a look and on an update', async () => {
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

    test('at sign-in lets nobody in, and ends the session of before', async () => {
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

  test('the log never has the token', async () => {
    const token = await encode({ token: { sub: 'ada-1' }, secret: 'another', salt: sessionCookie })
    const { log } = await visiting(token)
    const said = log.errors
      .map(error => `${error.message} ${error.stack} ${JSON.stringify(error.cause)}`)
      .join()
    for (const part of token.split('.').filter(Boolean)) expect(said).not.toContain(part)
  })

  type Visit = Awaited<ReturnType<typeof createSignedIn>>['visit']

  /** A browser that comes with this session cookie. */
  async function visiting(cookie: string) {
    const { open, log, config } = createSessionApp()
    const visit = open()
    visit.jar.set(origin, `${sessionCookie}=${cookie}; Path=/; Secure`)
    return { visit, answer: await visit.get('/auth/session'), log, config }
  }
})
