import type { Adapter } from 'latchkey/adapters'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { isRecord } from '../../src/base/parse.js'
import {
  type AppSetup,
  ada,
  createPlainAdapter,
  createTappedAdapter,
  createTestApp,
  getLocation,
  origin,
  runRoundTrip,
  sessionCookie,
  type Tap,
} from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'
import { grace } from '../support/malicious-provider.js'
import { adaUser, createSessionApp, isSessionCleared } from '../unit/sessions/session-app.js'

/** How database libraries and adapters report that a record does not exist. */
const missingErrors: Readonly<Record<string, () => Error>> = {
  'an error of Prisma': () =>
    Object.assign(new Error('An operation failed because it depends on records that were not found.'), {
      code: 'P2025',
    }),
  'an error of Prisma that crossed a proxy': () => new Error('P2025: Record to delete does not exist.'),
  'an error of TypeORM': () => Object.assign(new Error('no entity'), { name: 'EntityNotFoundError' }),
  'an error of Kysely': () => Object.assign(new Error('no result'), { name: 'NoResultError' }),
  'an error of Sequelize': () => Object.assign(new Error('empty'), { name: 'EmptyResultError' }),
  'any error': () => new Error('Session not found'),
}

interface Overrides {
  readonly results?: Partial<Record<keyof Adapter, (found: unknown) => unknown>>
  readonly tap?: Tap
}

/** Signs Ada in with a stored session. From then on, the adapter has the overrides. */
async function createSignedIn(overrides: Overrides, more: AppSetup = {}) {
  const memory = MemoryAdapter()
  await memory.createUser({ ...adaUser, emailVerified: null })
  let isActive = false
  const { adapter } = createTappedAdapter(memory, async (method, args) => {
    if (isActive) await overrides.tap?.(method, args)
  })
  const changed = new Proxy(adapter, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name)
      const change = overrides.results?.[name as keyof Adapter]
      if (typeof method !== 'function' || !change) return method
      return async (...args: unknown[]) => {
        const result: unknown = await Reflect.apply(method, target, args)
        return isActive ? change(result) : result
      }
    },
  })
  const app = createSessionApp({ adapter: changed, session: { strategy: 'database', updateAge: 0 }, ...more })
  const visit = app.open()
  await visit.signInWithCredentials(ada)
  const token = visit.jar.get(sessionCookie)?.value ?? ''
  isActive = true
  return { ...app, visit, memory, token }
}

/** Changes what the adapter returns for the first session that is read. The next sign-in creates a whole one. */
function spoilFirstSession(spoil: (found: Record<string, unknown>) => unknown): Overrides {
  let first: string | undefined
  return {
    results: {
      getSessionAndUser: found => {
        if (!isRecord(found) || !isRecord(found.session)) return found
        const { sessionToken } = found.session
        first ??= String(sessionToken)
        return sessionToken === first ? spoil({ ...found }) : found
      },
    },
  }
}

/** Checks that a browser is signed out, and can sign in again and out. @returns the types of the logged errors */
async function signInDespite(
  spoil: (found: Record<string, unknown>) => unknown,
  { readsFirst, ...more }: AppSetup & { readonly readsFirst: boolean },
): Promise<readonly string[]> {
  const { visit, op, log } = await createSignedIn(spoilFirstSession(spoil), more)
  if (readsFirst) {
    const answer = await visit.get('/auth/session')
    expect(answer.status).toBe(200)
    expect(await answer.json()).toBeNull()
    expect(isSessionCleared(answer)).toBe(true)
  }
  expect(getLocation(await runRoundTrip(visit, op, { as: grace, callbackUrl: '/in' }))).toBe(`${origin}/in`)
  expect(await visit.getSession()).toMatchObject({ user: { email: grace.email } })
  expect(getLocation(await visit.signOut({ callbackUrl: '/out' }))).toBe(`${origin}/out`)
  return log.types()
}

const goneUsers: readonly unknown[] = [
  ...[null, undefined, {}, { id: null }, { id: undefined }, { id: '' }, { name: 'Ada' }],
  ...[[], false, 0, ''],
]

const changedSession = (changes: object) => (found: Record<string, unknown>) => ({
  ...found,
  session: { ...Object(found.session), ...changes },
})

const invalidDates: readonly object[] = [
  ...['soon', '', undefined, {}, Number.NaN, new Date(Number.NaN)].map(expires => ({ expires })),
  ...['once', new Date(Number.NaN)].map(startedAt => ({ startedAt })),
]

