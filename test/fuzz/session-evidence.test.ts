import { createHash } from 'node:crypto'
import fc from 'fast-check'
import type { AuthConfig } from 'latchkey'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { decode, encode, type JWT } from 'latchkey/jwt'
import type { Plugin } from 'latchkey/plugins'
import { createAuth, toRequestHead } from 'latchkey/server'
import { expect, vi } from 'vitest'
import { createPlainAdapter, origin, secret, sessionCookie } from '../support/app.js'
import { unusualJson, unusualText } from './arbitraries.js'
import { describeFuzzTarget } from './fuzz-target.js'

/**
 * Where a value is, instead of the methods of a session: in the claim of a token, in what the `jwt` callback makes of it, in a record, or
 * in a cookie. The cookie is one of this session, of another one, or has the key of another cookie.
 */
type Place =
  | 'claim'
  | 'jwt callback'
  | 'jwt callback in place'
  | 'session callback in place'
  | 'record'
  | 'cookie'
  | 'cookie of another session'
  | 'cookie with another key'

interface EvidenceInput {
  readonly place: Place
  readonly value: unknown
  /** Characters that replace those of a cookie, at a position. */
  readonly changes: readonly { readonly at: number; readonly text: string }[]
}

/** What server code learns about a session. */
interface Assurance {
  readonly acr?: string | undefined
  readonly authTime?: number | undefined
  readonly methods?: readonly unknown[] | undefined
  /** The requirements that the session meets. */
  readonly meets: readonly string[]
}

/** A request with a session, and the server that reads it. */
interface Sent {
  readonly input: EvidenceInput
  readonly request: Request
  readonly server: ReturnType<typeof createApp>
}

type Subject = (sent: Sent) => Promise<Assurance>

const evidenceCookie = '__Secure-authjs.session-evidence'
const sessionToken = 'the-session-of-ada'
const sessionHash = createHash('sha256').update(sessionToken).digest('hex')
const days = 86_400
/** The time of all inputs, in seconds since the epoch. */
const now = Date.parse('2030-01-01') / 1000
/** The method of a session whose `jwt` callback has the value. */
const password = { amr: 'pwd', at: now - 1, provider: 'credentials' }

const requirements = {
  aal1: { acr: 'aal1' },
  aal2: { acr: 'aal2' },
  phr: { acr: 'phr' },
  'a sign-in within a minute': { maxAge: 60 },
} as const

/** A plugin that responds with what the session of the request meets. */
const level: Plugin = {
  id: 'level',
  actions: {
    '': {
      GET: async ({ getSession }) => {
        const session = await getSession()
        const entries = Object.entries(requirements)
        return { data: { meets: entries.flatMap(([name, value]) => (session?.meets(value) ? [name] : [])) } }
      },
    },
  },
}

function createApp(more: Partial<AuthConfig>) {
  const logged: unknown[] = []
  const log = (error: unknown) => void logged.push(error)
  const config = {
    providers: [],
    secret,
    trustHost: true,
    plugins: [level],
    logger: { error: log, warn: log },
  }
  return Object.assign(createAuth({ ...more, ...config }), { logged })
}

async function createStore() {
  const store = MemoryAdapter()
  const { id: userId } = await store.createUser({ id: 'ada', email: 'ada@example.com', emailVerified: null })
  await store.createSession({ sessionToken, userId, expires: new Date((now + days) * 1000) })
  return store
}

/** What the callbacks of the app make of the claim. */
let changedClaim: unknown

function changeMethods(token: JWT): JWT {
  return Object.assign(token, { auth_methods: changedClaim })
}

const { records } = MemoryAdapter()
const apps = {
  token: createApp({ session: { strategy: 'jwt', updateAge: 0 } }),
  'jwt callback': createApp({
    session: { strategy: 'jwt', updateAge: 0 },
    callbacks: { jwt: ({ token }) => ({ ...token, auth_methods: changedClaim }) },
  }),
  'jwt callback in place': createApp({
    session: { strategy: 'jwt', updateAge: 0 },
    callbacks: { jwt: ({ token }) => changeMethods(token) },
  }),
  'session callback in place': createApp({
    session: { strategy: 'jwt', updateAge: 0 },
    callbacks: {
      jwt: ({ token }) => token,
      session: ({ session, token }) => {
        if (token) changeMethods(token)
        return session
      },
    },
  }),
  record: createApp({ adapter: createPlainAdapter(await createStore()), records }),
  cookie: createApp({ adapter: createPlainAdapter(await createStore()) }),
}

