import { MemoryAdapter } from 'latchkey/adapters/memory'
import { AuthError, CredentialsSignin, OAuthCallbackError } from 'latchkey/errors'
import { createAuth, originChecked, toRequestHead } from 'latchkey/server'
import type { EventCallbacks, EventContext, JWTParams, Session, SessionParams } from 'latchkey/types'
import { describe, expect, test, vi } from 'vitest'
import {
  ada,
  createPlainAdapter,
  createTappedAdapter,
  createTestApp,
  credentials,
  getLocation,
  origin,
  runRoundTrip,
} from '../support/app.js'
import { grace } from '../support/malicious-provider.js'

describe('events', () => {
  const names = [
    'signIn',
    'signInFailure',
    'signOut',
    'createUser',
    'updateUser',
    'linkAccount',
    'session',
  ] as const

  /** Records every event and its message in order. */
  function recordEvents() {
    const received: [string, Record<string, unknown>][] = []
    const entries = names.map(name => [
      name,
      (message: Record<string, unknown>) => void received.push([name, message]),
    ])
    return { received, events: Object.fromEntries(entries) as EventCallbacks }
  }

  const getId = (user: unknown) => (user as { id: string }).id

  describe('events of a first sign-in with an adapter', () => {
    test('are emitted in order with user, account and profile', async () => {
      const { received, events } = recordEvents()
      const { op, open } = createTestApp({ events, adapter: MemoryAdapter() })
      await runRoundTrip(open(), op)
      const user = expect.objectContaining({ id: expect.any(String), email: grace.email })
      const account = expect.objectContaining({ provider: 'op', type: 'oidc', providerAccountId: grace.sub })
      expect(received).toEqual([
        ['createUser', { user }],
        ['linkAccount', { user, account, profile: expect.objectContaining({ email: grace.email }) }],
        ['signIn', { user, account, profile: expect.objectContaining({ sub: grace.sub }), isNewUser: true }],
      ])
      const [created = {}, linked] = received.map(([, message]) => message)
      expect(linked).toMatchObject({ user: created['user'], account: { userId: getId(created['user']) } })
    })

    test('are reduced to `signIn` at the second sign-in', async () => {
      const { received, events } = recordEvents()
      const { op, open } = createTestApp({ events, adapter: MemoryAdapter() })
      await runRoundTrip(open(), op)
      received.length = 0
      await runRoundTrip(open(), op)
      expect(received).toEqual([['signIn', expect.objectContaining({ isNewUser: false })]])
    })
  })

  describe('an event', () => {
    test('`signIn` without an adapter has no `isNewUser`', async () => {
      const { received, events } = recordEvents()
      const { op, open } = createTestApp({ events })
      await runRoundTrip(open(), op)
      expect(received).toHaveLength(1)
      expect(received[0]?.[1]).not.toHaveProperty('isNewUser')
    })

    test('`signIn` of credentials has the user that `authorize` returned', async () => {
      const { received, events } = recordEvents()
      await createTestApp({ events, providers: [credentials] })
        .open()
        .signInWithCredentials(ada)
      const user = { id: 'ada-1', name: 'Ada', email: ada.email }
      const account = { provider: 'credentials', type: 'credentials', providerAccountId: 'ada-1' }
      expect(received).toEqual([['signIn', expect.objectContaining({ user, account })]])
    })

    test('`session` has the returned session and the token', async () => {
      const { received, events } = recordEvents()
      const visit = createTestApp({ events, providers: [credentials] }).open()
      await visit.signInWithCredentials(ada)
      received.length = 0
      const session = await visit.getSession()
      expect(received).toEqual([
        ['session', { session, token: expect.objectContaining({ email: ada.email }) }],
      ])
    })

    test('`signOut` has the token or the database session', async () => {
      for (const more of [{}, { adapter: MemoryAdapter() }]) {
        const { received, events } = recordEvents()
        const { op, open } = createTestApp({ events, ...more })
        const visit = open()
        await runRoundTrip(visit, op)
        received.length = 0
        await visit.signOut()
        const message =
          'adapter' in more
            ? { session: expect.objectContaining({ userId: expect.any(String) }) }
            : { token: expect.objectContaining({ email: grace.email }) }
        expect(received).toEqual([['signOut', message]])
      }
    })

    test('is not emitted if no user was signed in', async () => {
      const { received, events } = recordEvents()
      const visit = createTestApp({ events }).open()
      await visit.signOut()
      await visit.getSession()
      expect(received).toEqual([])
    })

    test('that throws or rejects is logged and has no effect', async () => {
      const throws = () => {
        throw new Error('the audit log is full')
      }
      const events = {
        signIn: throws,
        createUser: () => Promise.reject(new Error('away')),
        session: throws,
        signOut: throws,
      }
      const { op, open, log } = createTestApp({ events, adapter: MemoryAdapter() })
      const visit = open()
      expect(getLocation(await runRoundTrip(visit, op))).toBe(origin)
      expect(await visit.getSession()).not.toBeNull()
      await visit.signOut()
      expect(await visit.getSession()).toBeNull()
      expect(log.types()).toEqual(['EventError', 'EventError', 'EventError', 'EventError'])
    })

    test.each(['jwt', 'database'] as const)('receives the request that caused it (%s)', async strategy => {
      const requests: string[] = []
      const events = Object.fromEntries(
        names.map(name => [
          name,
          (_: unknown, { request }: EventContext) =>
            void requests.push(
              `${name}: ${request.method} ${new URL(request.url).pathname} ${request.getHeader('sec-fetch-site')}`,
            ),
        ]),
      )
      const { op, open } = createTestApp({ events, session: { strategy }, adapter: MemoryAdapter() })
      const visit = open()
      await runRoundTrip(visit, op)
      await visit.getSession()
      await visit.signOut()
      expect(requests).toEqual([
        'createUser: GET /auth/callback/op cross-site',
        'linkAccount: GET /auth/callback/op cross-site',
        'signIn: GET /auth/callback/op cross-site',
        'session: GET /auth/session same-origin',
        'signOut: POST /auth/signout same-origin',
      ])
    })

    test('is awaited', async () => {
      let isDone = false
      const signIn = async () => {
        await new Promise(resolve => setTimeout(resolve, 5))
        isDone = true
      }
      const { op, open } = createTestApp({ events: { signIn } })
      await runRoundTrip(open(), op)
      expect(isDone).toBe(true)
    })

    test('is called with its `this`', async () => {
      class Audit {
        seen = 0
        signIn() {
          this.seen += 1
        }
      }
      const events = new Audit()
      const { op, open } = createTestApp({ events })
      await runRoundTrip(open(), op)
      expect(events.seen).toBe(1)
    })
  })

  describe('the order of adapter calls, callbacks and events', () => {
    test('the events of a new user follow the writes, and `signIn` is the last', async () => {
      const { adapter, calls } = createTappedAdapter(createPlainAdapter())
      const note = (name: string) => () => void calls.push(`event ${name}`)
      const jwt = ({ token }: JWTParams) => {
        calls.push('callback jwt')
        return token
      }
      const events = Object.fromEntries(names.map(name => [name, note(name)]))
      const { op, open } = createTestApp({
        adapter,
        events,
        callbacks: { jwt },
        session: { strategy: 'jwt' },
      })
      await runRoundTrip(open(), op)
      expect(calls).toEqual([
        'getUserByAccount',
        'getUserByEmail',
        'createUser',
        'linkAccount',
        'event createUser',
        'event linkAccount',
        'callback jwt',
        'event signIn',
      ])
    })

    test('`session` of a database session has no token and follows the callback', async () => {
      const { received, events } = recordEvents()
      const session = ({ session }: SessionParams): Session => {
        received.push(['callback', {}])
        return { expires: session.expires }
      }
      const { op, open } = createTestApp({ events, adapter: MemoryAdapter(), callbacks: { session } })
      const visit = open()
      await runRoundTrip(visit, op)
      received.length = 0
      await visit.getSession()
      expect(received).toEqual([
        ['callback', {}],
        ['session', { session: { expires: expect.any(Date) } }],
      ])
    })

    test('a failed sign-in emits no event but `signInFailure`', async () => {
      const { received, events } = recordEvents()
      const { op, open } = createTestApp({
        events,
        adapter: MemoryAdapter(),
        callbacks: { signIn: () => false },
      })
      await runRoundTrip(open(), op)
      await runRoundTrip(open(), op, { error: 'access_denied' })
      expect(received.map(([name]) => name)).toEqual(['signInFailure', 'signInFailure'])
    })
  })

  describe('an adapter method', () => {
    test('is logged with `debug` by its name, without its arguments', async () => {
      const { op, open, log } = createTestApp({ adapter: MemoryAdapter() })
      await runRoundTrip(open(), op)
      const said = log.debugged.filter(([message]) => String(message).startsWith('adapter_'))
      expect(said).toEqual([
        ['adapter_getUserByAccount', undefined],
        ['adapter_getUserByEmail', undefined],
        ['adapter_createUserWithAccount', undefined],
        ['adapter_putRecord', undefined],
        ['adapter_createSession', undefined],
      ])
    })

    test('that throws is logged as `AdapterError` with the method and the cause', async () => {
      const away = new TypeError('the store is away')
      const { adapter } = createTappedAdapter(MemoryAdapter(), method => {
        if (method === 'createUserWithAccount') throw away
      })
      const { op, open, log } = createTestApp({ adapter })
      await runRoundTrip(open(), op)
      expect(log.types()).toEqual(['AdapterError'])
      const err = expect.objectContaining({ name: 'TypeError', message: 'the store is away' })
      expect(log.errors[0]?.cause).toEqual({ err, method: 'createUserWithAccount' })
    })
  })

  describe('`signInFailure`', () => {
    test('has the error and the provider of a wrong password', async () => {
      const { received, events } = recordEvents()
      const visit = createTestApp({ events, providers: [credentials] }).open()
      await visit.signInWithCredentials({ ...ada, password: 'wrong' })
      expect(received).toEqual([
        ['signInFailure', { error: expect.any(CredentialsSignin), provider: 'credentials' }],
      ])
    })

    test('has the error of a canceled sign-in', async () => {
      const { received, events } = recordEvents()
      const { op, open } = createTestApp({ events })
      await runRoundTrip(open(), op, { error: 'access_denied' })
      expect(received).toEqual([['signInFailure', { error: expect.any(OAuthCallbackError), provider: 'op' }]])
    })

    test('has an `AuthError` for an error of another class', async () => {
      const { received, events } = recordEvents()
      const callbacks = {
        redirect: () => {
          throw new RangeError('no such page')
        },
      }
      await createTestApp({ events, callbacks }).open().signIn('op')
      expect(received).toEqual([['signInFailure', { error: expect.any(AuthError), provider: 'op' }]])
    })

    test('is raised by a sign-in from server code', async () => {
      const { received, events } = recordEvents()
      const { config } = createTestApp({ events, providers: [credentials] })
      const head = toRequestHead(new Request(origin))
      const { error } = await createAuth(config).signIn(head, {
        provider: 'credentials',
        fields: { ...ada, password: 'wrong' },
        originCheck: originChecked,
      })
      expect(error).toBeInstanceOf(CredentialsSignin)
      expect(received).toEqual([['signInFailure', { error, provider: 'credentials' }]])
    })

    test('is not raised for other actions, and its own failure is only logged', async () => {
      const signInFailure = vi.fn(() => Promise.reject(new Error('the audit log is full')))
      const { open, log } = createTestApp({ events: { signInFailure }, providers: [credentials] })
      const visit = open()
      await visit.post('/auth/signout', {})
      await visit.get('/auth/nothing')
      expect(signInFailure).not.toHaveBeenCalled()
      const response = await visit.signInWithCredentials({ ...ada, password: 'wrong' })
      expect(getLocation(response)).toContain('error=CredentialsSignin')
      expect(log.types()).toContain('EventError')
    })
  })
})