describe.each([
  ['read before the next sign-in', true],
  ['not read before the next sign-in', false],
])('a session record that is %s', (_, readsFirst) => {
  test.each(goneUsers.map(user => [user]))('whose user is %j is not a session', async user => {
    expect(await signInDespite(found => ({ ...found, user }), { readsFirst })).toEqual([])
  })

  test.each([[undefined], [{}], [[]], [{ session: null, user: null }], [{ user: adaUser }]])(
    'is not one if it is %j',
    async found => {
      expect(await signInDespite(() => found, { readsFirst })).toEqual([])
    },
  )

  test.each(invalidDates.map(changes => [changes]))('with %o is not a session', async changes => {
    const session = { strategy: 'database', absoluteMaxAge: 90_000 } as const
    for (const more of [{}, { session }])
      expect(new Set(await signInDespite(changedSession(changes), { readsFirst, ...more }))).toEqual(
        new Set(['AdapterError']),
      )
  })
})

test('a required relation of Prisma whose user was deleted is not a session', async () => {
  const message = 'Inconsistent query result: Field user is required to return data, got `null` instead.'
  const spoil = () => {
    throw new Error(message)
  }
  for (const readsFirst of [true, false]) expect(await signInDespite(spoil, { readsFirst })).toEqual([])
})

test.each([null, undefined, {}])('a token whose user is %j does not fail the next sign-in', async user => {
  const results = { getUser: () => user }
  const { visit, op, log } = await createSignedIn({ results }, { session: { strategy: 'jwt' } })
  expect(getLocation(await runRoundTrip(visit, op, { as: grace, callbackUrl: '/in' }))).toBe(`${origin}/in`)
  expect(await visit.getSession()).toMatchObject({ user: { email: grace.email } })
  expect(log.types()).toEqual([])
})

describe.each(Object.entries(missingErrors))(
  'an adapter that throws %s for a missing record',
  (_, create) => {
    const throwIfGone = (memory: Adapter) => async (method: string, token: unknown) => {
      const text = typeof token === 'string' ? token : String(Reflect.get(Object(token), 'sessionToken'))
      if (!['deleteSession', 'updateSession'].includes(method)) return
      if (!(await memory.getSessionAndUser?.(text))) throw create()
    }

    async function createStrict(more: AppSetup = {}) {
      const hooks: {
        before?: ((method: string) => unknown) | undefined
        check?: ReturnType<typeof throwIfGone>
      } = {}
      const app = await createSignedIn(
        {
          tap: async (method, [token]) => {
            await hooks.before?.(method)
            await hooks.check?.(method, token)
          },
        },
        more,
      )
      hooks.check = throwIfGone(app.memory)
      return { ...app, hooks }
    }

    test('signs out if the record is gone', async () => {
      const { visit, memory, token, log } = await createStrict()
      await memory.deleteSession(token)
      const answer = await visit.signOut({ callbackUrl: '/out' })
      expect(getLocation(answer)).toBe(`${origin}/out`)
      expect(isSessionCleared(answer)).toBe(true)
      expect(log.types()).toEqual([])
    })

    test('signs out in two tabs at once, with one event', async () => {
      const signOuts: unknown[] = []
      const { visit, log } = await createStrict({
        events: { signOut: message => void signOuts.push(message) },
      })
      const csrfToken = await visit.getCsrfToken()
      const signOut = () => visit.post('/auth/signout', { csrfToken })
      const answers = await Promise.all([signOut(), signOut()])
      expect(answers.map(getLocation)).toEqual([origin, origin])
      expect(answers.every(answer => isSessionCleared(answer))).toBe(true)
      expect(signOuts).toHaveLength(1)
      expect(log.types()).toEqual([])
    })

    test('ends a session whose record is deleted while it is extended', async () => {
      const { visit, memory, token, hooks, log } = await createStrict()
      hooks.before = method => method === 'updateSession' && memory.deleteSession(token)
      const answer = await visit.get('/auth/session')
      expect(answer.status).toBe(200)
      expect(await answer.json()).toBeNull()
      expect(isSessionCleared(answer)).toBe(true)
      expect(log.types()).toEqual([])
    })

    test('creates a session if the record is deleted while the user signs in again', async () => {
      const session = { strategy: 'database', absoluteMaxAge: 90_000 } as const
      const { visit, memory, token, hooks, log } = await createStrict({ session })
      hooks.before = method => method === 'updateSession' && memory.deleteSession(token)
      await visit.signInWithCredentials(ada)
      hooks.before = undefined
      expect(visit.jar.get(sessionCookie)?.value).not.toBe(token)
      expect(await visit.getSession()).toMatchObject({ user: { email: ada.email } })
      expect(log.types()).toEqual([])
    })
  },
)