function isCallback(place: Place) {
  return (
    place === 'jwt callback' || place === 'jwt callback in place' || place === 'session callback in place'
  )
}

/** Builds a request of a session with the value. */
async function createSent(input: EvidenceInput): Promise<Sent> {
  const { place, value } = input
  changedClaim = value
  if (place === 'claim') return { input, server: apps.token, request: await createTokenRequest(value) }
  if (isCallback(place)) return { input, server: apps[place], request: await createTokenRequest([password]) }
  if (place === 'record') {
    const key = { kind: 'session-evidence', id: sessionHash }
    await records.putRecord({ ...key, userId: 'ada', value: { methods: value } as never, expires: null })
    return { input, server: apps.record, request: createRequest({ [sessionCookie]: sessionToken }) }
  }
  const cookie = changeText(await encodeCookie(place, value), input.changes)
  const cookies = { [sessionCookie]: sessionToken, [evidenceCookie]: cookie }
  return { input, server: apps.cookie, request: createRequest(cookies) }
}

async function createTokenRequest(methods: unknown): Promise<Request> {
  const token = await encode({ token: { sub: 'ada', auth_methods: methods }, secret, salt: sessionCookie })
  return createRequest({ [sessionCookie]: token })
}

function encodeCookie(place: Place, methods: unknown): Promise<string> {
  const session = place === 'cookie of another session' ? sessionHash.replace(/^./, 'x') : sessionHash
  const salt = place === 'cookie with another key' ? sessionCookie : evidenceCookie
  return encode({ token: { session, methods }, secret, salt })
}

function changeText(text: string, changes: EvidenceInput['changes']): string {
  return changes.reduce((changed, change) => {
    const at = change.at % (changed.length + 1)
    return changed.slice(0, at) + change.text + changed.slice(at + change.text.length)
  }, text)
}

/** Other characters than those of a cookie cannot be in a header. */
function createRequest(cookies: Readonly<Record<string, string>>): Request {
  const pairs = Object.entries(cookies).map(
    ([name, value]) => `${name}=${value.replace(/[^!#-+\--:<-[\]-~]/g, '')}`,
  )
  return new Request(`${origin}/`, { headers: { cookie: pairs.join('; ') } })
}

const readAssurance: Subject = async ({ server, request }) => {
  const head = toRequestHead(request)
  const session = await server.getSession(head)
  if (session === null) throw new Error('The session is gone.')
  const { acr, authTime, methods } = session
  const response = await server.handler(new Request(`${origin}/auth/level`, request))
  return { acr, authTime, methods, ...((await response.json()) as { meets: string[] }) }
}

/** What the value proves, by a definition of its own: NIST SP 800-63B. */
function getExpectedMethods({ place, value, changes }: EvidenceInput): readonly (typeof password)[] {
  if (isCallback(place)) return [password]
  const isForeign = place === 'cookie of another session' || place === 'cookie with another key'
  if (isForeign || !Array.isArray(value)) return []
  if (place === 'cookie' && changes.length > 0) return []
  const methods = value.slice(0, 12).map(method => Object(method) as Record<string, unknown>)
  return methods.flatMap(({ amr, at, provider }) => {
    if (typeof amr !== 'string' || typeof provider !== 'string' || typeof at !== 'number') return []
    const age = now - at
    return age < 30 * days && age > -15 ? [{ amr, at, provider }] : []
  })
}

function listExpectedRequirements(methods: readonly (typeof password)[]): string[] {
  const hasOne = (pattern: RegExp) => methods.some(({ amr }) => pattern.test(amr))
  const isTwoFactor =
    hasOne(/^mfa$/) || (hasOne(/^(?:pwd|pin|fed)$/) && hasOne(/^(?:otp|[hs]wk|pop|sc|sms|tel)$/))
  return [
    ...(methods.length > 0 ? ['aal1'] : []),
    ...(isTwoFactor ? ['aal2'] : []),
    ...(hasOne(/^[hs]wk$/) ? ['phr'] : []),
    ...(methods.some(({ at }) => now - at <= 60) ? ['a sign-in within a minute'] : []),
  ]
}

