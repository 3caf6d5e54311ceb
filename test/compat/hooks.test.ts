import type { Adapter } from 'latchkey/adapters'
import { describe, expect, test } from 'vitest'
import { ada, createPlainAdapter, secret } from '../support/app.js'
import type { Visitor } from '../support/visitor.js'
import { type Both, createBoth, type Hooks, type Setup } from './side-by-side.js'

/** The recorded arguments of each callback, event or method, by name. */
type RecordedCalls = Record<string, unknown[]>

const events = ['signIn', 'signOut', 'createUser', 'updateUser', 'linkAccount', 'session'] as const

/** Callbacks and events that record their arguments. */
function createRecordingSetup() {
  const heard: RecordedCalls = {}
  const hook =
    (name: string, answer: (params: Record<string, unknown>) => unknown = () => undefined) =>
    (params: Record<string, unknown>) => {
      heard[name] = [...(heard[name] ?? []), redactParams(params)]
      return answer(params)
    }
  const callbacks: Hooks = {
    signIn: hook('signIn', () => true),
    redirect: hook('redirect', ({ url }) => url),
    jwt: hook('jwt', ({ token }) => token),
    session: hook('session', ({ session }) => session),
  }
  const received = Object.fromEntries(events.map(name => [name, hook(`event ${name}`)]))
  return { heard, callbacks, events: received, hook }
}

/** A first sign-in, a session read, an update and a sign-out. */
async function runWholeFlow(visit: Visitor, { op }: Both, provider: string): Promise<void> {
  if (provider === 'credentials') await visit.signInWithCredentials({ ...ada, callbackUrl: '/in' })
  else {
    const away = await visit.signIn(provider, { callbackUrl: '/in' })
    await visit.get(op.authorize(visit.getLocation(away)), { from: op.issuer })
  }
  await visit.getSession()
  await visit.post('/auth/session', { csrfToken: await visit.getCsrfToken(), data: { a: 1 } }, { json: true })
  await visit.signOut()
}

async function collectHookCalls(
  side: 'theirs' | 'ours',
  provider: string,
  setup: Setup,
): Promise<RecordedCalls> {
  const { heard, callbacks, events } = createRecordingSetup()
  const site = createBoth({ ...setup, callbacks, events })
  // Auth.js rejects `iss` from a provider without a configured issuer.
  if (provider === 'plain') site.op.lies.authorization = answer => answer.delete('iss')
  await runWholeFlow(site[side], site, provider)
  expect(site.errors).toEqual([])
  return heard
}

const createStoredSetup = (strategy: 'jwt' | 'database'): (() => Setup) => {
  return () => ({ adapter: createPlainAdapter(), session: { strategy } })
}

/** Additional arguments in Latchkey, which are added to those of Auth.js before the comparison. */
const additions: Record<string, (params: object, call: number) => object> = {
  // `nonce` is always sent, so the claims contain it.
  signIn: withNonce,
  jwt: withNonce,
  // A sign-in with credentials has `isNewUser: false` in the event, as in the callback.
  'event signIn': params => ('profile' in params ? withNonce(params) : { ...params, isNewUser: false }),
  // The stored account, with its user id.
  'event linkAccount': params => withMember(params, 'account', { userId: expect.any(String) }),
  // The session has no session token, and a JWT session update has the trigger of a database session update.
  session: (params, call) => {
    if (!('token' in params)) return withMember(params, 'session', { sessionToken: undefined })
    return call === 1 ? { ...params, newSession: { a: 1 }, trigger: 'update' } : params
  },
  'event session': params =>
    'token' in params ? params : withMember(params, 'session', { sessionToken: undefined }),
}