describe.each([null, undefined])('an adapter whose `updateSession` returns %s', result => {
  test('for a record that was deleted meanwhile ends the session', async () => {
    const hooks: { remove?: () => unknown } = {}
    const { visit, memory, token, log } = await createSignedIn({
      tap: async method => void (method === 'updateSession' && (await hooks.remove?.())),
      results: { updateSession: () => result },
    })
    hooks.remove = () => memory.deleteSession(token)
    const answer = await visit.get('/auth/session')
    expect(await answer.json()).toBeNull()
    expect(isSessionCleared(answer)).toBe(true)
    expect(log.types()).toEqual([])
  })

  test('for a record that it changed keeps the session', async () => {
    const { visit } = await createSignedIn({ results: { updateSession: () => result } })
    expect(await visit.getSession()).toMatchObject({ user: { email: ada.email } })
  })
})

describe('a failure of the database is an error', () => {
  test.each([
    ['the deletion fails, and the record exists', ['deleteSession']],
    ['the deletion and the read after it fail', ['deleteSession', 'getSessionAndUser']],
  ])('at a sign-out if %s', async (_, broken) => {
    const { visit, memory, token, log } = await createSignedIn({
      tap: method => {
        if (broken.includes(method)) throw new Error('relation "sessions" does not exist')
      },
    })
    if (broken.length > 1) await memory.deleteSession(token)
    const answer = await visit.signOut()
    expect(getLocation(answer)).toBe(`${origin}/auth/error?error=Configuration`)
    expect(visit.jar.get(sessionCookie)).toBeDefined()
    expect(log.errors).toMatchObject([{ type: 'SignOutError', cause: { method: 'deleteSession' } }])
  })

  test('at an extension if the read after it fails too', async () => {
    let isUpdated = false
    const { visit, memory, token } = await createSignedIn({
      tap: async method => {
        if (method === 'updateSession') {
          isUpdated = true
          await memory.deleteSession(token)
        }
        if (isUpdated) throw new Error('The store is down.')
      },
    })
    const answer = await visit.get('/auth/session')
    expect(answer.status).toBe(503)
    expect(isSessionCleared(answer)).toBe(false)
  })
})

test('a magic link that was used says so if the adapter throws for a missing token', async () => {
  const { provider, getLatestEmail } = captureEmails()
  const { getVerificationToken: _, ...memory } = MemoryAdapter()
  const adapter: Adapter = {
    ...memory,
    useVerificationToken: async key => {
      const token = await memory.useVerificationToken(key)
      if (!token) throw Object.assign(new Error('Record to delete does not exist.'), { code: 'P2025' })
      return token
    },
  }
  const { open, log } = createTestApp({ adapter, providers: [provider] })
  const visit = open()
  await visit.signIn('mail', { email: ada.email })
  const { url } = getLatestEmail()
  await visit.get(url)
  expect(await visit.getSession()).not.toBeNull()
  // This browser finished the sign-in, so it goes on to the page. Another one has to ask for a new link.
  expect(getLocation(await visit.get(url))).toBe(origin)
  const other = open()
  const csrfToken = await other.getCsrfToken()
  const { pathname, search } = new URL(url)
  expect(getLocation(await other.post(pathname + search, { csrfToken }))).toBe(
    `${origin}/auth/error?error=Verification`,
  )
  expect(log.errors.filter(error => !('isVisitorFailure' in error))).toEqual([])
})

test('a new user who was deleted by another request is not an error of its own', async () => {
  const store = createPlainAdapter()
  const { adapter } = createTappedAdapter(store, async (method, [id]) => {
    if (method === 'linkAccount') throw new Error('no room')
    if (method !== 'deleteUser') return
    await store.deleteUser?.(String(id))
    throw new Error('User not found')
  })
  const { op, open, log } = createTestApp({ adapter })
  await runRoundTrip(open(), op)
  expect(log.errors.map(({ cause }) => cause)).toEqual([expect.objectContaining({ method: 'linkAccount' })])
})