async function checkEvidence(subject: Subject, input: EvidenceInput): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: now * 1000 })
  try {
    await checkAssurance(subject, input)
  } finally {
    vi.useRealTimers()
  }
}

async function checkAssurance(subject: Subject, input: EvidenceInput): Promise<void> {
  const sent = await createSent(input)
  const assurance = await subject(sent)
  const isUntouched = input.changes.length === 0 || !input.place.startsWith('cookie')
  const expected = getExpectedMethods(input)
  // A change can be the text that was there.
  if (!isUntouched && assurance.acr !== undefined) return expectOriginal(input, assurance)
  const meets = listExpectedRequirements(expected)
  expect(assurance).toEqual({
    acr: meets.includes('aal2') ? 'aal2' : meets[0],
    authTime: expected.length > 0 ? Math.max(...expected.map(({ at }) => at)) : undefined,
    methods: expected.length > 0 ? expected : undefined,
    meets,
  })
  expect(sent.server.logged.splice(0), 'errors in the log').toEqual([])
  if (!input.place.startsWith('cookie') && input.place !== 'record') await checkReissue(sent, expected)
}

function expectOriginal(input: EvidenceInput, { methods }: Assurance): void {
  expect(methods).toEqual(getExpectedMethods({ ...input, changes: [] }))
}

/** A token that is issued again has the same methods. */
async function checkReissue({ server, request }: Sent, expected: readonly unknown[]): Promise<void> {
  const { cookies } = await server.refreshSession(toRequestHead(request))
  const token = cookies.find(({ name }) => name === sessionCookie)?.value
  const claims = await decode({ token, secret, salt: sessionCookie })
  expect(claims?.['auth_methods'] ?? []).toEqual(expected)
}

/** A reader that believes the value in one place. */
function acceptAnyValue(place: Place): Subject {
  return async sent => {
    const assurance = await readAssurance(sent)
    const { value } = sent.input
    const isBelieved = sent.input.place === place && Array.isArray(value) && value.length > 0
    return isBelieved ? { ...assurance, acr: assurance.acr ?? 'aal1', methods: value } : assurance
  }
}

const amr = fc.constantFrom(
  'pwd',
  'pin',
  'fed',
  'otp',
  'hwk',
  'swk',
  'mfa',
  'email',
  'sms',
  '',
  'PWD',
  '__proto__',
)
const at = fc
  .constantFrom(0, -61, -29 * days, -31 * days, 3_600, 100 * 365 * days, Number.MIN_SAFE_INTEGER, 1e300)
  .map(seconds => now + seconds)
const method = fc.record(
  {
    amr: fc.oneof({ weight: 6, arbitrary: amr }, unusualJson),
    at: fc.oneof({ weight: 6, arbitrary: at }, unusualJson),
    provider: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom('credentials', 'two-factor', '') },
      unusualJson,
    ),
    other: unusualJson,
  },
  { requiredKeys: ['amr', 'at', 'provider'] },
)
const methods = fc.array(fc.oneof({ weight: 8, arbitrary: method }, unusualJson), { maxLength: 14 })

describeFuzzTarget<EvidenceInput, Subject>({
  name: 'session-evidence',
  subject: readAssurance,
  input: fc.record({
    place: fc.constantFrom<Place>(
      'claim',
      'jwt callback',
      'jwt callback in place',
      'session callback in place',
      'record',
      'cookie',
      'cookie of another session',
      'cookie with another key',
    ),
    value: fc.oneof({ weight: 6, arbitrary: methods }, method, unusualJson),
    changes: fc.oneof(
      { weight: 4, arbitrary: fc.constant([]) },
      fc.array(fc.record({ at: fc.nat(900), text: unusualText }), { maxLength: 2 }),
    ),
  }),
  check: checkEvidence,
  faults: {
    'the cookie of another session counts': acceptAnyValue('cookie of another session'),
    'a cookie with another key counts': acceptAnyValue('cookie with another key'),
    'a claim counts without being parsed': acceptAnyValue('claim'),
    'the `jwt` callback can change the methods': acceptAnyValue('jwt callback in place'),
  },
})