describe.each([
  ['credentials', 'credentials', () => ({})],
  ['an OpenID Connect provider', 'op', () => ({})],
  ['an OAuth provider', 'plain', () => ({})],
  ['an OpenID Connect provider, with an adapter', 'op', createStoredSetup('jwt')],
  ['an OpenID Connect provider, with an adapter and database sessions', 'op', createStoredSetup('database')],
] as const)('with %s', (_, provider, setup) => {
  test('callbacks and events are called with the arguments of @auth/core, and as often', async () => {
    const theirs = await collectHookCalls('theirs', provider, setup())
    const ours = await collectHookCalls('ours', provider, setup())
    expect(Object.keys(ours).sort()).toEqual(Object.keys(theirs).sort())
    for (const [name, received] of Object.entries(theirs)) {
      const expected = received.map((params, call) =>
        (additions[name] ?? (same => same))(params as object, call),
      )
      expect(ours[name], name).toEqual(expected)
    }
  })
})

describe('custom `jwt.encode` and `jwt.decode`', () => {
  const several = ['the newest secret of all, a long one', 'one before, a long one too']

  test.each([
    ['one secret', {}, secret],
    ['several secrets', { secret: several }, several],
    [
      'a secret for tokens only',
      { jwt: { secret: 'a secret for tokens alone' } },
      'a secret for tokens alone',
    ],
  ])('receive %s as configured', async (_, setup, configured) => {
    for (const side of ['theirs', 'ours'] as const) {
      const { heard, hook } = createRecordingSetup()
      const encode = hook('encode', ({ token }) => JSON.stringify(token))
      const decode = hook('decode', ({ token }) => JSON.parse(String(token)))
      const site = createBoth({ ...setup, jwt: { ...('jwt' in setup ? setup.jwt : {}), encode, decode } })
      await site[side].signInWithCredentials(ada)
      expect(await site[side].getSession(), side).toMatchObject({ user: { name: 'Ada' } })
      const token = { name: 'Ada', email: ada.email, sub: 'ada-1' }
      const salt = '__Secure-authjs.session-token'
      expect(heard['encode']?.[0], side).toMatchObject({ token, secret: configured, salt, maxAge: 2592000 })
      expect(heard['decode']?.[0], side).toMatchObject({
        token: expect.any(String),
        secret: configured,
        salt,
      })
    }
  })
})

test('adapter methods are called with the arguments of @auth/core', async () => {
  const calls = async (side: 'theirs' | 'ours') => {
    const { heard, hook } = createRecordingSetup()
    const adapter = createPlainAdapter()
    const tapped = Object.entries(adapter).map(([name, method]) => {
      const listen = hook(name)
      const call = (...args: unknown[]) => {
        listen({ args })
        return Reflect.apply(method, adapter, args) as unknown
      }
      return [name, call]
    })
    const site = createBoth({ adapter: Object.fromEntries(tapped) as Adapter })
    await runWholeFlow(site[side], site, 'op')
    return heard
  }
  const [theirs, ours] = [await calls('theirs'), await calls('ours')]
  const once = (received: unknown[] = []) => [...new Set(received.map(params => JSON.stringify(params)))]
  for (const [name, received] of Object.entries(theirs))
    expect(once(ours[name]), name).toEqual(once(received))
  // An update extends the session.
  expect(Object.keys(ours).filter(name => !(name in theirs))).toEqual(['updateSession'])
})

function withNonce(params: object): object {
  const isOpenid = 'profile' in params && 'iss' in (params.profile as object)
  return isOpenid ? withMember(params, 'profile', { nonce: '…' }) : params
}

function withMember(params: object, member: string, more: object): object {
  const inner = (params as Record<string, object>)[member]
  return { ...params, [member]: { ...inner, ...more } }
}

/** A copy with sorted keys, in which random values and dates are masked. */
function redactParams(params: object): unknown {
  return JSON.parse(JSON.stringify(params, sortKeys), (key, value: unknown) => {
    if (/^(access_token|id_token|at_hash|nonce|sessionToken|jti)$/.test(key)) return '…'
    if (/^(iat|exp|expires|expires_at)$/.test(key)) return '…'
    return typeof value === 'string' ? value.replace(/[\da-f]{8}-[\da-f-]{27}|^[\da-f]{64}$/, '…') : value
  })
}

function sortKeys(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
